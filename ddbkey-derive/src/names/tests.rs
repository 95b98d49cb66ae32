use super::allowed;

#[test]
fn lints_are_kept_off_unusual_names_alone() {
    let is_allowed = |ty: &str, fields: &[&str]| {
        let fields = fields.iter().map(ToString::to_string);
        allowed([ty.to_owned()], fields).is_some()
    };
    assert!(!is_allowed("OrderPk", &["user_id", "r"]));
    for ty in ["orderPk", "Order_Pk", "order_pk"] {
        assert!(is_allowed(ty, &["user_id"]), "{ty}");
    }
    for field in ["userId", "user__id", "USER"] {
        assert!(is_allowed("OrderPk", &["r", field]), "{field}");
    }
}
