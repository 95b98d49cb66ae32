//! Whatever is in the quotes of a part, the derive accepts or refuses it.
//!
//! The first byte selects what surrounds the string.

use syn::{DeriveInput, LitStr, parse_quote};

use crate::declaration::check_keys;

pub fn run(data: &[u8]) {
    proc_macro2::extra::invalidate_current_thread_spans();
    let Some((select, text)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(text) else { return };
    check_keys(&declaration(*select, &LitStr::new(text, proc_macro2::Span::call_site())));
}

fn declaration(select: u8, text: &LitStr) -> DeriveInput {
    let keys: syn::File = match select % 8 {
        0 => parse_quote!(
            #[pk(#text)]
            struct S;
        ),
        1 => parse_quote!(
            #[pk("A", n)]
            #[sk(#text)]
            struct S;
        ),
        2 => parse_quote!(
            #[pk("A")]
            #[sk(id, #text)]
            struct S;
        ),
        3 => parse_quote!(
            #[pk("A")]
            #[sk(#text, id)]
            struct S;
        ),
        4 => parse_quote!(
            #[pk("A")]
            #[sk[#text as "at"]]
            struct S;
        ),
        5 => parse_quote!(
            #[pk("A")]
            #[gsi("gsi", pk = (#text), sk = [#text as "b"])]
            struct S;
        ),
        6 => parse_quote!(
            #[pk("A")]
            #[sk(#text -> u64)]
            struct S;
        ),
        _ => parse_quote!(
            #[ddb(separator = #text)]
            #[pk(id, n)]
            struct S;
        ),
    };
    let [syn::Item::Struct(syn::ItemStruct { attrs, .. })] = &keys.items[..] else {
        unreachable!("one struct")
    };
    parse_quote! {
        #(#attrs)*
        struct Entity { id: String, n: u32, at: Timestamp, day: Date, r#type: bool, email: Option<String> }
    }
}
