//! Converts names: fields to snake case, types to camel case, and to the other cases of serde.

/// Splits a name into words: `user`, `id` for `userId`, `USER_ID`, `user-id`.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let characters: Vec<char> = name.chars().collect();
    for (at, character) in characters.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| characters[before]);
        let next = characters.get(at + 1);
        if !character.is_ascii_alphanumeric() {
            words.push(String::new());
            continue;
        }
        let starts = character.is_ascii_uppercase()
            && (before.is_some_and(|own| own.is_ascii_lowercase() || own.is_ascii_digit())
                || before.is_some_and(|own| own.is_ascii_uppercase())
                    && next.is_some_and(char::is_ascii_lowercase));
        if starts {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(character.to_ascii_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns a name that a field can have: `user_id`.
pub(super) fn snake(name: &str) -> String {
    let snake = words(name).join("_");
    let snake = match snake.chars().next() {
        None => "field".into(),
        Some(first) if first.is_ascii_digit() => format!("n{snake}"),
        Some(_) => snake,
    };
    if is_in(KEYWORDS, &snake) || is_in(QUERY_METHODS, &snake) {
        format!("{snake}_")
    } else {
        snake
    }
}

/// Returns a name that a type can have: `UserId`.
pub(super) fn camel(name: &str) -> String {
    let camel = pascal(name);
    match camel.chars().next() {
        None => "Row".into(),
        Some(first) if first.is_ascii_digit() => format!("N{camel}"),
        Some(_) if is_in(RESERVED, &camel) => format!("{camel}Row"),
        Some(_) => camel,
    }
}

/// Returns the names of the types that the derives write for an entity, or for one of its keys: `OrderKey`, `OrderPk`.
pub(super) fn generated(base: &str) -> impl Iterator<Item = String> {
    ["", "Key", "Pk", "Sk", "Query", "AnyKey", "Plain", "Current", "Ref"]
        .into_iter()
        .map(move |suffix| format!("{base}{suffix}"))
}

/// Returns the words of a name in camel case, which may not be the name of a type.
pub(super) fn pascal(name: &str) -> String {
    words(name).iter().map(|word| capitalized(word)).collect()
}

fn capitalized(word: &str) -> String {
    let mut characters = word.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}

/// The cases of `rename_all` for fields and for variants, the usual ones first.
pub(super) const CASES: &str =
    "camelCase PascalCase SCREAMING_SNAKE_CASE kebab-case SCREAMING-KEBAB-CASE UPPERCASE";
pub(super) const VARIANT_CASES: &str =
    "UPPERCASE lowercase SCREAMING_SNAKE_CASE snake_case camelCase kebab-case SCREAMING-KEBAB-CASE";

/// Returns the case of `rename_all` that gives most names to their attributes, if it gives more of them than no case.
pub(super) fn best_case(
    cases: &'static str,
    names: &[(&str, &str)],
    in_case: fn(&str, &str) -> String,
) -> Option<&'static str> {
    let fits = |case: &&str| names.iter().filter(|(own, name)| in_case(own, case) == *name).count();
    cases.rsplit(' ').max_by_key(fits).filter(|best| fits(best) > fits(&""))
}

/// Returns the name that serde gives to a field in snake case.
pub(super) fn field_in_case(snake: &str, case: &str) -> String {
    let pascal = || -> String { snake.split('_').map(capitalized).collect() };
    match case {
        "camelCase" => {
            let pascal = pascal();
            let mut characters = pascal.chars();
            let first = characters.next().map(|first| first.to_ascii_lowercase());
            first.into_iter().chain(characters).collect()
        }
        "PascalCase" => pascal(),
        "SCREAMING_SNAKE_CASE" | "UPPERCASE" => snake.to_ascii_uppercase(),
        "kebab-case" => snake.replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => snake.to_ascii_uppercase().replace('_', "-"),
        _ => snake.to_owned(),
    }
}

/// Returns the name that serde gives to a variant in camel case.
pub(super) fn variant_in_case(camel: &str, case: &str) -> String {
    let mut snake = String::new();
    for (at, character) in camel.char_indices() {
        if at > 0 && character.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(character.to_ascii_lowercase());
    }
    match case {
        "" => camel.to_owned(),
        "lowercase" => camel.to_ascii_lowercase(),
        "UPPERCASE" => camel.to_ascii_uppercase(),
        case => field_in_case(&snake, case),
    }
}

/// Keywords, and words that Rust reserves.
const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern \
    false final fn for gen if impl in let loop macro match mod move mut override priv pub \
    ref return self static struct super trait true try type typeof unsafe unsized use \
    virtual where while yield union";

/// The methods that every query has besides its parts.
const QUERY_METHODS: &str = "build build_or_none descending nested";

/// Names of the prelude, and names that a module uses besides its own types.
const RESERVED: &str = "AsMut AsRef BTreeMap BTreeSet Box ByteBuf Clone Copy Cow Date DateTime DdbKeys DdbTable \
    Debug Default Deserialize Deserializer DoubleEndedIterator Drop Eq Err ExactSizeIterator \
    Extend Fn FnMut FnOnce Format From FromIterator Hash Into IntoIterator Iterator KeyPart \
    NaiveDate None Ok Option Ord PartialEq PartialOrd Result Self Send Serialize Serializer \
    Sized Some String Sync Time Timestamp ToOwned ToString TryFrom TryInto Ulid Unpin Utc \
    Uuid Value Vec";

/// Returns whether a word is in a list of words with spaces between them.
pub(super) fn is_in(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|own| own == word)
}

/// Returns a name that is not taken: the name itself, or the name with a number.
pub(super) fn unique(name: String, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(|own| !is_taken(own)).unwrap_or(name)
}

/// Formats a number with commas, for people.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
