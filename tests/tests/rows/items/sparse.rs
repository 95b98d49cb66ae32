//! Fields that are attributes of indexes from which an item may be absent.
#![expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands references to the functions of `with`"
)]

use ddbkey::DdbKeys;
use ddbkey_aws::ItemErrorKind;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::basics::about;
use super::formats::{not_read, not_written, round_trip};

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[pk("MATCH", id)]
#[sk("META")]
#[gsi("by_region", pk = [tournament, region], sk = [round, "{seed:03}" as "seed_key"])]
#[gsi("by_round", pk = [round])]
struct Match {
    id: String,
    tournament: String,
    region: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    round: Option<u32>,
    #[serde(with = "hex")]
    seed: Option<u16>,
}

/// A field that serde does not treat as an `Option`: if it is missing, that is an error, unless it has a default.
mod hex {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(seed: &Option<u16>, to: S) -> Result<S::Ok, S::Error> {
        match seed {
            Some(seed) => to.serialize_str(&format!("{seed:x}")),
            None => to.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u16>, D::Error> {
        let text = Option::<String>::deserialize(from)?;
        Ok(text.map(|text| u16::from_str_radix(&text, 16).unwrap()))
    }
}

#[test]
fn a_field_is_written_whenever_it_has_a_value() {
    for region in [None, Some("eu")] {
        for round in [None, Some(3)] {
            for seed in [None, Some(255)] {
                let region = region.map(str::to_owned);
                let entity = Match { id: "m".into(), tournament: "t".into(), region, round, seed };
                let item = round_trip(&entity);
                let attribute = |name: &str| item.get(name).cloned();
                assert_eq!(attribute("tournament"), Some(json!("t")));
                assert_eq!(attribute("region"), entity.region.clone().map(Into::into));
                assert_eq!(attribute("round"), round.map(Into::into));
                let is_whole = entity.region.is_some() && round.is_some() && seed.is_some();
                assert_eq!(attribute("seed_key"), is_whole.then(|| "255".into()));
            }
        }
    }
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[pk("JOB", id)]
#[sk("META")]
#[gsi("due", pk = ("DUE"), sk = [due as "due"])]
struct Job {
    id: String,
    #[serde(with = "padded")]
    due: Option<jiff::Timestamp>,
}

/// A timestamp in the format of keys, for which a missing attribute is an error.
mod padded {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        due: &Option<jiff::Timestamp>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match due {
            Some(due) => to.serialize_str(&format!("{due:.9}")),
            None => to.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<jiff::Timestamp>, D::Error> {
        Ok(Option::<String>::deserialize(from)?.map(|text| text.parse().unwrap()))
    }
}

#[test]
fn a_field_under_with_is_none_again() {
    let job = |due: Option<&str>| Job { id: "j".into(), due: due.map(|due| due.parse().unwrap()) };
    assert_eq!(round_trip(&job(None)), json!({"id": "j", "pk": "JOB#j", "sk": "META"}));
    let item = round_trip(&job(Some("2024-12-01T10:30:00Z")));
    assert_eq!(item["due"], "2024-12-01T10:30:00.000000000Z");
}

/// Serde's string of this timestamp is as long as its fraction.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[pk("JOB", id)]
#[sk("META")]
#[gsi("due", pk = ("DUE"), sk = [due as "due"])]
struct Wrong {
    id: String,
    due: jiff::Timestamp,
}

#[test]
fn a_field_whose_text_differs_from_its_key_is_refused() {
    let wrong = Wrong { id: "j".into(), due: "2024-12-01T10:30:00Z".parse().unwrap() };
    let error = not_written(&wrong);
    assert_eq!(about(&error), (ItemErrorKind::Mismatch, Some("due")));
    assert_eq!(error.entity(), "Wrong");
}

#[test]
fn a_missing_attribute_of_a_field_that_is_no_option() {
    let mut item = round_trip(&Match {
        id: "m".into(),
        tournament: "t".into(),
        region: None,
        round: None,
        seed: None,
    });
    item.as_object_mut().unwrap().remove("tournament");
    not_read::<Match>(&item);
}
