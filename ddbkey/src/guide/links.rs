//! Where the items lead that the pages name in code: `to_item` and `DdbKeys::to_item`.
//!
//! Markdown does not tell `keys` from `Keys`, and of two links of one name it takes the first.

/// The types of a module, or the members of a type.
macro_rules! link {
    ($module:literal: $($item:ident)*) => {
        concat!($("[`", stringify!($item), "`]: crate::", $module, stringify!($item), "\n"),*)
    };
    ($module:literal $type:ident: $($item:ident)*) => {
        concat!($(
            concat!("[`", stringify!($item), "`]: crate::"),
            concat!($module, stringify!($type), "::", stringify!($item), "\n"),
            concat!("[`", stringify!($type), "::", stringify!($item), "`]: crate::"),
            concat!($module, stringify!($type), "::", stringify!($item), "\n")
        ),*)
    };
}

/// The same for items that features bring, with the address of their documentation up to the name.
#[cfg(all(feature = "aws-sdk", feature = "lambda", feature = "page-token", feature = "shard"))]
macro_rules! link_or_docs_rs {
    ($module:literal: $($item:ident)*; $start:literal $end:literal) => {
        link!($module: $($item)*)
    };
    ($module:literal $type:ident: $($item:ident)*; $page:literal) => {
        link!($module $type: $($item)*)
    };
}

/// The same where one of these features is off.
#[cfg(not(all(
    feature = "aws-sdk",
    feature = "lambda",
    feature = "page-token",
    feature = "shard"
)))]
macro_rules! link_or_docs_rs {
    ($module:literal: $($item:ident)*; $start:literal $end:literal) => {
        concat!($(
            concat!("[`", stringify!($item), "`]: https://docs.rs/ddbkey/latest/ddbkey/"),
            concat!($start, stringify!($item), $end, "\n")
        ),*)
    };
    ($module:literal $type:ident: $($item:ident)*; $page:literal) => {
        concat!($(
            concat!("[`", stringify!($item), "`]: https://docs.rs/ddbkey/latest/ddbkey/"),
            concat!($page, stringify!($item), "\n"),
            concat!("[`", stringify!($type), "::", stringify!($item), "`]: "),
            concat!("https://docs.rs/ddbkey/latest/ddbkey/", $page, stringify!($item), "\n")
        ),*)
    };
}

/// Those of the crate `ddbkey-tools`, which this one does not know.
macro_rules! link_tools {
    ($($start:literal: $($item:ident)*; $end:literal;)*) => {
        concat!($($(
            concat!("[`", stringify!($item), "`]: https://docs.rs/ddbkey-tools/latest/ddbkey_tools/"),
            concat!($start, stringify!($item), $end, "\n"),
        )*)*)
    };
}

/// The links of every page, for its end.
macro_rules! links {
    () => {
        concat!(
            "\n\n[`SCHEMA`]: crate::schema::TableSchema\n",
            link!("": ItemError KeyCondition KeyError Keys KeyValue ParseError),
            link!("" DdbKeys: all_keys key keys parse_key query start_key),
            link!("" DdbTable: key_of),
            link!("" KeyCondition: expression matches names values with_values),
            link!("key::" KeyText: condition),
            link!("key::" KeyTexts: texts),
            link!("key::" RowQuery: nested),
            link!("key::" TypedQuery: build build_or_none descending),
            link_or_docs_rs!("": Change; "enum." ".html"),
            link_or_docs_rs!("items::": Fault ItemUpdate; "items/struct." ".html"),
            link_or_docs_rs!("items::": SkipKind SkipReason; "items/enum." ".html"),
            link_or_docs_rs!("part::": Shard; "part/struct." ".html"),
            link_or_docs_rs!("token::": TokenError; "token/enum." ".html"),
            link_or_docs_rs!("": token; "" "/index.html"),
            link_or_docs_rs!(
                "" DdbKeys: from_item read to_item update_item;
                "trait.DdbKeys.html#method."
            ),
            link_or_docs_rs!(
                "" DdbTable: audit change from_item read read_page rekey repair repair_except;
                "trait.DdbTable.html#method."
            ),
            link_or_docs_rs!(
                "" ConditionExt: if_absent if_exists;
                "trait.ConditionExt.html#tymethod."
            ),
            link_or_docs_rs!(
                "" CreateTableExt: table_schema;
                "trait.CreateTableExt.html#tymethod."
            ),
            link_or_docs_rs!("" KeyExt: item_key; "trait.KeyExt.html#tymethod."),
            link_or_docs_rs!("" QueryExt: key_condition; "trait.QueryExt.html#tymethod."),
            link_or_docs_rs!("" TransactExt: rekey; "trait.TransactExt.html#tymethod."),
            link_or_docs_rs!("" UpdateExt: item_update; "trait.UpdateExt.html#tymethod."),
            link_or_docs_rs!("" KeyCondition: token; "struct.KeyCondition.html#method."),
            link_or_docs_rs!("" Change: of; "enum.Change.html#method."),
            link_or_docs_rs!("" Change: Inserted Removed Unknown; "enum.Change.html#variant."),
            link_or_docs_rs!(
                "items::" FaultKind: Missing OtherKey Stale Unbuildable Unknown;
                "items/enum.FaultKind.html#variant."
            ),
            link_or_docs_rs!(
                "items::" Rekey: with_attribute with_condition;
                "items/struct.Rekey.html#method."
            ),
            link_or_docs_rs!("items::" SkipReason: Other; "items/enum.SkipReason.html#variant."),
            link_or_docs_rs!("part::" Shard: of; "part/struct.Shard.html#method."),
            link_or_docs_rs!(
                "schema::" TableSchema: verify;
                "schema/struct.TableSchema.html#method."
            ),
            link_or_docs_rs!(
                "token::" TokenError: OtherQuery;
                "token/enum.TokenError.html#variant."
            ),
            link_tools!(
                "fn.": check_snapshot diff; ".html";
                "enum.Deploy.html#variant.": AfterBackfill AnyOrder Breaking ReadersFirst; "";
                "struct.SchemaChange.html#method.": cost deploy; "";
            ),
        )
    };
}
