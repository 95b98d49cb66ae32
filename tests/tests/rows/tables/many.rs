//! A table of more entities than a machine word has bits.

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

macro_rules! entities {
    ($($name:ident $text:literal)+) => {
        $(
            #[derive(DdbKeys, Serialize, Deserialize, Debug)]
            #[pk("TENANT", tenant)]
            #[sk($text, "{number:03}")]
            struct $name { tenant: String, number: u16 }
        )+

        #[derive(DdbTable, Debug)]
        enum Many {
            $($name($name)),+
        }

        #[test]
        fn each_entity_is_found() {
            $(
                let entity = $name { tenant: "t1".into(), number: 7 };
                let (pk, sk) = (entity.pk().unwrap(), entity.sk().unwrap());
                let key = $name::parse_key(&pk, &sk).unwrap();
                assert_eq!(Many::parse_key(&pk, &sk), Ok(ManyKey::$name(key)));
                let item = Many::from(entity).to_item().unwrap();
                assert!(matches!(Many::from_item(item), Ok(Many::$name(_))));
            )+
        }
    };
}

entities! {
    E00 "E00" E01 "E01" E02 "E02" E03 "E03" E04 "E04" E05 "E05"
    E06 "E06" E07 "E07" E08 "E08" E09 "E09" E10 "E10" E11 "E11"
    E12 "E12" E13 "E13" E14 "E14" E15 "E15" E16 "E16" E17 "E17"
    E18 "E18" E19 "E19" E20 "E20" E21 "E21" E22 "E22" E23 "E23"
    E24 "E24" E25 "E25" E26 "E26" E27 "E27" E28 "E28" E29 "E29"
    E30 "E30" E31 "E31" E32 "E32" E33 "E33" E34 "E34" E35 "E35"
    E36 "E36" E37 "E37" E38 "E38" E39 "E39" E40 "E40" E41 "E41"
    E42 "E42" E43 "E43" E44 "E44" E45 "E45" E46 "E46" E47 "E47"
    E48 "E48" E49 "E49" E50 "E50" E51 "E51" E52 "E52" E53 "E53"
    E54 "E54" E55 "E55" E56 "E56" E57 "E57" E58 "E58" E59 "E59"
    E60 "E60" E61 "E61" E62 "E62" E63 "E63" E64 "E64" E65 "E65"
}

#[test]
fn the_nearest_is_named() {
    let error = Many::parse_key("TENANT#t1", "E65#7").unwrap_err();
    assert!(error.to_string().contains("`E65`"), "{error}");
}
