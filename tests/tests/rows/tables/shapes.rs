//! Tables of unusual shapes: without a sort key, of borrowed entities, of one entity.

use std::borrow::Cow;

use ddbkey::{DdbKeys, DdbTable, ParseErrorKind};

mod without_sort_key {
    use super::{DdbKeys, DdbTable, ParseErrorKind};

    #[derive(DdbTable)]
    #[ddb(pk = "id")]
    #[gsi("by_owner", pk = "owner")]
    enum Cache {
        Session(Session),
        Token(Token),
    }

    #[derive(DdbKeys)]
    #[ddb(table = Cache)]
    #[pk("SESSION", id)]
    #[gsi("by_owner", pk = ("OWNER", owner))]
    struct Session {
        id: String,
        owner: String,
    }

    #[derive(DdbKeys)]
    #[ddb(table = Cache)]
    #[pk("TOKEN", hash)]
    struct Token {
        hash: String,
    }

    #[test]
    fn dispatch() {
        assert!(matches!(
            Cache::parse_key("SESSION#s1"),
            Ok(CacheKey::Session(SessionKey { id: "s1" }))
        ));
        assert!(matches!(Cache::parse_key("TOKEN#t"), Ok(CacheKey::Token(TokenKey { hash: "t" }))));
        let unknown = Cache::parse_key("SESSION");
        assert!(
            matches!(unknown, Err(error) if error.kind() == ParseErrorKind::UnknownEntity && error.to_string().contains("`Cache`"))
        );
        let session = Session { id: "s1".into(), owner: "o".into() };
        let keys = Cache::from(session).keys().unwrap();
        assert_eq!(
            (keys.pk(), keys.sk(), keys.get("owner")),
            ("SESSION#s1", None, Some("OWNER#o"))
        );
        assert!(Cache::from(Token { hash: "t".into() }).keys().unwrap().get("owner").is_none());
    }
}

mod borrowed {
    use super::{Cow, DdbKeys, DdbTable, ParseErrorKind};

    #[derive(DdbKeys, Debug, PartialEq)]
    #[pk("USER", name)]
    #[sk("PROFILE")]
    struct User<'a> {
        name: &'a str,
    }

    #[derive(DdbKeys, Debug, PartialEq)]
    #[pk("USER", name)]
    #[sk("NOTE", "{id:03}")]
    struct Note<'a> {
        name: Cow<'a, str>,
        id: u8,
    }

    /// The key enum has its own lifetime, whatever this one is called.
    #[derive(DdbTable, Debug, PartialEq)]
    enum Notes<'k> {
        User(User<'k>),
        Note(Note<'k>),
        Owned(Owned),
    }

    #[derive(DdbKeys, Debug, PartialEq)]
    #[pk("USER", name)]
    #[sk("OWNED")]
    struct Owned {
        name: String,
    }

    #[test]
    fn dispatch() {
        let name = String::from("ann");
        let user = Notes::from(User { name: &name });
        assert_eq!(user.keys().unwrap().pk(), "USER#ann");
        assert!(matches!(
            Notes::parse_key("USER#ann", "PROFILE"),
            Ok(NotesKey::User(UserKey { name: "ann" }))
        ));
        assert!(matches!(Notes::parse_key("USER#ann", "OWNED"), Ok(NotesKey::Owned(_))));
        assert!(matches!(
            Notes::parse_key("USER#ann", "NOTE#007"),
            Ok(NotesKey::Note(NoteKey { name: "ann", id: 7 }))
        ));
        let unknown = Notes::parse_key("USER#ann", "NOTE#7");
        assert!(
            matches!(unknown, Err(error) if error.kind() == ParseErrorKind::UnknownEntity && error.to_string().contains("`Notes`"))
        );
    }
}
