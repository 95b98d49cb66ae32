// Orders that only integers have, on parts written by hand.
use core::fmt::Write;
use ddbkey::KeyPart;
use ddbkey::part::{OutOfRange, Shape, order};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Inverted(u8);

impl KeyPart for Inverted {
    type Ref<'k> = Self;
    type Order = order::Descending;
    const SHAPE: Shape = Shape::ascii("an inverted byte", "0123456789", 3, 3);

    fn as_part(&self) -> Self {
        *self
    }

    fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
        Ok(write!(out, "{:03}", u8::MAX - value.0)?)
    }

    fn read(text: &str) -> Option<Self> {
        Some(Self(u8::MAX - text.parse::<u8>().ok()?))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Plain(u8);

impl KeyPart for Plain {
    type Ref<'k> = Self;
    type Order = order::Number;
    const SHAPE: Shape = Shape::ascii("a byte", "0123456789", 1, 3);

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

fn main() {}
