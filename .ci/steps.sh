# What `.ci/run` and `.ci/release` share: steps, how long each took, and what could not be checked. To be sourced.
#
# shellcheck shell=bash

# What is compiled here is compiled once, and nobody steps through it: a fifth less time.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0

# The same random cases each time, so that two runs differ by the code alone. `cargo test` draws new ones.
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED-13}

took=()
skipped=()
passed=
# A job beside the steps, which ends with them.
beside=

# step NAME COMMAND…: runs it, and keeps how long it took. `if step …` hands its failure on.
step() {
    local name=$1 start=$SECONDS status=0
    shift
    printf '\n==== %s\n' "$name"
    "$@" || status=$?
    took+=("$(printf '%5d s  %s' $((SECONDS - start)) "$name")")
    return "$status"
}

# or_skipped NAME COMMAND: a step whose command exits with 3 if this machine lacks what it needs.
or_skipped() {
    local status=0
    step "$@" || status=$?
    case $status in
        0) ;;
        3) skip "$1 (see above)" ;;
        *) return "$status" ;;
    esac
}

skip() {
    printf '\n!!!! NOT CHECKED: %s\n' "$1" >&2
    skipped+=("$1")
}

fail() {
    printf '!!!! %s\n' "$1" >&2
    exit 1
}

# Also after a signal, whose status is not in `$?`.
finish() {
    [ -z "$beside" ] || kill "$beside"
    printf '\n==== time\n'
    printf '%s\n' "${took[@]}" "$(printf '%5d s  in all' "$SECONDS")"
    [ ${#skipped[@]} -eq 0 ] || printf '!!!! NOT CHECKED: %s\n' "${skipped[@]}"
    [ "$passed" ] && echo "==== passed" || { echo "==== FAILED"; exit 1; }
}
