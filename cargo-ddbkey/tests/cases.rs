//! Small files of the kinds that public tables have, with made-up values, and what `infer` makes of each.

use std::path::Path;
use std::process::Command;

/// What the command printed: the exit status, the module and the report.
struct Ran {
    status: i32,
    module: String,
    report: String,
}

/// Runs `infer` on a file of `tests/cases`, with its table if it has one.
fn infer(rows: &str, more: &[&str]) -> Ran {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-ddbkey"));
    command.current_dir(&cases).args(["infer", rows]).args(more);
    let table = rows.replace(".rows.jsonl", ".table.json");
    if table != rows && cases.join(&table).exists() {
        command.args(["--table", &table]);
    }
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (module, report) = (text(output.stdout), text(output.stderr));
    Ran { status: output.status.code().unwrap(), module, report }
}

/// Checks that all rows are explained by a module with these lines.
fn explains(rows: &str, more: &[&str], count: &str, lines: &[&str]) -> Ran {
    let ran = infer(rows, more);
    assert!(
        ran.report.starts_with(&format!("{count} of {count} rows are explained:")),
        "{}",
        ran.report
    );
    for line in lines {
        assert!(ran.module.contains(line), "no {line}\n{}", ran.module);
    }
    ran
}

/// The letter before a number tells the kinds apart, since the type attribute does.
#[test]
fn a_constant_key_of_few_rows_is_not_that_of_all() {
    let entities = ["#[pk(\"C{c_number}\")]", "#[pk(\"D{d_number}\")]"];
    let Ran { module, report, .. } = explains("k01_constant_index.rows.jsonl", &[], "3", &entities);
    assert!(!module.contains("#[gsi"), "{module}");
    assert!(report.contains("`--assume Doctor.GSI1PK.0=literal`"), "{report}");
    let assumed = ["--assume", "Doctor.GSI1PK.0=literal", "--assume", "Doctor.GSI1SK.0=literal"];
    let index = ["#[gsi(\"GSI1\" as gsi1, pk = (\"specialty\"), sk = (\"ward\"))]\n"];
    explains("k01_constant_index.rows.jsonl", &assumed, "3", &index);
}

#[test]
fn the_id_of_another_row_is_a_value() {
    let lines = [
        "#[pk(\"ITEM\", item_id)]\n#[sk(\"ITEM\", item_id)]\npub struct Item {",
        "#[pk(\"CART\", cart_id)]\n",
    ];
    let Ran { module, .. } = explains("k02_one_entity_split.rows.jsonl", &[], "6", &lines);
    assert!(!module.contains("lamp"), "{module}");
}

#[test]
fn an_attribute_with_a_name_of_its_own_is_a_field() {
    let lines = ["pk = [status], sk = [due])]", "    pub status: Option<String>,"];
    let Ran { module, .. } = explains("k03_status_as_literal.rows.jsonl", &[], "3", &lines);
    assert!(!module.contains("ACTIVE"), "{module}");
}

#[test]
fn literals_can_be_in_lower_case() {
    let lines = [
        "#[sk(\"root\")]",
        "#[sk(\"now\", now_id)]",
        "#[sk(\"past\", past_id)]",
        "#[sk(\"site\", site_id)]",
    ];
    let Ran { module, .. } = explains("k04_lower_case_prefixes.rows.jsonl", &[], "160", &lines);
    assert_eq!(module.matches("#[pk(\"emp\", nr)]").count(), 4, "{module}");
    let lines = [
        "#[pk(\"product\", product_id)]\n#[sk(\"meta\")]",
        "#[pk(\"user\", user_id)]\n#[sk(\"profile\")]",
        "#[sk(\"order\", order_id)]",
    ];
    explains("k04_lower_case_prefixes.tsv", &[], "7", &lines);
}

#[test]
fn a_csv_has_no_keys() {
    let Ran { status, module, report } = infer("k05_not_key_lines.csv", &[]);
    assert_eq!((status, &*module), (2, ""));
    assert!(report.contains("line 1: a CSV; rows are JSON"), "{report}");
}

#[test]
fn without_an_entity_there_is_no_module() {
    let Ran { status, module, report } = infer("k06_decimal_key.rows.jsonl", &[]);
    assert_eq!((status, &*module), (1, ""));
    assert!(report.contains("at: it holds numbers that are no integers"), "{report}");
}

#[test]
fn one_place_has_one_type() {
    let lines = ["    pub id: String,", "    pub user_id: String,"];
    let Ran { module, .. } = explains("k07_numeric_id.rows.jsonl", &[], "3", &lines);
    assert!(!module.contains(": u64,"), "{module}");
}

#[test]
fn words_of_few_rows_are_not_printed() {
    let Ran { module, report, .. } = infer("k09_words_printed.rows.jsonl", &[]);
    assert!(!module.contains("asthma") && !report.contains("asthma"), "{module}{report}");
}

#[test]
fn an_index_can_have_values_that_are_nowhere_else() {
    let lines =
        ["pk = [gsi1_pk], sk = [gsi1_sk])]", "#[gsi(\"GSI1\", pk = \"GSI1PK\", sk = \"GSI1SK\")]"];
    explains("k11_values_only_in_index.rows.jsonl", &[], "3", &lines);
}

#[test]
fn a_time_can_have_a_blank() {
    let lines = ["#[sk(\"GAME\", \"{game_at:%Y-%m-%d %H:%M:%S}\")]"];
    explains("k12_time_with_blank.rows.jsonl", &[], "3", &lines);
}

#[test]
fn a_literal_can_be_glued_to_a_value() {
    let lines = ["#[sk(\"HALL-{*hall_id}\")]", "#[sk(\"COACH-{*coach_id}\")]", "#[sk(\"CLUB\")]"];
    explains("k13_prefix_glued_with_dash.rows.jsonl", &[], "24", &lines);
}

#[test]
fn null_beside_nothing_is_told() {
    let Ran { status, report, .. } = infer("k17_null_and_absent.rows.jsonl", &[]);
    assert_eq!(status, 1);
    assert!(report.contains("User: `nick` is NULL here and absent in other rows: 1"), "{report}");
}

#[test]
fn rows_come_in_the_files_that_people_have() {
    let keys = ["#[pk(\"USER\", user_id)]\n#[sk(\"PROFILE\")]"];
    for (rows, more, count) in [
        ("k18_input_batch.json", &[][..], "1"),
        ("k18_input_batchget.json", &[], "1"),
        ("k18_input_stream.json", &[], "1"),
        ("k18_input_wb.json", &[], "2"),
        ("k18_input_wb.json", &["--model-table", "t"], "2"),
        ("k18_input_plain.json", &["--plain"], "1"),
    ] {
        explains(rows, more, count, &keys);
    }
    let more = ["--table", "k18_input_cfn.json", "--resource", "T"];
    let Ran { module, .. } =
        explains("k18_input_batch.json", &more, "1", &["#[pk(\"USER\", user_id)]\n"]);
    assert!(!module.contains("#[sk"), "{module}");
    for (more, said) in [
        (&["k18_input_plain.json"][..], "`--plain` reads plain JSON"),
        (&["k18_input_wb.json", "--model-table", "x"], "the model has no table `x`, but `t`"),
        (
            &["k18_input_batch.json", "--table", "k18_input_cfn.json", "--resource", "X"],
            "no such table",
        ),
    ] {
        let Ran { status, report, .. } = infer(more[0], &more[1..]);
        assert_eq!(status, 2, "{report}");
        assert!(report.contains(said), "{report}");
    }
}

/// What assumes nothing is a mistake in the command.
#[test]
fn an_assumption_names_something() {
    for (assumed, said) in [
        ("Foo.bar=String", "there is no entity `Foo`"),
        ("Item.SK=nosuchfield", "`nosuchfield` is neither a field nor"),
        ("Item.price=Strnig", "`Strnig` is neither a field nor"),
        ("Item.prize=u64", "no row has an attribute `prize`"),
    ] {
        let Ran { status, report, .. } =
            infer("k02_one_entity_split.rows.jsonl", &["--assume", assumed]);
        assert_eq!(status, 2, "{assumed}");
        assert!(report.contains(said), "{report}");
    }
}
