#!/usr/bin/env bash
# The page of the deals model in a browser: it draws every table, wide and narrow, light and dark. Where
# there is no Chromium, it says so on stderr and exits with 3.
#
#     .ci/picture.sh [FILE.png]       also keeps a picture of the page, for the README
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=.ci/browser.sh
. .ci/browser.sh

main() {
    find_browser
    folder=$(mktemp -d)
    trap 'rm -r "$folder"' EXIT
    PICTURE_HTML=$folder/page.html cargo test --quiet --workspace --all-features --test "${PICTURE_TEST:-rows}" \
        the_page_is_written_where_asked
    draw wide 1280,900
    draw narrow 390,1400
    open "$folder/page.html" --dump-dom >"$folder/dom.html" 2>/dev/null
    python3 - "$folder" <<'PYTHON'
import html.parser, pathlib, struct, sys, zlib

folder = pathlib.Path(sys.argv[1])

class Page(html.parser.HTMLParser):
    """Counts what the browser made of the page."""
    def __init__(self):
        super().__init__()
        self.counts, self.text = {}, []
    def handle_starttag(self, tag, attrs):
        self.counts[tag] = self.counts.get(tag, 0) + 1
    def handle_data(self, data):
        self.text.append(data)

def page(name):
    parser = Page()
    parser.feed((folder / name).read_text())
    return parser

written, drawn = page("page.html"), page("dom.html")
tags = ("section", "table", "caption", "tbody", "tr", "th", "td", "bdi", "input", "label", "dd")
for tag in tags:
    # A browser that had to repair the page has others.
    assert written.counts.get(tag) == drawn.counts.get(tag), (tag, written.counts, drawn.counts)
assert "".join(written.text).split() == "".join(drawn.text).split()
assert drawn.counts["table"] == 4, "the table and three indexes"

def colours(name):
    """The number of colours of a PNG with 8 bits a channel."""
    data, at, packed = (folder / name).read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        if kind == b"IDAT":
            packed += body
        at += 12 + length
    assert depth == 8 and colour in (2, 6)
    size = 3 if colour == 2 else 4
    rows, line, seen = zlib.decompress(packed), bytes(width * size), set()
    for y in range(height):
        start = y * (width * size + 1)
        line = unfilter(rows[start], bytearray(rows[start + 1:start + 1 + width * size]), line, size)
        seen.update(bytes(line[x:x + 3]) for x in range(0, len(line), size * 3))
    return len(seen)

def unfilter(kind, line, above, size):
    for at in range(len(line)):
        left = line[at - size] if at >= size else 0
        up = above[at]
        corner = above[at - size] if at >= size else 0
        if kind == 1: add = left
        elif kind == 2: add = up
        elif kind == 3: add = (left + up) // 2
        elif kind == 4:
            guess = left + up - corner
            add = min((left, up, corner), key=lambda value: abs(guess - value))
        else: add = 0
        line[at] = (line[at] + add) & 255
    return line

for name in ("wide.png", "narrow.png"):
    # A blank page has one, a page without styles a few dozen greys.
    assert colours(name) > 100, name
PYTHON
    [ $# -eq 0 ] || cp "$folder/wide.png" "$1"
    echo "the page is drawn as it is written"
}

# draw NAME WIDTH,HEIGHT
draw() {
    open "$folder/page.html" --screenshot="$folder/$1.png" --window-size="$2" --force-device-scale-factor=1 >/dev/null 2>&1
    [ -s "$folder/$1.png" ] || { echo "!! no picture of the page" >&2; exit 1; }
}

main "$@"
