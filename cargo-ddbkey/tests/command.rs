//! Runs the command `cargo ddbkey` as people and scripts do.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_tools::{Schema, cloud_formation, markdown, mermaid, queries, terraform};
use flate2::Compression;
use flate2::write::GzEncoder;

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("TENANT", tenant_id)]
#[sk("ORDER", "{number:05}")]
#[was("v1", sk = ("O", "{number:05}"))]
#[gsi("gsi1" as by_state, pk = ("TENANT", tenant_id, "STATE", state), sk = ("{number:05}"))]
#[allow(dead_code, reason = "for its schema")]
struct Order {
    tenant_id: String,
    number: u32,
    state: String,
}

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("TENANT", tenant_id)]
#[sk("ORDER", "{number:05}", "LINE", "{line:03}")]
#[allow(dead_code, reason = "for its schema")]
struct Line {
    tenant_id: String,
    number: u32,
    line: u16,
}

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk")]
#[gsi("gsi1", pk = "gsi1pk", sk = "gsi1sk")]
#[allow(dead_code, reason = "for its schema")]
enum Shop {
    Order(Order),
    Line(Line),
}

/// Returns the schema in the order of a snapshot.
fn schema() -> Schema {
    Schema::parse(&Schema::of(Shop::SCHEMA).to_string()).unwrap()
}

/// A file that is removed at the end of the test.
struct TempFile(PathBuf);

impl TempFile {
    fn new(name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = std::env::temp_dir().join(format!("ddbkey-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn run_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-ddbkey"));
    let command = command.args(arguments).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that reads no input may have exited.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Returns the exit status, standard output and standard error.
fn ran(arguments: &[&str], input: impl AsRef<[u8]>) -> (i32, String, String) {
    let output = run_with(arguments, input.as_ref());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

fn gzip(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

/// The schema is a snapshot or JSON, compressed or not, from a file or from standard input.
#[test]
fn a_schema_is_read_in_each_form() {
    let (text, json) = (schema().to_string(), serde_json::to_string(&schema()).unwrap());
    let printed = markdown(&schema());
    for input in [text.clone().into_bytes(), json.clone().into_bytes(), gzip(&text), gzip(&json)] {
        assert_eq!(ran(&["docs", "-"], &input), (0, printed.clone(), String::new()));
        let file = TempFile::new("form.schema", &input);
        assert_eq!(ran(&["docs", file.path()], ""), (0, printed.clone(), String::new()));
    }
}

/// Cargo passes its own name first.
#[test]
fn cargo_runs_it_as_well() {
    let text = schema().to_string();
    assert_eq!(ran(&["ddbkey", "docs", "-"], &text), ran(&["docs", "-"], &text));
    assert_eq!(ran(&["ddbkey", "ddbkey"], "").0, 2);
}

#[test]
fn documents_are_those_of_the_library() {
    let (schema, text) = (schema(), schema().to_string());
    let json = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    for (arguments, document) in [
        (&["docs", "-", "--mermaid"][..], mermaid(&schema)),
        (&["docs", "-", "--queries"], queries(&schema)),
        (&["json", "-"], json),
        (&["cloud-formation", "-"], cloud_formation(&schema)),
        (&["terraform", "-"], terraform(&schema)),
    ] {
        assert_eq!(ran(arguments, &text), (0, document, String::new()), "{arguments:?}");
    }
}

#[test]
fn a_breaking_change_is_status_1() {
    let old =
        TempFile::new("old.schema", schema().to_string().replace("sk = \"ORDER#", "sk = \"OLD#"));
    let new = TempFile::new("new.schema", schema().to_string());
    let (status, output, _) = ran(&["diff", old.path(), new.path()], "");
    assert_eq!(status, 1);
    assert!(output.contains("whatever you deploy first"), "{output}");
    assert!(!output.contains('\u{1b}'), "no colour but on a terminal: {output:?}");
    let (_, output, _) = ran(&["diff", "--color", "always", old.path(), new.path()], "");
    assert!(output.contains('\u{1b}'), "{output:?}");
    // From standard input.
    assert_eq!(
        ran(&["diff", "-", new.path()], schema().to_string()),
        (0, String::new(), String::new())
    );
    // A change that breaks nothing.
    let text = schema().to_string().replace("as = \"by_state\"", "as = \"by_status\"");
    let (status, output, _) = ran(&["diff", "-", new.path()], text);
    assert_eq!((status, output.lines().count()), (0, 1), "{output}");
}

#[test]
fn a_review_with_notes_is_status_1() {
    let (status, output, _) = ran(&["review", "-"], schema().to_string());
    assert_eq!(status, 1);
    assert!(output.contains("no-former-version"), "{output}");
    let plain =
        "format = 1\ntable = \"T\"\n[key]\npk = [\"pk\"]\n[entity.A.key]\npk = \"A#{a: text}\"\n";
    assert_eq!(ran(&["review", "-"], plain), (0, String::new(), String::new()));
}

#[test]
fn a_filter_names_what_else_passes() {
    let text = schema().to_string();
    let (status, output, error) = ran(&["event-filter", "-", "Order"], &text);
    assert_eq!(status, 0);
    assert!(output.starts_with("{\"Filters\":[{\"Pattern\":"), "{output}");
    assert_eq!(error, "some records of other entities pass: Line\n");
    let (status, _, error) = ran(&["event-filter", "-", "Odrer"], &text);
    assert_eq!((status, &*error), (2, "error: `Odrer` is not an entity of table `Shop`\n"));
    assert_eq!(ran(&["event-filter", "-"], &text).0, 2);
}

#[test]
fn a_policy_is_json_with_its_limits_beside_it() {
    let text = schema().to_string();
    let policy = ["leading-keys", "-", "tenant_id", "${aws:PrincipalTag/tenant}"];
    let (status, output, error) = ran(&policy, &text);
    assert_eq!(status, 0);
    let condition: serde_json::Value = serde_json::from_str(&output).unwrap();
    let keys = &condition["ForAllValues:StringLike"]["dynamodb:LeadingKeys"];
    assert_eq!(keys[0], "TENANT#${aws:PrincipalTag/tenant}");
    assert!(error.contains("covers:\n- "), "{error}");
    let arn = "arn:aws:dynamodb:eu-west-1:123456789012:table/shop";
    let (_, output, _) = ran(&[&policy[..], &["--statement", arn]].concat(), &text);
    let statement: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!((&statement["Effect"], &statement["Resource"][0]), (&"Allow".into(), &arn.into()));
    assert_eq!(ran(&["leading-keys", "-", "number", "7"], &text).0, 2);
}

#[test]
fn a_key_is_explained_by_its_parts() {
    let text = schema().to_string();
    let explain = |keys: &[&str]| ran(&[&["explain", "-"], keys].concat(), &text);
    let fine = |output: &str| (0, output.to_owned(), String::new());
    assert_eq!(
        explain(&["TENANT#t1", "ORDER#00042"]),
        fine("Order\n  tenant_id: t1\n  number: 00042\n")
    );
    assert_eq!(
        explain(&["TENANT#t1", "O#00042"]),
        fine("Order under legacy key v1\n  tenant_id: t1\n  number: 00042\n")
    );
    assert_eq!(
        explain(&["TENANT#t1", "ORDER#00042#LINE#007"]),
        fine("Line\n  tenant_id: t1\n  number: 00042\n  line: 007\n")
    );
    let partition = "Order\n  tenant_id: t1\nOrder under legacy key v1\n  tenant_id: t1\nLine\n  tenant_id: t1\n";
    let (status, output, _) = explain(&["TENANT#t1"]);
    assert_eq!((status, output.lines().count()), (0, partition.lines().count()), "{output}");
    assert_eq!(
        explain(&["TENANT#t1#STATE#OPEN", "00042", "--index", "gsi1"]),
        fine("Order\n  tenant_id: t1\n  state: OPEN\n  number: 00042\n")
    );
}

/// A key of an index that an entity declares several times.
#[test]
fn a_key_of_an_index_is_explained_by_its_name() {
    let text = r#"format = 1
table = "T"
key = { pk = ["pk"] }
index.scope = { kind = "global", pk = ["scope_pk"] }
[entity.A]
key.pk = "A#{a: text}"
[[entity.A.shapes.scope]]
as = "of_b"
optional = ["b"]
key.scope_pk = "B#{b: text}"
[[entity.A.shapes.scope]]
as = "of_a"
key.scope_pk = "C#{a: text}"
"#;
    let explain = |key| ran(&["explain", "-", key, "--index", "scope"], text);
    let fine = |output: &str| (0, output.to_owned(), String::new());
    assert_eq!(explain("B#x"), fine("A as of_b\n  b: x\n"));
    assert_eq!(explain("C#y"), fine("A as of_a\n  a: y\n"));
}

/// The key of an index is found without its name, and a sort key that matches decides which entity is the nearest.
#[test]
fn a_key_is_looked_for_in_indexes_too() {
    let text = schema().to_string();
    assert_eq!(
        ran(&["explain", "-", "TENANT#t1#STATE#OPEN", "00042"], &text),
        (
            0,
            "Order in index gsi1\n  tenant_id: t1\n  state: OPEN\n  number: 00042\n".into(),
            String::new()
        )
    );
    let (status, output, _) = ran(&["explain", "-", "TENANT", "ORDER#00042#LINE#007"], &text);
    assert_eq!(status, 1);
    assert!(output.contains("the nearest is Line: `pk` is `TENANT#{tenant_id}`"), "{output}");
}

#[test]
fn a_near_miss_says_what_is_wrong() {
    let text = schema().to_string();
    let explain = |keys: &[&str]| ran(&[&["explain", "-"], keys].concat(), &text);
    for (keys, fault) in [
        (
            ["TENANT#t1", "ORDER#42"],
            "Order: `sk` is `ORDER#{number:05}`: expected `number` (integer 05) at `42`",
        ),
        (
            ["TENANT#t1", "ORDER#00042#LINE#"],
            "Line: `sk` is `ORDER#{number:05}#LINE#{line:03}`: it ends before `line`",
        ),
        (
            ["TENANT#t1", "ORDER#00042#LINE"],
            "Line: `sk` is `ORDER#{number:05}#LINE#{line:03}`: expected `#LINE#` at `#LINE`",
        ),
        (
            ["TENANT#t1", "ORDER#00042#LINE#0071"],
            "Line: `sk` is `ORDER#{number:05}#LINE#{line:03}`: unexpected `1`",
        ),
    ] {
        let nearest = format!("no entity of `Shop` has this key; the nearest is {fault}\n");
        assert_eq!(explain(&keys), (1, nearest, String::new()));
    }
    let (status, _, error) = explain(&["a", "b", "c"]);
    assert_eq!(
        (status, &*error),
        (2, "error: a key of the table has 2 strings, or 1 for a partition, and not 3\n")
    );
    let (status, _, error) = explain(&["a", "--index", "gsi9"]);
    let unknown = "error: there is no index `gsi9` on `Shop`; its indexes are: gsi1\n";
    assert_eq!((status, &*error), (2, unknown));
}

#[test]
fn broken_input_is_status_2_with_its_reason() {
    let cut = gzip(&schema().to_string());
    let cut = &cut[..cut.len() / 2];
    for (input, reason) in [
        (&b""[..], "`-` is not a schema: line 1: missing field `format`"),
        (
            b"format = 1\ntable = \"T\"\nkeys = 1\n",
            "`-` is not a schema: line 3: unknown field `keys`",
        ),
        (b"{ \"format\": 1 ", "`-` is not a schema: "),
        (b"{ \"format\": 9 }", "`-` is not a schema: "),
        (b"\xFF\xFE", "cannot read `-`: "),
        (cut, "cannot read `-`: "),
    ] {
        let (status, output, error) = ran(&["docs", "-"], input);
        assert_eq!((status, &*output), (2, ""), "{reason}");
        assert!(error.starts_with(&format!("error: {reason}")), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    let (status, _, error) = ran(&["docs", "no such file"], "");
    assert_eq!(status, 2);
    assert!(error.starts_with("error: cannot read `no such file`: "), "{error}");
    let (status, _, error) = ran(&["diff", "-", "-"], "");
    assert_eq!(
        (status, &*error),
        (2, "error: standard input can be only one of the two schemas\n")
    );
    assert_eq!(ran(&["doc", "-"], "").0, 2);
    assert_eq!(ran(&[], "").0, 2);
}

#[test]
fn help_has_an_example_of_each_command() {
    let (status, help, _) = ran(&["--help"], "");
    assert_eq!(status, 0);
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let names: Vec<_> = commands.lines().map_while(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 9, "{help}");
    assert!(commands.contains(" docs             Print the schema as a table"), "{help}");
    assert!(!commands.contains("schema in a file"), "{help}");
    for name in names.iter().filter(|name| **name != "help") {
        let (status, help, _) = ran(&[name, "--help"], "");
        assert_eq!(status, 0);
        assert!(help.contains(&format!("cargo ddbkey {name} ")), "{help}");
        assert!(help.contains("Example"), "{name}: {help}");
    }
    assert!(ran(&["--version"], "").1.contains(env!("CARGO_PKG_VERSION")));
}

/// `head` closes the pipe early.
#[cfg(unix)]
#[test]
fn a_reader_may_close_the_output() {
    let file = TempFile::new("closed.schema", schema().to_string());
    let path = Path::new(env!("CARGO_BIN_EXE_cargo-ddbkey")).display();
    let script = format!("({path} json '{}'; echo $? >&2) | true", file.path());
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "0\n");
}
