//! Runs `cargo ddbkey infer` as people and scripts do.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-ddbkey"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that reads no input may have exited.
    let _ = command.stdin.take().unwrap().write_all(input.as_bytes());
    command.wait_with_output().unwrap()
}

fn rows(count: u32) -> String {
    let rows: Vec<_> = (1..=count).map(|at| format!("USER#u{at}\tORDER#{at:05}\n")).collect();
    rows.concat()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_module_is_the_output_and_the_report_is_beside_it() {
    let output = run(&["ddbkey", "infer", "-", "--name", "orders"], &rows(29));
    assert_eq!(output.status.code(), Some(0));
    let module = text(&output.stdout);
    assert!(module.contains("#[sk(\"ORDER\", \"{order_number:05}\")]"), "{module}");
    assert!(module.contains("pub enum Orders {"), "{module}");
    assert!(text(&output.stderr).starts_with("29 of 29 rows are explained:\n  Order: 29\n"));
}

#[test]
fn rows_that_are_left_are_found() {
    let output = run(&["infer", "-"], &(rows(200) + "USER#u1\tsoon\n"));
    assert_eq!(output.status.code(), Some(1));
    let report = text(&output.stderr);
    assert!(report.contains("USER#* / *: 1"), "{report}");
    assert!(!report.contains("soon"), "{report}");
}

#[test]
fn what_cannot_be_read_is_a_failure() {
    for (arguments, input, said) in [
        (&["infer", "-"][..], "{\"Item\": {\"pk\": {\"S\": ", "line 1: ends within a value"),
        (&["infer", "-", "--assume", "nothing"], "a\tb", "`nothing` is not an assumption"),
        (&["infer", "-", "--table", "no-such-file"], "a\tb", "cannot read `no-such-file`"),
        (&["infer"], "", "required arguments were not provided"),
    ] {
        let output = run(arguments, input);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(said), "{}", text(&output.stderr));
    }
}
