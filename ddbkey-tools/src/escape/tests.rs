//! Tests that an escaped string reads as the original in each kind of document.

use super::*;

#[test]
fn text_stays_text_between_tags_and_between_quotes() {
    let text = html("<a href=\"x\" id='y'>&amp;\u{202E}\n");
    assert_eq!(text, "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;\\u{202e}\\n");
}

#[test]
fn code_stays_in_its_cell() {
    assert_eq!(code("p|k\n"), "`p\\|k\\n`");
    assert_eq!(code("a`b``c"), "``` a`b``c ```");
}

/// Mermaid interprets these in a label, even between quotes.
#[test]
fn labels_show_what_mermaid_would_read() {
    assert_eq!(label("\"A\"#<b>"), "#quot;A#quot;#35;#lt;b#gt;");
    assert_eq!(label("a\nb"), "a\\nb");
}
