//! Orders that only the types of the crate, and newtypes of them, can have.

use core::fmt::Write;

use ddbkey::KeyPart;
use ddbkey::part::{OutOfRange, Shape, order};

macro_rules! byte {
    ($name:ident, $order:ty) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        struct $name(u8);

        impl KeyPart for $name {
            type Ref<'k> = Self;
            type Order = $order;
            const SHAPE: Shape = Shape::ascii("a byte", "0123456789", 3, 3);

            fn as_part(&self) -> Self {
                *self
            }

            fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
                Ok(write!(out, "{:03}", value.0)?)
            }

            fn read(text: &str) -> Option<Self> {
                text.parse().ok().map(Self)
            }
        }
    };
}

byte!(Inverted, order::Descending);
byte!(Number, order::Number);

fn main() {}
