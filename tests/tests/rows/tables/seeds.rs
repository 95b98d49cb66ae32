//! The tables of two guides: commands with versions, each type in its own partitions; and the small
//! models of a library, all in one table.

use ddbkey::schema::TableSchema;
use ddbkey::{DdbTable, KeyPart, ParseErrorKind};
use ddbkey_tools::{EventFilter, SchemaError};
use jiff::civil::Date;
use ulid::Ulid;

use crate::seeds::entities;

/// For tests of schemas.
pub(crate) const COMMANDS: &TableSchema = commands::SCHEMA;
/// For tests of schemas.
pub(crate) const LIBRARY: &TableSchema = library::SCHEMA;

/// For tests of filters.
pub(crate) fn too_many_for_a_filter() -> Result<EventFilter, SchemaError> {
    library::filter(5).unwrap();
    library::filter(6)
}

/// Partitions by tenant, and versions of a row next to it: `…#v3` in one table, `…@v3` in another, here
/// both in one.
mod commands {
    use super::{DdbTable, KeyPart, ParseErrorKind, Ulid, entities};

    entities! {
        #[pk("PRODUCT", tenant)] #[sk(id)]
        Product { tenant: String, id: Ulid }
        #[pk("PRODUCT", tenant)] #[sk(id, "v{version:unordered}")]
        ProductCommand { tenant: String, id: Ulid, version: u32 }
        #[pk("PRODUCT", tenant)] #[sk("{id}@v{version:unordered}")]
        ProductHistory { tenant: String, id: Ulid, version: u32 }
        #[pk("ORDER", tenant)] #[sk("ORDER", id)]
        Order { tenant: String, id: Ulid }
        #[pk("ORDER", tenant)] #[sk("ORDER", id, "v{version:unordered}")]
        OrderCommand { tenant: String, id: Ulid, version: u32 }
        #[pk("ORDER", tenant)] #[sk("ORDER", "{id}@v{version:unordered}")]
        OrderHistory { tenant: String, id: Ulid, version: u32 }
        #[pk("ORDER", tenant)] #[sk("ORDER_ITEM", order, item)]
        OrderItem { tenant: String, order: Ulid, item: String }
    }

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[key_part(rename_all = "lowercase")]
    enum Provider {
        Local,
        Sso,
        Oauth,
    }

    entities! {
        #[pk("USER", tenant)] #[sk(provider, user)]
        Account { tenant: String, provider: Provider, user: String }
        #[pk("USER_TENANT", common)] #[sk(tenant, user)]
        Association { common: String, tenant: String, user: String }
    }

    pub(super) const SCHEMA: &ddbkey::schema::TableSchema = Commands::SCHEMA;

    #[derive(DdbTable)]
    enum Commands {
        Product(Product),
        ProductCommand(ProductCommand),
        ProductHistory(ProductHistory),
        Order(Order),
        OrderCommand(OrderCommand),
        OrderHistory(OrderHistory),
        OrderItem(OrderItem),
        Account(Account),
        Association(Association),
    }

    const ID: &str = "01HX7MBJK3V9WQBZ7XNDK5ZT2M";

    fn parse<'k>(pk: &'k str, sk: &'k str) -> Option<CommandsKey<'k>> {
        let parsed = Commands::parse_key(pk, sk);
        if parsed.is_err() {
            assert!(
                matches!(parsed, Err(error) if error.kind() == ParseErrorKind::UnknownEntity && error.to_string().contains("`Commands`"))
            );
        }
        parsed.ok()
    }

    #[test]
    fn dispatch() {
        use CommandsKey as Key;
        let with = |start: &str, end: &str| format!("{start}{ID}{end}");
        assert!(matches!(parse("PRODUCT#t", ID), Some(Key::Product(_))));
        assert!(matches!(parse("PRODUCT#t", &with("", "#v3")), Some(Key::ProductCommand(_))));
        assert!(matches!(parse("PRODUCT#t", &with("", "@v3")), Some(Key::ProductHistory(_))));
        assert!(matches!(parse("ORDER#t", &with("ORDER#", "")), Some(Key::Order(_))));
        assert!(matches!(
            parse("ORDER#t", &with("ORDER#", "#v10")),
            Some(Key::OrderCommand(OrderCommandKey { version: 10, .. }))
        ));
        assert!(matches!(parse("ORDER#t", &with("ORDER#", "@v1")), Some(Key::OrderHistory(_))));
        assert!(matches!(
            parse("ORDER#t", &with("ORDER_ITEM#", "#001")),
            Some(Key::OrderItem(OrderItemKey { item: "001", .. }))
        ));
        assert!(matches!(
            parse("USER#common", "sso#u1"),
            Some(Key::Account(AccountKey { provider: Provider::Sso, user: "u1", .. }))
        ));
        assert!(matches!(
            parse("USER_TENANT#common", "t#u"),
            Some(Key::Association(AssociationKey { tenant: "t", user: "u", .. }))
        ));
        assert!(parse("PRODUCT#t", &with("", "#v03")).is_none());
        assert!(parse("PRODUCT#t", &with("", "#3")).is_none());
        assert!(parse("ORDER#t", ID).is_none());
        assert!(parse("USER#common", "SSO#u1").is_none());
    }
}

/// Entities of a user, products, organisations with teams, students with courses.
mod library {
    use ddbkey_tools::{EventFilter, Schema, SchemaError, event_filter};

    use super::{Date, DdbTable, ParseErrorKind, entities};

    entities! {
        #[ddb(table = Library)] #[pk("USER", id)] #[sk("USER", id)]
        User { id: String }
        #[ddb(table = Library)] #[pk("USER", user)] #[sk("PROFILE")]
        Profile { user: String }
        #[ddb(table = Library)] #[pk("USER", user)] #[sk("SETTINGS")]
        Settings { user: String }
        #[ddb(table = Library)] #[pk("USER", user)] #[sk("ORDER", date, id)]
        Order { user: String, date: Date, id: String }
        #[ddb(table = Library)] #[pk("PRODUCT", sku)] #[sk("PRODUCT", sku)]
        Product { sku: String }
        #[ddb(table = Library)] #[pk("ORG", org)] #[sk("ORG", org)]
        Org { org: String }
        #[ddb(table = Library)] #[pk("ORG", org)] #[sk("TEAM", team)]
        Team { org: String, team: String }
        #[ddb(table = Library)] #[pk("TEAM", team)] #[sk("USER", user)]
        Member { team: String, user: String }
        #[ddb(table = Library)] #[pk("STUDENT", student)] #[sk("COURSE", course)] #[gsi("inverted", pk = sk, sk = pk)]
        Enrolment { student: String, course: String }
        #[ddb(table = Library)] #[pk("CATALOG")] #[sk(l1, l2, l3, id)]
        CatalogEntry { l1: String, l2: String, l3: String, id: String }
        #[ddb(table = Library)] #[pk("TENANT", tenant)] #[sk("USER", user, "PROFILE")]
        TenantProfile { tenant: String, user: String }
    }

    pub(super) const SCHEMA: &ddbkey::schema::TableSchema = Library::SCHEMA;

    pub(super) fn filter(entities: usize) -> Result<EventFilter, SchemaError> {
        let names = Library::SCHEMA.entities()[..entities].iter().map(|entity| entity.name());
        event_filter(&Schema::of(Library::SCHEMA), &names.collect::<Vec<_>>())
    }

    #[derive(DdbTable)]
    #[gsi("inverted", pk = "sk", sk = "pk")]
    enum Library {
        User(User),
        Profile(Profile),
        Settings(Settings),
        Order(Order),
        Product(Product),
        Org(Org),
        Team(Team),
        Member(Member),
        Enrolment(Enrolment),
        CatalogEntry(CatalogEntry),
        TenantProfile(TenantProfile),
    }

    #[test]
    fn dispatch() {
        use LibraryKey as Key;
        let parse = |pk, sk| Library::parse_key(pk, sk).ok();
        assert!(matches!(parse("USER#1", "USER#1"), Some(Key::User(UserKey { id: "1" }))));
        assert!(matches!(parse("USER#1", "PROFILE"), Some(Key::Profile(_))));
        assert!(matches!(parse("USER#1", "SETTINGS"), Some(Key::Settings(_))));
        assert!(matches!(
            parse("USER#1", "ORDER#2024-12-01#456"),
            Some(Key::Order(OrderKey { id: "456", .. }))
        ));
        assert!(matches!(parse("PRODUCT#SKU-789", "PRODUCT#SKU-789"), Some(Key::Product(_))));
        assert!(matches!(parse("ORG#acme", "ORG#acme"), Some(Key::Org(_))));
        assert!(matches!(parse("ORG#acme", "TEAM#sales"), Some(Key::Team(_))));
        assert!(matches!(parse("TEAM#sales", "USER#1"), Some(Key::Member(_))));
        assert!(matches!(parse("STUDENT#1", "COURSE#math-101"), Some(Key::Enrolment(_))));
        assert!(matches!(
            parse("CATALOG", "ELECTRONICS#COMPUTERS#LAPTOPS#p1"),
            Some(Key::CatalogEntry(_))
        ));
        assert!(matches!(parse("TENANT#acme", "USER#bob#PROFILE"), Some(Key::TenantProfile(_))));
        for (pk, sk) in [
            ("USER#1", "USER#2"),
            ("USER#1", "ORDER#2024-13-01#456"),
            ("USER#1", "PROFILE#"),
            ("CATALOG", "ELECTRONICS#COMPUTERS"),
            ("COURSE#math-101", "STUDENT#1"),
        ] {
            let parsed = Library::parse_key(pk, sk);
            assert!(
                matches!(parsed, Err(error) if error.kind() == ParseErrorKind::UnknownEntity && error.to_string().contains("`Library`")),
                "{pk} {sk}"
            );
        }
        let students = Enrolment::query_inverted(EnrolmentSk { course: "math-101" });
        assert!(students.build().unwrap().matches("COURSE#math-101", "STUDENT#1"));
    }
}
