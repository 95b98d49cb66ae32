//! A hand-written part, which reads more than it writes.

use std::fmt::Write;

use ddbkey::KeyPart;
use ddbkey::part::{OutOfRange, Shape, order};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shelf {
    pub aisle: char,
    pub level: u8,
}

impl KeyPart for Shelf {
    type Ref<'k> = Self;
    type Order = order::Always;
    const SHAPE: Shape = Shape::ascii("a shelf such as `B-07`", "ABCDEFGH-0123456789", 4, 4);

    fn as_part(&self) -> Self {
        *self
    }

    fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
        Ok(write!(out, "{}-{:02}", value.aisle, value.level)?)
    }

    fn read(text: &str) -> Option<Self> {
        let (aisle, level) = text.split_once('-')?;
        Some(Self { aisle: aisle.parse().ok()?, level: level.parse().ok()? })
    }
}
