//! Every constructor of `message.rs`: a declaration with the mistake, the place that is underlined, and the
//! text.

use syn::{DeriveInput, Error};

use crate::{keys, part, table};

/// Which derive reads a declaration.
#[derive(Clone, Copy)]
enum Derive {
    Keys,
    Part,
    Table,
}

use Derive::{Keys, Part, Table};

/// A declaration, under the faulty line a line of `^`, and what is said of it.
type Case = (&'static str, Derive, &'static str, &'static str);

const CASES: &[Case] = &[
    (
        "not_a_struct",
        Keys,
        r#"
#[pk("USER", user_id)]
enum Order {
^^^^
    Open,
}
"#,
        r"keys are made of the fields of a struct, and this is an enum
help: derive `DdbKeys` on the struct that holds the fields",
    ),
    (
        "tuple_struct",
        Keys,
        r#"
#[pk("USER", user_id)]
struct Order(String);
            ^^^^^^^^
"#,
        r"a key names its fields, and these have no names
help: name the fields",
    ),
    (
        "no_pk",
        Keys,
        r#"
#[sk("ORDER", user_id)]
struct Order {
       ^^^^^
    user_id: String,
}
"#,
        r#"`Order` has no partition key
help: add `#[pk("ORDER", …)]`"#,
    ),
    (
        "given_twice",
        Keys,
        r#"
#[pk("USER", user_id)]
#[pk("CUSTOMER", user_id)]
  ^^
struct Order {
    user_id: String,
}
"#,
        r"`#[pk]` is given twice
help: leave out this one",
    ),
    (
        "index_given_twice",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi("gsi1", pk("EMAIL", email))]
#[gsi("gsi1", pk("PHONE", phone))]
      ^^^^^^
struct User {
    user_id: String,
    email: String,
    phone: String,
}
"#,
        r"index `gsi1` is given twice
help: leave out this one, or rename it",
    ),
    (
        "index_name_taken",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi("by-email", pk("EMAIL", email))]
#[gsi("byEmail", pk("PHONE", phone))]
      ^^^^^^^^^
struct User {
    user_id: String,
    email: String,
    phone: String,
}
"#,
        r"index `byEmail` would make a second method `by_email`
help: give the index another name",
    ),
    (
        "index_name",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi("1", pk("ORDERS"), sk(user_id))]
      ^^^
struct Order {
    user_id: String,
}
"#,
        r"`1` is no name for an index
help: start with a letter, and go on with letters, digits, `_`, `-` and `.`",
    ),
    (
        "not_a_list",
        Keys,
        r#"
#[pk = "USER"]
  ^^^^^^^^^^^
struct Order {
    user_id: String,
}
"#,
        r#"`pk` takes a list of parts
help: write `pk("TEXT", field)`"#,
    ),
    (
        "no_parts",
        Keys,
        r"
#[pk()]
  ^^
struct Order {
    user_id: String,
}
",
        r#"`pk()` has no parts, and a key cannot be empty
help: write `pk("TEXT", field)`"#,
    ),
    (
        "no_part",
        Keys,
        r#"
#[pk("USER", user_id, 7)]
                      ^
struct Order {
    user_id: String,
}
"#,
        r"this is no part of a key
help: write text, a field, or `method() -> Type`",
    ),
    (
        "no_comma",
        Keys,
        r#"
#[pk("USER" user_id)]
            ^^^^^^^
struct Order {
    user_id: String,
}
"#,
        r"no comma stands before this
help: write `,` between the two",
    ),
    (
        "behind_element",
        Keys,
        r#"
#[pk("USER", user_id.name)]
                    ^^^^^
struct Order {
    user_id: String,
}
"#,
        r"a part is one text or one field, and more stands behind this one
help: leave it out, or compute the part, `method() -> Type`",
    ),
    (
        "unknown_index_key",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi("gsi1", pk("ORDERS"), sort(user_id))]
                            ^^^^
struct Order {
    user_id: String,
}
"#,
        r"an index has no `sort`
help: write `pk(…)` and `sk(…)`, or `pk = sk` to reuse a key of the entity",
    ),
    (
        "index_without_pk",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi("gsi1", sk("ORDER", user_id))]
      ^^^^^^
struct Order {
    user_id: String,
}
"#,
        r"index `gsi1` has no partition key
help: add `pk(…)`, or `pk = sk` to reuse a key of the entity",
    ),
    (
        "lsi_with_pk",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[lsi("lsi1", pk("ORDERS"), sk(user_id))]
              ^^
struct Order {
    user_id: String,
}
"#,
        r"a local index shares the partition key of its table
help: leave out `pk`, or make it a `gsi`",
    ),
    (
        "lsi_without_sk",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[lsi("lsi1")]
      ^^^^^^
struct Order {
    user_id: String,
}
"#,
        r"local index `lsi1` has no sort key
help: add `sk(…)`",
    ),
    (
        "lsi_without_table_sk",
        Keys,
        r#"
#[pk("USER", user_id)]
#[lsi("lsi1", sk(user_id))]
      ^^^^^^
struct Order {
    user_id: String,
}
"#,
        r"local index `lsi1` stands on a table without a sort key
help: add `#[sk(…)]`, or make it a `gsi`",
    ),
    (
        "reused_key",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi("gsi1", pk = gsi2)]
                   ^^^^
struct Order {
    user_id: String,
}
"#,
        r"this is no key of the entity
help: write `pk` or `sk`, which an index can reuse",
    ),
    (
        "index_not_a_list",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi = "gsi1"]
  ^^^^^^^^^^^^
struct Order {
    user_id: String,
}
"#,
        r#"`gsi` takes a name and keys
help: write `gsi("gsi1", pk(…), sk(…))`"#,
    ),
    (
        "index_without_name",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi(pk("ORDERS"), sk(user_id))]
      ^^^^^^^^^^^^
struct Order {
    user_id: String,
}
"#,
        r#"the index has no name
help: put its name first, `gsi("gsi1", …)`"#,
    ),
    (
        "index_name_not_text",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi(gsi1, pk("ORDERS"), sk(user_id))]
      ^^^^
struct Order {
    user_id: String,
}
"#,
        r#"the name of an index is text
help: put it in quotes, `"gsi1"`"#,
    ),
    (
        "no_index_key",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi("gsi1", "ORDERS")]
              ^^^^^^^^
struct Order {
    user_id: String,
}
"#,
        r"this is no key of an index
help: write `pk(…)`, `sk(…)` or `pk = sk`",
    ),
    (
        "method_arguments",
        Keys,
        r#"
#[pk("USER", month(true) -> u32)]
                   ^^^^
struct Order {
    user_id: String,
}
"#,
        r"`month` is computed from the entity alone, and here it has arguments
help: leave them out",
    ),
    (
        "method_without_type",
        Keys,
        r#"
#[pk("USER", month())]
             ^^^^^
struct Order {
    user_id: String,
}
"#,
        r"the type of `month()` is not said
help: write `month() -> Type`, with the type that the method returns",
    ),
    (
        "reused_sk_missing",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi("gsi1", pk("ORDERS"), sk = sk)]
                                 ^^
struct Order {
    user_id: String,
}
"#,
        r"`Order` has no sort key to reuse
help: add `#[sk(…)]`, or write the parts out",
    ),
    (
        "unknown_option",
        Keys,
        r#"
#[ddb(seperator = "|")]
      ^^^^^^^^^
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}
"#,
        r"`#[ddb]` has no option `seperator`
help: an option with a similar name exists: `separator`",
    ),
    (
        "options_not_a_list",
        Keys,
        r#"
#[ddb = "|"]
  ^^^^^^^^^
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}
"#,
        r"`ddb` takes a list of options
help: write `ddb(name = value)`",
    ),
    (
        "option_value",
        Keys,
        r#"
#[ddb(separator = 5)]
                  ^
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}
"#,
        r#"`separator` has a value of another kind, or none
help: write `separator = "|"`"#,
    ),
    (
        "no_option",
        Keys,
        r#"
#[ddb(separator "|")]
                ^^^
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}
"#,
        r"this belongs to no option
help: write `name = value`, with a comma between two of them",
    ),
    (
        "option_without_name",
        Keys,
        r#"
#[ddb("|")]
      ^^^
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}
"#,
        r"the option has no name
help: write `name = value`",
    ),
    (
        "separator",
        Keys,
        r#"
#[ddb(separator = "::")]
                  ^^^^
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}
"#,
        r#"`::` is not one ASCII punctuation character
help: write one, `separator = "|"`"#,
    ),
    (
        "no_such_field",
        Keys,
        r#"
#[pk("USER", usr_id)]
             ^^^^^^
struct Order {
    user_id: String,
}
"#,
        r"no field `usr_id` on `Order`
help: a field with a similar name exists: `user_id`",
    ),
    (
        "field_twice",
        Keys,
        r#"
#[pk("USER", user_id, user_id)]
                      ^^^^^^^
struct Order {
    user_id: String,
}
"#,
        r"`user_id` stands twice in one key
help: leave out one of the two: they would always be the same text",
    ),
    (
        "two_sources",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk(user_id() -> u32)]
     ^^^^^^^
struct Order {
    user_id: String,
}
"#,
        r"`user_id` is a field in one place and a method in another
help: rename the method: both would be one field of the key struct",
    ),
    (
        "query_name_taken",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("BUILD", build)]
              ^^^^^
struct Order {
    user_id: String,
    build: String,
}
"#,
        r"`build` is a part of a sort key, and would make a second `build` of its query
help: give it another name",
    ),
    (
        "optional_in_primary_key",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("EMAIL", email)]
struct Order {
    user_id: String,
    email: Option<String>,
           ^^^^^^^^^^^^^^
}
"#,
        r"`email` is an `Option`, and every item has a primary key
help: leave out the `Option`, or move the field to an index, which is sparse then",
    ),
    (
        "not_a_part",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("PRICE", price)]
struct Order {
    user_id: String,
    price: f64,
           ^^^
}
"#,
        r"`f64` cannot be a part of a key
help: use an integer, such as cents for a price",
    ),
    (
        "owned_text",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("MONTH", month() -> String)]
                         ^^^^^^
struct Order {
    user_id: String,
}
"#,
        r"a key borrows its texts, and the `String` of `month()` is gone after the call
help: return `&str` out of a field, or store the text in one",
    ),
    (
        "empty_literal",
        Keys,
        r#"
#[pk("", user_id)]
     ^^
struct Order {
    user_id: String,
}
"#,
        r"an empty literal is no part
help: write some text, or leave it out",
    ),
    (
        "rest_not_last",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("{*path}", name)]
     ^^^^^^^^^
struct Order {
    user_id: String,
    path: String,
    name: String,
}
"#,
        r"`{*path}` takes the rest of the key, and something stands behind it
help: move it to the end, or leave out the `*`",
    ),
    (
        "part_on_union",
        Part,
        r"
union Status {
^^^^^
    open: u32,
}
",
        r"`KeyPart` is for an enum of unit variants or a newtype, and this is a union
help: wrap one value, `struct Id(Ulid);`",
    ),
    (
        "part_with_named_fields",
        Part,
        r"
struct Address {
       ^^^^^^^
    street: String,
    city: String,
}
",
        r"`Address` has named fields, and a part is one value
help: wrap one value, `struct Address(String);`, or name several parts in the key",
    ),
    (
        "not_a_newtype",
        Part,
        r"
struct Address(String, String);
       ^^^^^^^
",
        r"`Address` does not wrap one value
help: write `struct Address(String);`, or name several parts in the key",
    ),
    (
        "no_variants",
        Part,
        r"
enum Status {}
     ^^^^^^
",
        r"`Status` has no variants, and so no texts
help: add a variant",
    ),
    (
        "variant_with_data",
        Part,
        r"
enum Status {
    Open,
    Shipped(u32),
           ^^^^^
}
",
        r"variant `Shipped` holds data, and its text would be its name alone
help: leave out the data, or implement `KeyPart` by hand",
    ),
    (
        "duplicate_text",
        Part,
        r#"
enum Status {
    Open,
    #[key_part(rename = "Open")]
                        ^^^^^^
    Reopened,
}
"#,
        r#"`Open` and `Reopened` have one text, `Open`
help: give one of them another, `#[key_part(rename = "…")]`"#,
    ),
    (
        "empty_text",
        Part,
        r#"
enum Status {
    #[key_part(rename = "")]
                        ^^
    Open,
}
"#,
        r"the text of `Open` is empty
help: write some text",
    ),
    (
        "texts_of_newtype",
        Part,
        r#"
#[key_part(rename_all = "UPPERCASE")]
           ^^^^^^^^^^
struct UserId(String);
"#,
        r"a newtype has the text of the value that it wraps
help: leave out `rename_all`",
    ),
    (
        "texts_of_newtype",
        Part,
        r"
#[key_part(serde)]
           ^^^^^
struct UserId(String);
",
        r"a newtype has the text of the value that it wraps
help: leave out `serde`",
    ),
    (
        "option_in_newtype",
        Part,
        r"
struct Email(Option<String>);
             ^^^^^^^^^^^^^^
",
        r"`Email` wraps an `Option`, and a key has no text for `None`
help: wrap the value, and use `Option<Email>` for the field",
    ),
    (
        "held_on_enum",
        Part,
        r"
#[key_part(copy)]
           ^^^^
enum Status {
    Open,
}
",
        r"`copy` is for newtypes, and keys hold an enum as it is
help: leave out `copy`",
    ),
    (
        "option_with_value",
        Part,
        r"
#[key_part(copy = true)]
                  ^^^^
struct OrderId(Ulid);
",
        r"`copy` takes no value
help: write `copy` alone",
    ),
    (
        "option_value",
        Part,
        r"
#[key_part(ref = ids::UserKey)]
                 ^^^^^^^^^^^^
struct UserId(String);
",
        r"`ref` has a value of another kind, or none
help: write `ref = UserKey`",
    ),
    (
        "ref_of_copy",
        Part,
        r"
#[key_part(copy, ref = OrderKey)]
                       ^^^^^^^^
struct OrderId(Ulid);
",
        r"with `copy`, keys hold the newtype itself, and there is no other type to name
help: leave out `ref` or `copy`",
    ),
    (
        "copy_of_text",
        Part,
        r"
#[key_part(copy)]
           ^^^^
struct UserId(&'static str);
",
        r"a key borrows its texts, and `copy` has it hold the newtype itself
help: leave out `copy`",
    ),
    (
        "duplicate_text",
        Part,
        r#"
#[key_part(serde)]
enum Status {
    Open,
    #[serde(rename = "Open")]
            ^^^^^^^^^^^^^^^
    Reopened,
}
"#,
        r#"`Open` and `Reopened` have one text, `Open`
help: give one of them another, `#[serde(rename = "…")]`"#,
    ),
    (
        "serde_names",
        Part,
        r#"
#[serde(rename_all = "UPPERCASE")]
        ^^^^^^^^^^^^^^^^^^^^^^^^
enum Status {
    Open,
    Paid,
}
"#,
        r#"keys would hold `Open` where items hold `OPEN`
help: take the names of serde, `#[key_part(serde)]`, or give keys their own, `#[key_part(rename_all = "…")]`"#,
    ),
    (
        "serde_names",
        Part,
        r#"
enum Status {
    #[key_part(rename = "O")]
    #[serde(rename = "open")]
    Open,
    #[serde(rename(serialize = "paid"))]
            ^^^^^^^^^^^^^^^^^^^^^^^^^^
    Paid,
    #[serde(rename = "shipped")]
    Shipped,
}
"#,
        r#"keys would hold `Paid` where items hold `paid`
help: take the names of serde, `#[key_part(serde)]`, or give keys their own, `#[key_part(rename_all = "…")]`"#,
    ),
    (
        "serde_and_own",
        Part,
        r#"
#[key_part(serde, rename_all = "UPPERCASE")]
                  ^^^^^^^^^^
enum Status {
    Open,
}
"#,
        r"`serde` takes the texts from serde, and `rename_all` gives others
help: leave out `serde` or `rename_all`",
    ),
    (
        "serde_and_own",
        Part,
        r#"
#[key_part(serde)]
enum Status {
    #[key_part(rename = "O")]
               ^^^^^^
    Open,
}
"#,
        r"`serde` takes the texts from serde, and `rename` gives others
help: leave out `serde` or `rename`",
    ),
    (
        "serde_directions",
        Part,
        r#"
#[key_part(serde)]
#[serde(rename_all(serialize = "lowercase"))]
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
enum Status {
    Open,
    Paid,
}
"#,
        r#"serde writes `Open` as `open` and reads `Open`
help: use one name for both, or give keys their own, `#[key_part(rename_all = "…")]` without `serde`"#,
    ),
    (
        "serde_directions",
        Part,
        r#"
#[key_part(serde)]
enum Status {
    Open,
    #[serde(rename(serialize = "paid", deserialize = "PAID"))]
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    Paid,
}
"#,
        r#"serde writes `Paid` as `paid` and reads `PAID`
help: use one name for both, or give keys their own, `#[key_part(rename_all = "…")]` without `serde`"#,
    ),
    (
        "not_names_in_serde",
        Part,
        r#"
#[key_part(serde)]
#[serde(tag = "type")]
        ^^^
enum Status {
    Open,
}
"#,
        r#"with `tag`, serde does not write and read `Status` by name
help: leave it out, or give keys their own texts, `#[key_part(rename_all = "…")]` without `serde`"#,
    ),
    (
        "not_names_in_serde",
        Part,
        r"
#[key_part(serde)]
enum Status {
    #[serde(skip_deserializing)]
            ^^^^^^^^^^^^^^^^^^
    Open,
}
",
        r#"with `skip_deserializing`, serde does not write and read `Open` by name
help: leave it out, or give keys their own texts, `#[key_part(rename_all = "…")]` without `serde`"#,
    ),
    (
        "unknown_rename_rule",
        Part,
        r#"
#[key_part(rename_all = "UPERCASE")]
                        ^^^^^^^^^^
enum Status {
    Open,
}
"#,
        r"no rule `UPERCASE` for names
help: a rule with a similar name exists: `UPPERCASE`",
    ),
    (
        "not_a_table",
        Table,
        r"
struct Shop {
^^^^^^
    user: User,
}
",
        r"`DdbTable` is for an enum of entities, and this is a struct
help: write `enum Shop { User(User), Order(Order) }`",
    ),
    (
        "generic_table",
        Table,
        r"
enum Shop<T> {
          ^
    User(User),
    Other(T),
}
",
        r"a table has no type parameters: which entities share it is known at compile time
help: name the types in the variants",
    ),
    (
        "empty_table",
        Table,
        r"
enum Shop {}
     ^^^^
",
        r"`Shop` has no entities
help: add a variant, `User(User)`",
    ),
    (
        "not_an_entity",
        Table,
        r"
enum Shop {
    User(User),
    Nothing,
    ^^^^^^^
}
",
        r"variant `Nothing` does not hold one entity
help: write `Nothing(Nothing)`, with the struct that has the keys",
    ),
    (
        "table_index_not_a_list",
        Table,
        r#"
#[gsi = "GSI1"]
  ^^^^^^^^^^^^
enum Shop {
    User(User),
}
"#,
        r#"`gsi` takes a name and attributes
help: write `gsi("GSI1", pk = "GSI1PK", sk = "GSI1SK")`"#,
    ),
    (
        "table_index_without_name",
        Table,
        r#"
#[gsi(pk = "GSI1PK", sk = "GSI1SK")]
      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
enum Shop {
    User(User),
}
"#,
        r#"the index of the table has no name
help: put its name first, `"GSI1", pk = "GSI1PK", sk = "GSI1SK"`"#,
    ),
    (
        "entity_twice",
        Table,
        r"
enum Shop {
    User(User),
    Admin(User),
          ^^^^
}
",
        r"`User` stands twice in the table, and a key of it would read as both
help: leave out one of the variants",
    ),
    (
        "table_index_with_parts",
        Table,
        r#"
#[gsi("gsi1", pk("EMAIL"))]
              ^^
enum Shop {
    User(User),
}
"#,
        r#"a table names the attributes of an index, and its entities say what they hold
help: write `pk = "ATTRIBUTE"`"#,
    ),
    (
        "unknown_index_name",
        Table,
        r#"
#[gsi("GSI1", pk = "GSI1PK", sort = "GSI1SK")]
                             ^^^^
enum Shop {
    User(User),
}
"#,
        r#"an index of a table has no `sort`
help: name its attributes, `pk = "GSI1PK"` and `sk = "GSI1SK"`"#,
    ),
    (
        "unclosed_brace",
        Keys,
        r#"
#[pk("USER", "{user_id")]
             ^^^^^^^^^^
struct Order {
    user_id: String,
}
"#,
        r"a `{` is not closed
help: close it with `}`, or write `{{` for the character itself",
    ),
    (
        "unopened_brace",
        Keys,
        r#"
#[pk("USER", "user_id}")]
             ^^^^^^^^^^
struct Order {
    user_id: String,
}
"#,
        r"a `}` closes nothing
help: write `}}` for the character itself",
    ),
    (
        "empty_braces",
        Keys,
        r#"
#[pk("USER#{}", user_id)]
     ^^^^^^^^^
struct Order {
    user_id: String,
}
"#,
        r"`{}` names no field
help: write `{field}`, or `{{}}` for the characters themselves",
    ),
    (
        "not_a_name",
        Keys,
        r#"
#[pk("USER", "{user.id}")]
             ^^^^^^^^^^^
struct Order {
    user_id: String,
}
"#,
        r"`user.id` is no name of a field
help: write `{field}`, or `{field:05}` with how it is written",
    ),
    (
        "unknown_spec",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("{version:>5}")]
     ^^^^^^^^^^^^^^
struct Order {
    user_id: String,
    version: u32,
}
"#,
        r"unknown format `:>5`
help: available formats are `:05` and `:unordered` for an integer, `:desc05` (up to 38 digits) for an unsigned one, `:.0 :.3 :.6 :.9` and `:year :month :day :hour :minute` for a timestamp",
    ),
    (
        "unknown_spec",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("{at:mont}")]
     ^^^^^^^^^^^
struct Order {
    user_id: String,
    at: Timestamp,
}
"#,
        r"unknown format `:mont`
help: a format with a similar name exists: `:month`",
    ),
    (
        "unknown_spec",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("{version:desc039}")]
     ^^^^^^^^^^^^^^^^^^^
struct Order {
    user_id: String,
    version: u32,
}
"#,
        r"unknown format `:desc039`
help: available formats are `:05` and `:unordered` for an integer, `:desc05` (up to 38 digits) for an unsigned one, `:.0 :.3 :.6 :.9` and `:year :month :day :hour :minute` for a timestamp",
    ),
    (
        "spec_on_rest",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("{*path:05}")]
     ^^^^^^^^^^^^
struct Order {
    user_id: String,
    path: String,
}
"#,
        r"`{*path}` takes the rest of the key as it is, and not `:05`
help: leave out the `:05` or the `*`",
    ),
    (
        "given_twice",
        Keys,
        r#"
#[ddb(separator = "|", separator = "/")]
                       ^^^^^^^^^
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}
"#,
        r"`separator` is given twice
help: leave out this one",
    ),
    (
        "no_such_field",
        Keys,
        r#"
#[pk("USER", email)]
             ^^^^^
struct Order {
    user_id: String,
    name: String,
}
"#,
        r"no field `email` on `Order`
help: there is `user_id`, `name`",
    ),
    (
        "no_such_field",
        Keys,
        r#"
#[pk("CONFIG", name)]
               ^^^^
struct Config {}
"#,
        r"no field `name` on `Config`
help: `Config` has no fields",
    ),
    (
        "no_such_field",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("v{versoin:05}")]
     ^^^^^^^^^^^^^^^
struct Order {
    user_id: String,
    version: u32,
}
"#,
        r"no field `versoin` on `Order`
help: a field with a similar name exists: `version`",
    ),
    (
        "no_such_field",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi("gsi1", pk("EMAIL", emial))]
                          ^^^^^
struct Order {
    user_id: String,
    email: Option<String>,
}
"#,
        r"no field `emial` on `Order`
help: a field with a similar name exists: `email`",
    ),
    (
        "separator",
        Keys,
        r#"
#[ddb(separator = "")]
                  ^^
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}
"#,
        r#"an empty text separates nothing
help: write one, `separator = "|"`"#,
    ),
    (
        "unknown_option",
        Keys,
        r#"
#[ddb(table_name = "shop")]
      ^^^^^^^^^^
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}
"#,
        r"`#[ddb]` has no option `table_name`
help: there is `separator`, `table`, `crate`",
    ),
    (
        "not_a_part",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("TAG", tags)]
struct Order {
    user_id: String,
    tags: Vec<String>,
          ^^^^^^^^^^^
}
"#,
        r"`Vec` cannot be a part of a key
help: use one value to a part, or derive `KeyPart` on a type of your own",
    ),
    (
        "not_a_struct",
        Keys,
        r#"
#[pk("USER", user_id)]
union Order {
^^^^^
    user_id: u32,
}
"#,
        r"keys are made of the fields of a struct, and this is a union
help: derive `DdbKeys` on the struct that holds the fields",
    ),
    (
        "not_a_part",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk("PRICE", price() -> f64)]
                         ^^^
struct Order {
    user_id: String,
}
"#,
        r"`f64` cannot be a part of a key
help: use an integer, such as cents for a price",
    ),
    (
        "index_name_taken",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi("key", pk("ORDERS"), sk(user_id))]
      ^^^^^
struct Order {
    user_id: String,
}
"#,
        r"index `key` would make a second method `key`
help: give the index another name",
    ),
    (
        "not_a_list",
        Keys,
        r#"
#[pk("USER", user_id)]
#[gsi("gsi1", pk)]
              ^^
struct Order {
    user_id: String,
}
"#,
        r#"`pk` takes a list of parts
help: write `pk("TEXT", field)`"#,
    ),
    (
        "optional_in_primary_key",
        Keys,
        r#"
#[pk("USER", email)]
struct Order {
    email: Option<String>,
           ^^^^^^^^^^^^^^
}
"#,
        r"`email` is an `Option`, and every item has a primary key
help: leave out the `Option`, or move the field to an index, which is sparse then",
    ),
    (
        "unknown_option",
        Part,
        r#"
enum Status {
    #[key_part(renam = "open")]
               ^^^^^
    Open,
}
"#,
        r"`#[key_part]` has no option `renam`
help: an option with a similar name exists: `rename`",
    ),
    (
        "unknown_spec",
        Keys,
        r#"
#[pk("USER", "{id:00}")]
             ^^^^^^^^^
struct Order {
    id: u32,
}
"#,
        r"unknown format `:00`
help: available formats are `:05` and `:unordered` for an integer, `:desc05` (up to 38 digits) for an unsigned one, `:.0 :.3 :.6 :.9` and `:year :month :day :hour :minute` for a timestamp",
    ),
    (
        "not_an_entity",
        Table,
        r"
enum Shop {
    User(User),
    Pair(User, User),
        ^^^^^^^^^^^^
}
",
        r"variant `Pair` does not hold one entity
help: write `Pair(Pair)`, with the struct that has the keys",
    ),
    (
        "query_name_taken",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk(at, at_in)]
         ^^^^^
struct Order {
    user_id: String,
    at: String,
    at_in: String,
}
"#,
        r"`at_in` is a part of a sort key, and would make a second `at_in` of its query
help: give it another name",
    ),
    (
        "lsi_with_pk",
        Table,
        r#"
#[lsi("LSI1", pk = "LSI1PK", sk = "LSI1SK")]
              ^^
enum Shop {
    User(User),
}
"#,
        r"a local index shares the partition key of its table
help: leave out `pk`, or make it a `gsi`",
    ),
    (
        "no_parts",
        Keys,
        r#"
#[pk("USER", user_id)]
#[sk()]
  ^^
struct Order {
    user_id: String,
}
"#,
        r#"`sk()` has no parts, and a key cannot be empty
help: write `sk("TEXT", field)`"#,
    ),
    (
        "option_value",
        Keys,
        r#"
#[ddb(separator)]
      ^^^^^^^^^
#[pk("USER", user_id)]
struct Order {
    user_id: String,
}
"#,
        r#"`separator` has a value of another kind, or none
help: write `separator = "|"`"#,
    ),
];

fn mistakes(derive: Derive, declaration: &str) -> Vec<Error> {
    let input: DeriveInput = syn::parse_str(declaration).unwrap();
    match derive {
        Keys => keys::mistakes(&input),
        Part => part::mistakes(&input),
        Table => table::mistakes(&input),
    }
}

/// The declaration without its line of `^`, and the place that these underline: the line, counted from
/// 1, and the columns, counted from 0.
fn underlined(marked: &str) -> (String, (usize, usize, usize)) {
    let mut place = None;
    let mut declaration = String::new();
    for line in marked.lines() {
        if line.contains('^') && line.trim_matches([' ', '^']).is_empty() {
            let (start, end) = (line.find('^').unwrap(), line.len());
            place = Some((declaration.lines().count(), start, end));
        } else {
            declaration.push_str(line);
            declaration.push('\n');
        }
    }
    (declaration, place.unwrap())
}

#[test]
fn each_mistake_is_told_once_and_in_its_place() {
    for (constructor, derive, marked, message) in CASES {
        let (declaration, place) = underlined(marked);
        let found: Vec<_> = mistakes(*derive, &declaration)
            .iter()
            .map(|error| {
                let (start, end) = (error.span().start(), error.span().end());
                assert_eq!(start.line, end.line, "{constructor}: on one line");
                ((start.line, start.column, end.column), error.to_string())
            })
            .collect();
        assert_eq!(found, [(place, (*message).to_owned())], "{constructor}:{marked}");
    }
}

/// The constructors, as `message.rs` has them.
fn constructors() -> Vec<&'static str> {
    let source = include_str!("../message.rs");
    let (_, functions): (Vec<_>, Vec<_>) = source
        .split("pub fn ")
        .skip(1)
        .partition(|function| !signature(function).ends_with("Error"));
    functions.into_iter().map(|function| &function[..function.find(['(', '<']).unwrap()]).collect()
}

fn signature(function: &str) -> &str {
    function[..function.find('{').unwrap()].trim_end()
}

#[test]
fn each_constructor_is_here() {
    let here: Vec<_> = CASES.iter().map(|(constructor, ..)| *constructor).collect();
    let constructors = constructors();
    assert!(constructors.len() > 60, "the constructors are found");
    for constructor in &constructors {
        assert!(here.contains(constructor), "no case for `{constructor}`");
    }
    for constructor in here {
        assert!(constructors.contains(&constructor), "no constructor `{constructor}`");
    }
}

/// A text without what stands in backticks: the words of the constructor.
fn words(text: &str) -> String {
    text.split('`').step_by(2).collect()
}

#[test]
fn no_two_say_the_same() {
    for (at, (one, _, _, message)) in CASES.iter().enumerate() {
        let (fact, _) = message.split_once('\n').unwrap();
        for (other, _, _, message) in &CASES[at + 1..] {
            let (same, _) = message.split_once('\n').unwrap();
            assert!(one == other || words(fact) != words(same), "`{one}` and `{other}`: {fact}");
        }
    }
}

#[test]
fn each_is_a_fact_and_a_help() {
    for (constructor, _, _, message) in CASES {
        let (fact, help) = message.split_once("\nhelp: ").expect(constructor);
        for text in [fact, help] {
            let start = text.chars().next().unwrap();
            assert!(start.is_lowercase() || start == '`', "{constructor}: {text}");
            assert!(!text.ends_with(['.', '!']) && !text.contains('\n'), "{constructor}: {text}");
            let words = words(text).to_lowercase();
            for word in ["please", "invalid", "must", "segment", "macro", "token"] {
                assert!(!words.contains(word), "{constructor} says `{word}`: {text}");
            }
        }
    }
}

#[test]
fn all_of_a_declaration_come_in_source_order() {
    let declaration = r#"
#[gsi("gsi1", pk("EMAIL", emial), sort("USER"))]
#[sk("ORDER", "{created_at", "{}{version:5}", price)]
#[pk("USER", usr_id, 7)]
#[ddb(separator = "::", tabel = Shop)]
struct Order {
    user_id: String,
    created_at: String,
    version: u32,
    email: Option<String>,
    price: f64,
}
"#;
    let places: Vec<_> = mistakes(Keys, declaration)
        .iter()
        .map(|error| (error.span().start().line, error.span().start().column))
        .collect();
    assert!(places.is_sorted());
    assert_eq!(
        places.iter().map(|(line, _)| line).collect::<Vec<_>>(),
        [&2, &2, &3, &3, &3, &4, &4, &5, &5, &11]
    );
}
