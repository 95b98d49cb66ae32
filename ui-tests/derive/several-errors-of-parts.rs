// Types that cannot be parts, and code that uses the keys with these parts.
use ddbkey::{DdbKeys, DdbTable, KeyError, KeyPart, ParseError};

#[derive(KeyPart, Clone, PartialEq, Eq, Hash, Debug)]
struct UserId {
    id: String,
}

#[derive(KeyPart, Clone, PartialEq, Eq, Hash, Debug)]
enum Owner {
    User(String),
    #[key_part(rename = "ORG#")]
    Org(String),
}

#[derive(DdbKeys)]
#[ddb(table = Rows)]
#[pk("USER", user_id)]
#[sk("{offset:05}", price)]
#[gsi("gsi1", pk = ("OWNER", owner), sk = ("TAGS", tags() -> Vec<u8>))]
struct Row {
    user_id: UserId,
    owner: Owner,
    offset: usize,
    price: f64,
}

impl Row {
    fn tags(&self) -> Vec<u8> {
        Vec::new()
    }
}

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK", type_attribute = "SK")]
enum Rows {
    Row(Row),
}

fn build(row: &Row) -> Result<(), KeyError> {
    let RowKey { user_id, offset, price } = row.key();
    RowPk { user_id }.condition()?;
    RowPk { user_id: UserIdRef::new("u1") }.build()?;
    RowPk { user_id: UserIdRef::from(&row.user_id) }.build()?;
    RowPk { user_id: row.user_id.as_part() }.build()?;
    RowSk { offset, price }.build()?;
    RowSk { offset: 7, price }.build()?;
    RowGsi1Pk { owner: row.owner.as_part() }.build()?;
    RowGsi1Pk { owner: OwnerRef::from(&row.owner) }.build()?;
    RowGsi1Pk { owner: OwnerRef::User("u1") }.build()?;
    let RowGsi1 { owner: _, tags } = row.gsi1();
    RowGsi1 { owner: row.owner.as_part(), tags }.keys()?;
    Row::query(RowPk { user_id }).offset(7).price_in(price..).build()?;
    Row::query_gsi1(RowGsi1Pk { owner: row.owner.as_part() }).tags(tags).build()?;
    let _ = (row.pk()?, row.sk()?, row.offset + row.tags().len());
    row.keys().map(|_| ())
}

fn parse<'k>(pk: &'k str, sk: &'k str) -> Result<RowKey<'k>, ParseError> {
    let RowPk { user_id } = Row::parse_pk(pk)?;
    let RowSk { offset, price } = Row::parse_sk(sk)?;
    let RowGsi1 { owner: _, tags: _ } = Row::parse_gsi1(pk, sk)?;
    let RowsKey::Row(RowKey { .. }) = Rows::parse_key(pk, sk)?;
    Ok(RowKey { user_id, offset, price })
}

fn main() {
    let (user_id, owner) = (UserId { id: "u1".into() }, Owner::User("u1".into()));
    let row = Row { user_id, owner, offset: 7, price: 7.5 };
    let _ = (build(&row), parse("", ""), Owner::Org(row.user_id.id.clone()), row.price);
    let _ = (Row::SCHEMA, Rows::SCHEMA, Rows::from(row).keys());
}
