//! The link targets of items that guide pages name in code, such as `to_item` and `ItemExt::to_item`.
//!
//! Markdown does not distinguish `keys` from `Keys`. If two links have one name, the first is used.

/// Links items at a path, or members of a type.
macro_rules! link {
    ($path:literal: $($item:ident)*) => {
        concat!($("[`", stringify!($item), "`]: ", $path, stringify!($item), "\n"),*)
    };
    ($path:literal $type:ident: $($item:ident)*) => {
        concat!($(
            concat!("[`", stringify!($item), "`]: "),
            concat!($path, stringify!($type), "::", stringify!($item), "\n"),
            concat!("[`", stringify!($type), "::", stringify!($item), "`]: "),
            concat!($path, stringify!($type), "::", stringify!($item), "\n")
        ),*)
    };
}

/// Links members of a type on a web page of the documentation.
macro_rules! link_at {
    ($page:literal, $type:ident: $($item:ident)*) => {
        concat!($(
            concat!("[`", stringify!($item), "`]: https://docs.rs/", $page, stringify!($item), "\n"),
            concat!("[`", stringify!($type), "::", stringify!($item), "`]: https://docs.rs/"),
            concat!($page, stringify!($item), "\n")
        ),*)
    };
}

/// Links items of the feature `lambda`.
#[cfg(feature = "lambda")]
macro_rules! change_links {
    () => {
        concat!(
            link!("crate::" TableExt: change),
            link!("crate::" Change: Inserted Removed Unknown of),
        )
    };
}

/// Links the same items without the feature.
#[cfg(not(feature = "lambda"))]
macro_rules! change_links {
    () => {
        concat!(
            link_at!("ddbkey-aws/latest/ddbkey_aws/trait.TableExt.html#method.", TableExt: change),
            link_at!(
                "ddbkey-aws/latest/ddbkey_aws/enum.Change.html#variant.",
                Change: Inserted Removed Unknown
            ),
            link_at!("ddbkey-aws/latest/ddbkey_aws/enum.Change.html#method.", Change: of),
        )
    };
}

/// The links for the end of every page.
macro_rules! links {
    () => {
        concat!(
            "\n\n",
            link!("crate::" ItemExt: from_item read read_page to_item update_item),
            link!("crate::" TableExt: audit key_of rekey repair),
            "[`TransactExt::rekey`]: crate::TransactExt::rekey\n",
            link!("crate::": Fault ItemError ItemUpdate SkipKind SkipReason Table TableError verify verify_ttl),
            link!("crate::" ConditionExt: if_absent if_exists),
            link!("crate::" CreateTableExt: table_schema),
            link!("crate::" FaultKind: Missing OtherKey Stale TimeToLive Unbuildable Unknown),
            link!("crate::" KeyExt: item_key),
            link!("crate::" Page: token),
            link!("crate::" QueryExt: key_condition),
            link!("crate::" Rekey: with_attribute with_condition),
            link!("crate::" SkipReason: Other),
            link!("crate::" TimeToLiveExt: time_to_live_schema),
            link!("crate::" UpdateExt: item_update),
            change_links!(),
            link!("ddbkey::": KeyError ParseError),
            link!("ddbkey::" DdbKeys: all_keys),
            link!("ddbkey::" KeyCondition: with_values),
            link!("ddbkey::key::" KeyText: condition),
            link!("ddbkey::token::": TokenError),
            link!("ddbkey::token::" TokenError: OtherQuery),
            link_at!(
                "ddbkey-tools/latest/ddbkey_tools/enum.Deploy.html#variant.",
                Deploy: AfterBackfill AnyOrder Breaking ReadersFirst
            ),
            link_at!(
                "ddbkey-tools/latest/ddbkey_tools/struct.SchemaChange.html#method.",
                SchemaChange: cost deploy
            ),
            "[`check_snapshot`]: https://docs.rs/ddbkey-tools/latest/ddbkey_tools/fn.check_snapshot.html\n",
            "[`diff`]: https://docs.rs/ddbkey-tools/latest/ddbkey_tools/fn.diff.html\n",
        )
    };
}
