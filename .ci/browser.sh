# shellcheck shell=bash
# A browser without a window. Source this file in a bash script that keeps its own files in `$folder`.

# Exits with 3 where there is no Chromium, and says so on stderr. Sets browser.
find_browser() {
    for browser in chromium chromium-browser google-chrome; do
        ! command -v "$browser" >/dev/null || return 0
    done
    echo "!! NO BROWSER: pages are not looked at: apt-get install chromium" >&2
    exit 3
}

# open FILE OPTION…
open() {
    local file=$1
    shift
    timeout 120 "$browser" --headless=new --no-sandbox --disable-gpu --hide-scrollbars \
        --user-data-dir="$folder/profile" "$@" "file://$file"
}
