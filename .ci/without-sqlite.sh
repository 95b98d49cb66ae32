#!/usr/bin/env bash
# `ddbkey-engine` without its engine brings no SQLite, and cargo takes it beside another one, a crate with the same
# `links`. With the engine cargo refuses that, as the documentation says.
#
#     .ci/without-sqlite.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=$PWD
work=$root/target/without-sqlite

main() {
    local graph
    graph=$(cargo tree --offline -p ddbkey-engine --no-default-features --features aws --edges normal,build --prefix none)
    ! grep -iE 'sqlite|dynoxide' <<<"$graph" || fail "they are in the graph without the feature \`in-process\`"
    write_sqlite
    beside 'default-features = false, features = ["aws"]' || fail "cargo refuses it beside another SQLite"
    ! beside 'features = ["in-process"]' || fail "cargo takes the engine beside another SQLite: say so in the documentation"
    grep -q 'links = "sqlite3"' "$work/log" || fail "cargo refuses the engine for another reason"
    cargo clippy -p ddbkey-engine --no-default-features -- -D warnings
    cargo test -p ddbkey-engine --no-default-features --features endpoint --lib
}

write_sqlite() {
    mkdir -p "$work/sqlite/src" "$work/src"
    touch "$work/src/lib.rs" "$work/sqlite/src/lib.rs"
    echo 'fn main() {}' >"$work/sqlite/build.rs"
    printf '%s\n' '[package]' 'name = "another-sqlite"' 'version = "0.0.0"' 'links = "sqlite3"' >"$work/sqlite/Cargo.toml"
}

# beside OPTIONS: cargo resolves a crate that depends on the engine, with these options, and on another SQLite.
beside() {
    cat >"$work/Cargo.toml" <<TOML
[package]
name = "beside"
version = "0.0.0"

[dependencies]
another-sqlite.path = "sqlite"
ddbkey-engine = { path = "$root/ddbkey-engine", $1 }

[workspace]
TOML
    cp "$root/Cargo.lock" "$work/Cargo.lock"
    (cd "$work" && cargo tree --offline) >"$work/log" 2>&1
}

fail() {
    echo "!! $1" >&2
    cat "$work/log" >&2 || true
    exit 1
}

main
