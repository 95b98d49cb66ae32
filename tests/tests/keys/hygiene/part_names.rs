//! Items with the names of parameters, locals and types in the code of a part.

#![allow(
    dead_code,
    non_camel_case_types,
    non_upper_case_globals,
    unused_macros,
    reason = "they stand in the way, no more"
)]

use ddbkey::KeyPart;

const value: u8 = 1;
const text: &str = "text";
const out: u8 = 1;
static f: u8 = 1;
static state: u8 = 1;
struct other;
struct k;
enum x {}
mod name {}
mod key {}

struct F;
struct H;
struct O;
struct Ref;
struct Order;
struct Part;
struct Display;
struct AsRef;
struct PhantomData;
struct Format;
struct Form;
trait From {}
trait Into {}
trait Hasher {}

macro_rules! write {
    () => {
        compile_error!("not this one")
    };
}
macro_rules! matches {
    () => {
        compile_error!("not this one")
    };
}

#[derive(KeyPart)]
struct UserId(String);

#[derive(KeyPart)]
#[key_part(check = is_small)]
struct Version(u32);

fn is_small(number: u32) -> bool {
    number < 100
}

/// A type with the name of a parameter, and parameters with the names of types.
#[derive(KeyPart)]
struct Wrap<'k, 'x, T: ?Sized, __F, __O>(
    Inner,
    core::marker::PhantomData<&'k T>,
    core::marker::PhantomData<(&'x __F, __O)>,
);

#[derive(KeyPart)]
struct Inner(std::borrow::Cow<'static, str>);

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(copy)]
struct Held(u8);

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(as_str)]
enum Status {
    value,
    __value,
    Ok,
    None,
}

#[derive(KeyPart)]
enum Owner {
    value(UserId),
    __value(Status),
    Ok,
    None,
}

#[test]
fn works() {
    assert_eq!(Owner::__value(Status::Ok).as_part().to_string(), "__value#Ok");
    let read = <Owner as KeyPart>::read("value#u");
    assert_eq!(read, Some(OwnerRef::value(UserIdRef::new("u"))));
    let wrap =
        Wrap::<str, F, O>(Inner("w".into()), core::marker::PhantomData, core::marker::PhantomData);
    assert_eq!(wrap.as_part().to_string(), "w");
    assert_eq!(UserId::from(UserIdRef::new("u")).as_part(), UserIdRef::new("u"));
    assert_eq!(<Version as KeyPart>::read("7"), Some(VersionRef::new(7)));
    assert_eq!(<Version as KeyPart>::read("100"), None);
    assert_eq!(<Held as KeyPart>::read("7"), Some(Held(7)));
    assert_eq!(Status::read("__value"), Some(Status::__value));
    assert_eq!((Status::Ok.as_str(), Status::None.as_str()), ("Ok", "None"));
}
