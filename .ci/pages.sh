#!/usr/bin/env bash
# The pages that `cargo doc` has written, in a browser as wide as a laptop's: no code and no table is wider
# than its page, so that nobody has to scroll to the side. Where there is no Chromium, it says so on stderr
# and exits with 3.
#
#     cargo doc --no-deps --all-features -p ddbkey && .ci/pages.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=.ci/browser.sh
. .ci/browser.sh

main() {
    local docs=$PWD/target/doc/ddbkey
    find_browser
    folder=$(mktemp -d)
    trap 'rm -r "$folder"' EXIT
    write_frames "$docs" >"$folder/frames.html"
    open "$folder/frames.html" --allow-file-access-from-files --window-size=1280,900 --dump-dom \
        >"$folder/dom.html" 2>/dev/null
    sed -n 's/^WIDE //p' "$folder/dom.html" >&2
    grep '^MEASURED ' "$folder/dom.html" || { echo "!! the pages were not measured" >&2; exit 1; }
    ! grep -q '^WIDE ' "$folder/dom.html" || { echo "!! these are wider than their pages" >&2; exit 1; }
}

# A page with a frame for each page, and a line for each block that is too wide.
write_frames() {
    cat <<'HTML'
<!doctype html>
<pre></pre>
<script>
addEventListener("load", () => {
    let count = 0, lines = "";
    for (const frame of document.querySelectorAll("iframe")) {
        const page = frame.contentDocument;
        page.querySelectorAll("details").forEach(details => details.open = true);
        for (const block of page.querySelectorAll(".docblock pre, .docblock div:has(> table)")) {
            count += 1;
            if (block.scrollWidth > block.clientWidth)
                lines += `WIDE ${frame.title}: ${block.scrollWidth} of ${block.clientWidth}: ${block.innerText.slice(0, 60)}\n`
                    .replaceAll(/\s+/g, " ") + "\n";
        }
    }
    document.querySelector("pre").textContent = `\n${lines}MEASURED ${count} blocks of code and tables\n`;
});
</script>
HTML
    find "$1" -name '*.html' -size +2k -printf '<iframe width=1280 height=900 title="%P" src="file://%p"></iframe>\n'
}

main
