#!/usr/bin/env bash
# cfn-lint over the templates of the test tables. Where it cannot be had, it says so on stderr and exits
# with 3, so that the caller can tell that from a complaint.
#
#     .ci/cfn-lint.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

package=cfn-lint==1.58.0
home=target/${package/==/-}

main() {
    if ! install >"$home.log" 2>&1; then
        echo "!! NO CFN-LINT: templates are not checked. The end of $home.log:" >&2
        tail -n 5 "$home.log" >&2
        exit 3
    fi
    write_templates
    "$home/bin/cfn-lint" --non-zero-exit-code informational -- "$templates"/*.json
    echo "cfn-lint takes $(ls "$templates")"
}

# Once: the stamp is written last, so that an installation cut short is made again.
install() {
    [ -e "$home/installed" ] && "$home/bin/cfn-lint" --version && return
    rm -rf "$home"
    python3 -m venv "$home" &&
        "$home/bin/python" -m pip install --quiet --retries 2 --timeout 30 "$package" &&
        touch "$home/installed"
}

write_templates() {
    templates=$(mktemp -d)
    trap 'rm -r "$templates"' EXIT
    CFN_TEMPLATES=$templates cargo test --quiet --workspace --all-features --test "${CFN_TEST:-rows}" \
        templates_are_written_where_asked
    [ -n "$(ls "$templates")" ] || { echo "!! no template was written" >&2; exit 1; }
}

mkdir -p target
main
