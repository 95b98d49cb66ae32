//! The example of a handler, on its event file: what it logs, and where Lambda is to go on.

#[path = "../../../../ddbkey-aws/examples/lambda/main.rs"]
#[expect(dead_code, reason = "`main` and what it alone calls")]
mod example;

#[test]
fn a_batch_is_processed_up_to_its_first_failure() {
    let event = include_str!("../../../../ddbkey-aws/examples/lambda/event.json");
    let mut log = Vec::new();
    let response = example::process(&serde_json::from_str(event).unwrap(), &mut log).unwrap();
    let log = String::from_utf8(log).unwrap();
    let expected = "order 7 over 1999 cents: sending a receipt
order 7 went from PENDING to PAID
e3 is not of this table
e4 is skipped: attribute `pk` differs from what `Order` produces
user u2 is gone: deleting what else there is of them
order 8 over 0 cents: sending a receipt
e6 failed: the mail server does not answer
";
    assert_eq!(log, expected);
    let response = serde_json::to_string(&response).unwrap();
    assert_eq!(response, r#"{"batchItemFailures":[{"itemIdentifier":"600"}]}"#);
}
