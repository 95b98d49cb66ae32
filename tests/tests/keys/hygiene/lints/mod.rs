//! Declarations of every shape and visibility, under lints that users deny and under clippy.
//!
//! These modules are public all the way up, since `missing_docs` and similar lints ignore private
//! items.

#![deny(
    deprecated_in_future,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    impl_trait_redundant_captures,
    keyword_idents,
    let_underscore_drop,
    missing_copy_implementations,
    missing_debug_implementations,
    missing_docs,
    nonstandard_style,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unused,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences,
    warnings,
    clippy::all,
    clippy::impl_trait_in_params,
    clippy::missing_inline_in_public_items,
    clippy::nursery,
    clippy::pedantic,
    clippy::same_name_method
)]
#![expect(clippy::redundant_pub_crate, reason = "rustc's `unreachable_pub` asks for it")]
#![forbid(unsafe_code)]

pub mod keys;
pub mod parts;
