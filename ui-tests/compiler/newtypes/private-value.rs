// A newtype whose value has a type that is less visible. The alias of what keys hold names the type.
mod model {
    use ddbkey::KeyPart;

    #[derive(KeyPart)]
    struct Text(String);

    #[derive(KeyPart)]
    pub struct UserId(Text);
}

fn main() {}
