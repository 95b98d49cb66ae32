// Values whose types are not known by name make keys that are always too long.
use arrayvec::ArrayString;
use ddbkey::part::{OutOfRange, Shape, order};
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
#[key_part(ascii = "0-9a-f", len = 1024)]
struct Hex(String);

#[derive(KeyPart)]
#[key_part(ascii = "0-9a-f", len = 2048)]
struct LongHex(String);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct ByHand;

impl KeyPart for ByHand {
    type Ref<'k> = Self;
    type Order = order::Never;
    const SHAPE: Shape = Shape::ascii("1200 times an a", "a", 1200, 1200);

    fn as_part(&self) -> Self {
        *self
    }

    fn write(_: Self, out: &mut impl core::fmt::Write) -> Result<(), OutOfRange> {
        Ok(out.write_str(&"a".repeat(1200))?)
    }

    fn read(_: &str) -> Option<Self> {
        Some(Self)
    }
}

// The sort key of index `fits` has 625 bytes.
#[derive(DdbKeys)]
#[pk("A", long_hex, flag)]
#[sk("X", hex)]
#[gsi("fits", pk = (flag), sk = (array, id))]
#[gsi("sum", pk = ("P", flag), sk = ("LIT", array, other_array))]
#[gsi("folded", pk = ("P", flag), sk = ("{wide:upper}"))]
#[gsi("own", pk = ("P", flag), sk = [wide])]
#[lsi("by_hand", sk = ("B", by_hand))]
struct Row {
    long_hex: LongHex,
    hex: Hex,
    flag: bool,
    id: Id,
    array: ArrayString<600>,
    other_array: ArrayString<600>,
    wide: ArrayString<1025>,
    by_hand: ByHand,
}

#[derive(KeyPart)]
#[key_part(ascii = "0-9a-f", len = 24)]
struct Id(String);

fn main() {}
