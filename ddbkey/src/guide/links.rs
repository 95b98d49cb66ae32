//! The link targets of items that guide pages name in code, such as `parse_key` and `DdbKeys::parse_key`.
//!
//! Markdown does not distinguish `keys` from `Keys`. If two links have one name, the first is used.

/// Links types of a module, or members of a type.
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

/// Links the same on the web: a page and what follows its name, or a page and the members of the type that it describes.
macro_rules! link_at {
    ($start:expr, $end:literal: $($item:ident)*) => {
        concat!($(concat!("[`", stringify!($item), "`]: ", $start, stringify!($item), $end, "\n")),*)
    };
    ($page:expr, $type:ident: $($item:ident)*) => {
        concat!($(
            concat!("[`", stringify!($item), "`]: ", $page, stringify!($item), "\n"),
            concat!("[`", stringify!($type), "::", stringify!($item), "`]: "),
            concat!($page, stringify!($item), "\n")
        ),*)
    };
}

/// Links items of `ddbkey-aws`, given the address of its documentation up to a page.
macro_rules! link_aws {
    ($page:literal, $type:tt: $($item:ident)*) => {
        link_at!(concat!("https://docs.rs/ddbkey-aws/latest/ddbkey_aws/", $page), $type: $($item)*)
    };
}

/// Links items of features.
#[cfg(all(feature = "page-token", feature = "shard"))]
macro_rules! link_or_docs_rs {
    ($module:literal: $($item:ident)*; $start:literal $end:literal) => {
        link!($module: $($item)*)
    };
    ($module:literal $type:ident: $($item:ident)*; $page:literal) => {
        link!($module $type: $($item)*)
    };
}

/// Links the same if one of these features is off.
#[cfg(not(all(feature = "page-token", feature = "shard")))]
macro_rules! link_or_docs_rs {
    ($module:literal: $($item:ident)*; $start:literal $end:literal) => {
        link_at!(concat!("https://docs.rs/ddbkey/latest/ddbkey/", $start), $end: $($item)*)
    };
    ($module:literal $type:ident: $($item:ident)*; $page:literal) => {
        link_at!(concat!("https://docs.rs/ddbkey/latest/ddbkey/", $page), $type: $($item)*)
    };
}

/// Links items of the crate `ddbkey-tools`, which this crate does not know.
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
            link!("": KeyCondition KeyError Keys KeyValue),
            link!("" DdbKeys: key keys parse_key query start_key),
            link!("" KeyCondition: expression matches names values),
            link!("key::" KeyText: condition),
            link!("key::" KeyTexts: texts),
            link!("key::" RowQuery: nested),
            link!("key::" TypedQuery: build build_or_none descending),
            link!("part::": midnight),
            link_or_docs_rs!("part::": Shard; "part/struct." ".html"),
            link_or_docs_rs!("token::": TokenError; "token/enum." ".html"),
            link_or_docs_rs!("": token; "" "/index.html"),
            link_or_docs_rs!("" KeyCondition: start_at token; "struct.KeyCondition.html#method."),
            link_or_docs_rs!("part::" Shard: of; "part/struct.Shard.html#method."),
            link_or_docs_rs!(
                "token::" TokenError: OtherQuery;
                "token/enum.TokenError.html#variant."
            ),
            link_or_docs_rs!(
                "token::" TokenError: is_client_error;
                "token/enum.TokenError.html#method."
            ),
            link_tools!(
                "fn.": check_snapshot diff; ".html";
                "enum.Deploy.html#variant.": AfterBackfill AnyOrder Breaking ReadersFirst; "";
                "struct.SchemaChange.html#method.": cost deploy; "";
            ),
            link_aws!("trait.ItemExt.html#method.", ItemExt: from_item to_item update_item),
            link_aws!("trait.ConditionExt.html#tymethod.", ConditionExt: if_absent),
            link_aws!("trait.CreateTableExt.html#tymethod.", CreateTableExt: table_schema),
            link_aws!("trait.KeyExt.html#tymethod.", KeyExt: item_key),
            link_aws!("trait.KeysExt.html#tymethod.", KeysExt: into_item),
            link_aws!("trait.QueryExt.html#tymethod.", QueryExt: key_condition),
            link_aws!("trait.UpdateExt.html#tymethod.", UpdateExt: item_update),
            link_aws!("trait.TableExt.html#method.", TableExt: change),
            link_aws!("trait.TimeToLiveExt.html#tymethod.", TimeToLiveExt: time_to_live_schema),
            link_aws!("fn.", ".html": verify verify_ttl),
        )
    };
}
