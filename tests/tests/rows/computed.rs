//! Parts that a method of the entity computes.

use ddbkey::DdbKeys;

use crate::texts;

/// Two methods that return borrowed strings: one from a field, one from what the entity itself borrows.
#[derive(DdbKeys)]
#[pk("MAIL", domain() -> &str)]
#[sk(address, subject() -> &'m str)]
#[gsi("gsi1", pk = ("SUBJECT", subject() -> &'m str), sk = (domain() -> &str, address))]
struct Mail<'m> {
    address: String,
    text: &'m str,
}

impl<'m> Mail<'m> {
    fn domain(&self) -> &str {
        self.address.split('@').next_back().unwrap_or_default()
    }

    fn subject(&self) -> &'m str {
        self.text.lines().next().unwrap_or_default()
    }
}

#[test]
fn text_is_lent() {
    let mail = Mail { address: "ann@example.org".into(), text: "Hello\nworld" };
    let keys = mail.keys().unwrap();
    assert_eq!(
        texts(&keys),
        [
            ("pk", "MAIL#example.org".into()),
            ("sk", "ann@example.org#Hello".into()),
            ("gsi1pk", "SUBJECT#Hello".into()),
            ("gsi1sk", "example.org#ann@example.org".into()),
        ]
    );
    let parsed = Mail::parse_key(keys.pk(), keys.sk().unwrap()).unwrap();
    assert_eq!(parsed, mail.key());
    assert_eq!((parsed.domain, parsed.subject), ("example.org", "Hello"));
}
