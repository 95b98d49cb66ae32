//! What is known of a field, as types: how it is stored, how keys use it, and what a row without it has. Each rule is a
//! trait of its own, since a trait has one message.

use std::marker::PhantomData;

pub use ddbkey::DdbKeys;

use crate::private::{AttributeUse, Entity, facts};

/// The field is the version of the row.
const IS_VERSION: u16 = 3_000;
/// The field is the type attribute of the table.
const IS_TYPE: u16 = 4_000;
/// The field is the time to live.
const IS_TTL: u16 = 5_000;

/// How serde stores a field, how keys use it and what a row without it has, as one number. Only the reason counts if
/// `field!` refuses the field.
#[must_use]
pub const fn facts(entity: Entity, name: &str) -> u16 {
    // A field of what the entity dereferences to, which `Field::__of` reports, or a declaration with mistakes.
    let Some(record) = entity.fields.by_name(name) else { return 0 };
    let (stored, used) = (record.facts % 10, record.facts / 1_000 % 10 * 1_000);
    if stored != 0 {
        return stored;
    }
    let Some(attribute) = record.written() else { return 0 };
    let is_used = match entity.use_of(attribute) {
        _ if used == facts::IN_KEY => facts::IN_KEY,
        Some(AttributeUse::Version) => IS_VERSION,
        Some(AttributeUse::TypeAttribute) => IS_TYPE,
        _ if used == facts::READ_BY_METHOD => facts::READ_BY_METHOD,
        Some(AttributeUse::TimeToLive) => IS_TTL,
        None => 0,
    };
    record.facts - used + is_used
}

/// The facts of a field as a number, as a type.
pub struct Facts<const N: u16>;

/// The names of these facts, which the compiler prints.
pub trait Means {
    /// What is known of the field.
    type Known: FieldFacts;
}

/// What is known of a field that a condition can compare.
pub struct Known<Used, Missing, Holding, Form>(PhantomData<(Used, Missing, Holding, Form)>);

/// What is known of a field that `field!` refuses.
pub struct Refused<Stored>(PhantomData<fn() -> Stored>);

/// The parts of what is known of a field.
pub trait FieldFacts {
    type Stored;
    type Used;
    type Missing;
    type Holding;
    type Form;
}

impl<Used, Missing, Holding, Form> FieldFacts for Known<Used, Missing, Holding, Form> {
    type Stored = AsItsType;
    type Used = Used;
    type Missing = Missing;
    type Holding = Holding;
    type Form = Form;
}

/// Everything else is allowed, so that a refused field has one error.
impl<Stored> FieldFacts for Refused<Stored> {
    type Stored = Stored;
    type Used = Free;
    type Missing = Never;
    type Holding = Required;
    type Form = OneForm;
}

/// Declares a rule about the values of a group of facts, with the error for any other value.
macro_rules! rule {
    ($rule:ident: $($kept:ident)*; $($key:ident = $text:literal)*) => {
        #[diagnostic::on_unimplemented($($key = $text),*)]
        pub trait $rule {}
        $(#[diagnostic::do_not_recommend] impl $rule for $kept {})*
    };
}

/// Declares the values of a group of facts that `field!` or an edit refuses, each with the rule against it. The values before
/// a rule follow it, and so do those after it.
macro_rules! refusals {
    ([$($before:ident)*]) => {};
    ([$($before:ident)*]
        $value:ident, $rule:ident: {$($error:tt)*}
        $($after:ident, $after_rule:ident: $after_error:tt)*
    ) => {
        pub struct $value;
        rule!($rule: $($before)* $($after)*; $($error)*);
        refusals!([$($before)* $value] $($after, $after_rule: $after_error)*);
    };
}

/// Serde stores the field as the value itself, under one name.
pub struct AsItsType;

refusals! { [AsItsType]
    OwnCode, WrittenAsItsType: {
        message = "serde writes this field in its own way"
        label = "declared with `with`, `serialize_with`, `deserialize_with` or `getter`"
        note = "compare it in a `customize`, or change it with `update`"
    }
    NotStored, IsStored: {
        message = "serde skips this field, so no item has it"
        label = "not an attribute"
        note = "remove `skip`, or give the type that hides the field a struct of its own"
    }
    Flattened, OneAttribute: {
        message = "this field is flattened, so it is no attribute of its own"
        label = "not an attribute"
        note = "compare its attributes in a `customize`, or change them with `update`"
    }
    Aliased, OneName: {
        message = "a row may have this field under another name, its alias"
        label = "serde reads it under several names"
        note = "compare it in a `customize`, or change it with `update`"
    }
    TwoNames, SameName: {
        message = "serde writes this field under one name and reads it under another"
        label = "two names"
        note = "give it one name: `#[serde(rename = \"…\")]`"
    }
    Converted, OwnFields: {
        message = "serde converts this struct, so the attributes of its fields are not known"
        label = "the struct has `from`, `into`, `try_from`, `remote` or `transparent`"
        note = "compare it in a `customize`, or change it with `update`"
    }
}

/// No key is built from the field, and it has no other task in the table.
pub struct Free;

refusals! { [Free]
    PartOfKey, PartOfNoKey: {
        message = "this field is a part of a key, which would no longer agree with it"
        label = "a part of a key of the table or of an index"
        note = "change it with `update`, which writes the keys of indexes with it"
    }
    InputOfMethod, InputOfNoMethod: {
        message = "a key of this entity calls a method, which may depend on this field"
        label = "any field can change that key"
        note = "change it with `update`, which calls the method, or keep the field in a row of its own"
    }
    Version, NotTheVersion: {
        message = "this field is the version of the row, which each edit increments"
        label = "the version"
    }
    TypeAttribute, NotTheType: {
        message = "this field is the type attribute of the table"
        label = "tells which entity a row belongs to"
        note = "change it with `update`"
    }
    TimeToLive, NotTheTimeToLive: {
        message = "this field is the time to live, and 0 or a missing one means never"
        label = "a sum may be a time in the past"
        note = "`set` the new time"
    }
}

/// Each row has the field, or it is `None`.
pub struct Never;

/// A row can lack the field, which then has the default of its type.
pub struct Defaulted;

/// A row can lack the field, which then has another default, or cannot be read.
pub struct Sometimes;

/// A row can lack the field, and the condition says what it then counts as.
pub struct Counted;

rule! { InEachRow: Never Counted;
    message = "a row may lack this field although the field has a value"
    label = "has a `default` or a `skip_serializing_if`"
    note = "say what a row without it counts as: `field!(Order.archived).or(false)`"
}

rule! { NoneIfMissing: Never;
    message = "a row without this field has its default, not `None`"
    label = "has a `default` of its own"
    note = "`set` it to `None`, which stores NULL, or change it with `update`"
}

rule! { EmptyIfMissing: Never Defaulted;
    message = "a row may lack this list although the list has members"
    label = "has a `default` that is not the empty list, or a `skip_serializing_if`"
    note = "change it with `update`"
}

pub struct OneForm;

/// A list whose members have one form.
pub struct List;

pub struct SeveralForms;

rule! { HasOneForm: OneForm;
    message = "the values of this field have several stored forms, which DynamoDB does not compare by value"
    label = "a list, a map, a set, a time, a decimal or an integer of 128 bits"
    note = "compare it in a `customize`"
}

rule! { HasMembersOfOneForm: OneForm List;
    message = "the members of this field have several stored forms, which DynamoDB does not compare by value"
    label = "contains lists, maps, sets, times, decimals or integers of 128 bits"
    note = "compare it in a `customize`"
}

/// A field that is not an `Option`.
pub struct Required;

/// An `Option`.
pub struct Optional;

/// The type that a field compares as: `T` of `Option<T>`.
pub trait Holds<T> {
    type Value;
}

impl<T> Holds<T> for Required {
    type Value = T;
}

impl<T> Holds<Option<T>> for Optional {
    type Value = T;
}

/// Implements [`Means`] for each sum of one value of each group.
macro_rules! means {
    ($($used:ident $u:literal)*) => {
        $(means!(@ $used $u; Never 0, Defaulted 10, Sometimes 20);)*
    };
    (@ $used:ident $u:literal; $($missing:ident $m:literal),*) => {
        $(means!(@ $used $missing ($u + $m); Required 0, Optional 100);)*
    };
    (@ $used:ident $missing:ident $sum:tt; $($holding:ident $h:literal),*) => {
        $(means!(@ $used $missing $holding ($sum + $h); OneForm 0, List 10_000, SeveralForms 20_000);)*
    };
    (@ $used:ident $missing:ident $holding:ident $sum:tt; $($form:ident $f:literal),*) => {$(
        impl Means for Facts<{ $sum + $f }> {
            type Known = Known<$used, $missing, $holding, $form>;
        }
    )*};
}

means! {
    Free 0 PartOfKey 1_000 InputOfMethod 2_000 Version 3_000 TypeAttribute 4_000 TimeToLive 5_000
}

macro_rules! refused {
    ($($stored:ident $n:literal)*) => {$(
        impl Means for Facts<$n> {
            type Known = Refused<$stored>;
        }
    )*};
}

refused! { OwnCode 1 NotStored 2 Flattened 3 Aliased 4 TwoNames 5 Converted 6 }
