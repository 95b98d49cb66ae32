// A method returns a type of the user's own that has a well-known name.
use ddbkey::DdbKeys;

struct String(&'static str);

#[derive(DdbKeys)]
#[pk("LETTER", letter() -> String)]
struct Contact {
    initial: char,
}

impl Contact {
    fn letter(&self) -> String {
        String("A")
    }
}

fn main() {}
