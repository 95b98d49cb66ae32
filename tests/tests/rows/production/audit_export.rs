//! The example that audits an export: in a generated one it finds exactly what was planted, and what is
//! broken is counted with its line.

#[path = "../../../../ddbkey-aws/examples/audit/main.rs"]
#[expect(dead_code, reason = "`main` and what it alone calls")]
mod example;

use std::fs;
use std::path::{Path, PathBuf};

use example::generate::FAULTS;
use example::report::Report;
use indicatif::ProgressBar;

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
        example::audit(&self.0, 2, &ProgressBar::hidden()).unwrap()
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

#[test]
fn exactly_what_was_planted_is_found() {
    let folder = Folder::new("planted");
    example::generate::export(&folder.0, 1600, false).unwrap();
    let report = folder.audit();
    // One in ten is a user; two kinds of fault leave no entity, twice each.
    let entities: Vec<_> = report.entities.iter().map(|(name, count)| (*name, *count)).collect();
    assert_eq!(entities, [("Order", 1436), ("User", 160), ("of no entity", 4)]);
    let found: Vec<_> = report.faults.iter().map(|(name, found)| (&**name, found.count)).collect();
    let mut planted: Vec<_> = FAULTS.iter().map(|(_, name)| (*name, 2)).collect();
    planted.sort_unstable();
    assert_eq!(found, planted);
    let stale = &report.faults[FAULTS[0].1].first;
    let places: Vec<_> = stale.iter().map(|place| (&*place.file, place.line)).collect();
    assert_eq!(places, [("00000000.json.gz", 100), ("00000000.json.gz", 900)]);
}

#[test]
fn an_incremental_export_has_deletions() {
    let folder = Folder::new("incremental");
    example::generate::export(&folder.0, 1600, true).unwrap();
    let report = folder.audit();
    assert_eq!(report.deleted, 160);
    assert_eq!(report.entities.values().sum::<u64>(), 1440);
    assert_eq!(report.faults.values().map(|found| found.count).sum::<u64>(), 16);
}

#[test]
fn keys_are_printed_only_when_asked_for() {
    let folder = Folder::new("keys");
    example::generate::export(&folder.0, 200, false).unwrap();
    let print = |with_keys| {
        let mut out = Vec::new();
        folder.audit().print(&mut out, with_keys).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert!(!print(false).contains("USER#"), "{}", print(false));
    assert!(print(true).contains("\"USER#00000000000000000000000009\" \"ORDER#00000099\""));
}

#[test]
fn what_is_broken_is_counted_with_its_line() {
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    let folder = Folder::new("broken");
    example::generate::export(&folder.0, 90, false).unwrap();
    let lines = b"{\"Item\":{\"pk\":{\"S\":\"OTHER\"}}}\n{\"Item\":\n\xff\n[]\n{}\n";
    let mut file = GzEncoder::new(Vec::new(), Compression::fast());
    file.write_all(lines).unwrap();
    fs::write(folder.0.join("lines.json.gz"), file.finish().unwrap()).unwrap();
    let whole = fs::read(first_file(&folder.0)).unwrap();
    fs::write(folder.0.join("cut.json.gz"), &whole[..whole.len() / 2]).unwrap();
    fs::write(folder.0.join("text.json.gz"), "no gzip").unwrap();

    let report = folder.audit();
    let broken = &report.faults["the line is no entry of an export"];
    let lines: Vec<_> = broken.first.iter().map(|place| (&*place.file, place.line)).collect();
    let of_lines: Vec<_> = lines.iter().filter(|(file, _)| *file == "lines.json.gz").collect();
    assert_eq!(of_lines.len(), 4, "{report:?}");
    assert_eq!(report.faults["no key attribute `sk` of table `Shop`"].first[0].line, 1);
    let unread = report.faults.iter().filter(|(name, _)| name.contains("cannot be read on"));
    let files: Vec<_> = unread.flat_map(|(_, found)| &found.first).collect();
    assert_eq!(files.len(), 2, "{report:?}");
    // What comes before the cut counts.
    assert!(report.entities["Order"] > 81, "{report:?}");
}
