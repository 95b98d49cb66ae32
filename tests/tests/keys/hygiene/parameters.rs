//! Parameters with the names of generated ones.

use core::marker::PhantomData;

use ddbkey::{DdbKeys, KeyPart};

#[allow(clippy::type_complexity, reason = "each parameter is used")]
#[derive(DdbKeys)]
#[pk("A", h, s, "{form}", k)]
#[sk("B", f, t, x, v, state)]
#[gsi("gsi1", pk = (h, s), sk = (t, "{r}", key))]
struct Types<'k, 'key, 'x, 'v, 's, H, S, F, T, K, Form, R, PART, Self_>
where
    H: KeyPart,
    T: Clone,
{
    h: String,
    s: String,
    f: String,
    t: String,
    k: String,
    form: String,
    r: String,
    x: &'x str,
    v: &'v str,
    key: &'key str,
    state: &'s str,
    others: PhantomData<(&'k (), H, S, F, T, K, Form, R, PART, Self_)>,
}

#[derive(DdbKeys)]
#[pk("A", tag)]
#[sk("B", tag)]
struct Constant<const PART: usize, const N: usize> {
    tag: Tag<3>,
    rest: [[u8; PART]; N],
}

#[derive(KeyPart)]
struct Tag<const N: usize>(String);

#[derive(KeyPart)]
struct Wrap<'k, Form>(Form, PhantomData<&'k ()>);

#[test]
fn works() {
    let types = Types {
        h: "h".into(),
        s: "s".into(),
        f: "f".into(),
        t: "t".into(),
        k: "k".into(),
        form: "form".into(),
        r: "r".into(),
        x: "x",
        v: "v",
        key: "key",
        state: "state",
        others: PhantomData::<(&(), u8, (), (), (), (), (), (), (), ())>,
    };
    assert_eq!(types.pk().unwrap(), "A#h#s#form#k");
    assert_eq!(types.sk().unwrap(), "B#f#t#x#v#state");
    assert_eq!(types.gsi1().keys().unwrap().sk(), Some("t#r#key"));
    let constant = Constant { tag: Tag("x".into()), rest: [[0]] };
    assert_eq!(constant.sk().unwrap(), "B#x");
    assert_eq!(constant.rest.len(), 1);
    let wrap = Wrap(7u8, PhantomData);
    assert_eq!(wrap.as_part(), WrapRef::new(7));
}
