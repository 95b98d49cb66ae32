//! Audits of exports: in a generated export, an audit finds exactly the planted faults, and counts broken lines with their
//! numbers.

mod generate;
#[path = "../../../../../fuzz/src/shop.rs"]
mod shop;

use std::fs;
use std::path::{Path, PathBuf};

use ddbkey_tools::{Report, audit_export};
use generate::FAULTS;
use shop::Shop;

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("ddbkey-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn audit(&self) -> Report {
        audit_export::<Shop>([&self.0]).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn first_file(folder: &Path) -> PathBuf {
    folder.join("AWSDynamoDB/01732800000000-generated/data/00000000.json.gz")
}

/// Returns the number of each fault, for all entities.
fn faults(report: &Report) -> Vec<(String, u64)> {
    let mut faults: Vec<_> =
        report.faults().map(|(_, fault, count)| (fault.to_owned(), count)).collect();
    faults.sort_unstable();
    faults
}

#[test]
fn exactly_what_was_planted_is_found() {
    let folder = Folder::new("planted");
    generate::export(&folder.0, 1600, false).unwrap();
    let report = folder.audit();
    // One in ten is a user; two kinds of fault leave no entity, twice each.
    assert_eq!(report.rows, [("Order", 1436), ("User", 160), ("of no entity", 4)].into());
    let mut planted: Vec<_> = FAULTS.iter().map(|(_, name)| ((*name).to_owned(), 2)).collect();
    planted.sort_unstable();
    assert_eq!(faults(&report), planted);
    let printed = report.to_string();
    let stale = printed.split_once(FAULTS[0].1).unwrap().1;
    let places: Vec<_> = stale.lines().skip(1).take(2).map(str::trim).collect();
    assert_eq!(places, ["00000000.json.gz:100", "00000000.json.gz:900"]);
    assert!(!printed.contains("USER#"), "{printed}");
}

#[test]
fn an_incremental_export_has_deletions() {
    let folder = Folder::new("incremental");
    generate::export(&folder.0, 1600, true).unwrap();
    let report = folder.audit();
    assert_eq!(report.rows.values().sum::<u64>(), 1440);
    assert!(report.to_string().contains(" 160  deleted\n"), "{report}");
    assert_eq!(report.faults().map(|(_, _, count)| count).sum::<u64>(), 16);
}

#[test]
fn the_output_of_a_scan_is_an_export() {
    let folder = Folder::new("scan");
    let items = [generate::item(0, None), generate::item(1, Some(FAULTS[0].0))];
    let items: Vec<serde_dynamo::Item> = items.map(|item| item.unwrap().into()).into();
    let scan = serde_json::json!({ "Items": items, "Count": 2, "ScannedCount": 2 });
    let audit = |text: &str| {
        let path = folder.0.join("rows.json");
        fs::write(&path, text).unwrap();
        audit_export::<Shop>([path]).unwrap()
    };
    let texts = [scan.to_string(), serde_json::to_string_pretty(&scan).unwrap()];
    for text in &texts {
        let report = audit(text);
        assert_eq!(report.rows.values().sum::<u64>(), 2);
        assert_eq!(faults(&report), [(FAULTS[0].1.to_owned(), 1)]);
        assert!(report.to_string().contains("rows.json:2\n"), "{report}");
    }
    // The items before a mistake count, and nothing of it is printed.
    let broken = "the line is not an entry of an export";
    let cut = texts[0].len() - "],\"ScannedCount\":2}".len() + 1;
    for (text, rows, at) in [
        (texts[0].replace("],", ",\"secret\"],"), 2, 3),
        (texts[0][..cut].to_owned(), 2, 3),
        (r#"{"Count": 2}"#.to_owned(), 0, 1),
        ("{\n  \"Item\": {}\n}".to_owned(), 0, 1),
    ] {
        let report = audit(&text);
        assert_eq!(report.rows.values().sum::<u64>(), rows, "{text}");
        let counts: Vec<_> = report.faults().filter(|(_, fault, _)| *fault == broken).collect();
        assert_eq!(counts.iter().map(|(.., count)| count).sum::<u64>(), 1, "{text}");
        let printed = report.to_string();
        assert!(printed.contains(&format!("rows.json:{at}\n")), "{printed}");
        assert!(!printed.contains("secret"), "{printed}");
    }
}

/// DynamoDB writes a file for each partition, also for one without rows.
#[test]
fn a_file_without_rows_is_no_fault() {
    use flate2::Compression;
    use flate2::write::GzEncoder;

    let folder = Folder::new("nothing");
    let nothing = GzEncoder::new(Vec::new(), Compression::fast()).finish().unwrap();
    fs::write(folder.0.join("compressed.json.gz"), nothing).unwrap();
    fs::write(folder.0.join("empty.json.gz"), "").unwrap();
    let report = folder.audit();
    assert_eq!((report.rows.len(), report.faults().count()), (0, 0), "{report}");
    fs::write(folder.0.join("scan.json.gz"), r#"{"Items": [], "Count": 0}"#).unwrap();
    generate::export(&folder.0, 90, false).unwrap();
    assert_eq!(folder.audit().rows.values().sum::<u64>(), 90);
}

#[test]
fn what_is_broken_is_counted_with_its_line() {
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    let folder = Folder::new("broken");
    generate::export(&folder.0, 90, false).unwrap();
    let lines = b"{\"Item\":{\"pk\":{\"S\":\"OTHER\"}}}\n{\"Item\":\n\xff\n[]\n{}\n";
    let mut file = GzEncoder::new(Vec::new(), Compression::fast());
    file.write_all(lines).unwrap();
    fs::write(folder.0.join("lines.json.gz"), file.finish().unwrap()).unwrap();
    let whole = fs::read(first_file(&folder.0)).unwrap();
    fs::write(folder.0.join("cut.json.gz"), &whole[..whole.len() / 2]).unwrap();
    fs::write(folder.0.join("text.json.gz"), "no gzip").unwrap();

    let report = folder.audit();
    let printed = report.to_string();
    let count = |what: &str| {
        report.faults().filter(|(_, fault, _)| fault.contains(what)).map(|own| own.2).sum::<u64>()
    };
    assert_eq!(count("the line is not an entry of an export"), 5, "{report}");
    assert_eq!(count("no key attribute `sk` of table `Shop`"), 1, "{report}");
    assert!(printed.contains("lines.json.gz:1\n"), "{report}");
    assert_eq!(count("the rest of the file cannot be read"), 1, "{report}");
    // Rows before the cut count.
    assert!(report.rows["Order"] > 81, "{report}");
}

#[test]
fn a_folder_without_an_export_is_an_error() {
    let folder = Folder::new("empty");
    let error = audit_export::<Shop>([&folder.0]).unwrap_err();
    assert_eq!(error.to_string(), "no file of an export, `*.json.gz`");
    let missing = audit_export::<Shop>([folder.0.join("none")]).unwrap_err().to_string();
    assert!(missing.starts_with("cannot read `"), "{missing}");
}
