//! The timestamp of a date, for parts such as `{at:day}`.

use super::OutOfRange;

/// A date type that has a timestamp type beside it in its crate.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a date",
    label = "not a date",
    note = "dates are `chrono::NaiveDate`, `jiff::civil::Date` and `time::Date`, each with the feature of its crate"
)]
pub trait CivilDate {
    /// The timestamp type.
    type Timestamp;

    /// Returns the start of the day in UTC, if there is a timestamp of it.
    fn midnight(self) -> Option<Self::Timestamp>;
}

/// Returns the start of a day in UTC, as the timestamp type of the same crate.
///
/// A part such as `{at:day}` takes a timestamp, in key structs and in queries. For a date, this is the timestamp:
///
#[cfg_attr(feature = "jiff", doc = "```")]
#[cfg_attr(not(feature = "jiff"), doc = "```ignore")]
/// use ddbkey::DdbKeys;
/// use ddbkey::part::midnight;
/// use jiff::Timestamp;
/// use jiff::civil::date;
///
/// #[derive(DdbKeys)]
/// #[pk("SHOP", shop)]
/// #[sk("SALE", "{at:.3}")]
/// #[gsi("gsi1" as by_day, pk = ("SALES", "{at:day}"), sk = ("{at:.3}"))]
/// struct Sale { shop: String, at: Timestamp }
///
/// let first = midnight(date(2024, 12, 1))?;
/// assert_eq!(SaleByDayPk { at: first }.build()?, "SALES#2024-12-01");
///
/// let december = first..midnight(date(2025, 1, 1))?;
/// let sales = Sale::query(SalePk { shop: "s1" }).at_in(december).build()?;
/// assert!(sales.matches("SHOP#s1", "SALE#2024-12-31T23:59:59.999Z"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns [`OutOfRange`] if the timestamp type does not reach the day, as `jiff::Timestamp` does not reach 9999-12-31.
pub fn midnight<T>(date: impl CivilDate<Timestamp = T>) -> Result<T, OutOfRange> {
    date.midnight().ok_or(OutOfRange)
}
