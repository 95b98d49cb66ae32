// A part written by hand claims to sort everywhere, but its width is free.
use std::fmt::Write;

use ddbkey::part::{OutOfRange, Shape, order};
use ddbkey::{DdbKeys, KeyPart};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Shelf(u8);

impl KeyPart for Shelf {
    type Ref<'k> = Self;
    type Order = order::Always;
    const SHAPE: Shape = Shape::ascii("a shelf", "0123456789", 1, 3);

    fn as_part(&self) -> Self {
        *self
    }

    fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
        Ok(write!(out, "{}", value.0)?)
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().map(Self)
    }
}

#[derive(DdbKeys)]
#[pk("STOCK", sku)]
#[sk(shelf)]
struct Stock {
    sku: String,
    shelf: Shelf,
}

fn main() {}
