//! Random losses: several writers count at once, while requests and answers are lost at random.

use std::collections::BTreeSet;

use ddbkey_aws::Table;
use ddbkey_aws::TableErrorKind::{self, Busy, Conflict, InDoubt, Service, Throttled};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tokio::task::JoinSet;

use super::script::{Script, Step};
use super::shop::{Fixture, Shop, User, UserKey, user};

const USER: UserKey<'static> = UserKey { user_id: "u1" };

/// What happens to a writer's request. Most requests are answered.
#[derive(Clone, Copy, Debug)]
enum Meets {
    Answer,
    LostAnswer,
    LostRequest,
    ServerError,
    Throttling,
}

impl Meets {
    fn any() -> impl Strategy<Value = Self> {
        let losses = vec![Self::LostAnswer, Self::LostRequest, Self::ServerError, Self::Throttling];
        prop_oneof![3 => Just(Self::Answer), 2 => select(losses)]
    }

    fn step(self) -> Step {
        match self {
            Self::Answer => Step::Answer,
            Self::LostAnswer => Step::LoseAnswer,
            Self::LostRequest => Step::LoseRequest,
            Self::ServerError => Step::Code(500, "InternalServerError"),
            Self::Throttling => Step::Code(400, "ThrottlingException"),
        }
    }
}

/// How a writer counts.
#[derive(Clone, Copy, Debug)]
enum Counts {
    Update,
    ExactlyOnce,
    Next,
}

/// The result of a count: the number of the row that the writer received, if it received one.
type Ended = Result<u32, TableErrorKind>;

impl Counts {
    fn any() -> impl Strategy<Value = Self> {
        select(&[Self::Update, Self::ExactlyOnce, Self::Next])
    }

    async fn once(self, shop: &Table<Shop>) -> Ended {
        let count = |user: &mut User| user.visits += 1;
        let told = |user: Option<User>| user.expect("the row is never deleted").visits;
        let ended = match self {
            Self::Update => shop.update(USER, count).await.map(told),
            Self::ExactlyOnce => shop.update(USER, count).exactly_once().await.map(told),
            Self::Next => {
                let next = shop.next(&user(0), "visits").await;
                next.map(|number| u32::try_from(number).expect("a small number"))
            }
        };
        ended.map_err(|error| error.kind())
    }
}

/// Counts the given number of times with each writer, all at once. Returns the row's number and the result of each count.
async fn count(writers: &[(Counts, usize, Vec<Meets>)]) -> (u32, Vec<(Counts, Ended)>) {
    let Fixture { others, store, .. } = Fixture::new().await;
    others.create(&user(0)).await.unwrap();
    let mut counting = JoinSet::new();
    for (counts, times, meets) in writers.iter().cloned() {
        let script = Script::default();
        script.then(meets.into_iter().map(Meets::step));
        let shop = Table::<Shop>::new(&script.client(&store.client), &store.table);
        counting.spawn(async move {
            let mut ended = Vec::new();
            for _ in 0..times {
                ended.push((counts, counts.once(&shop).await));
            }
            ended
        });
    }
    let ended = counting.join_all().await.concat();
    (others.get(USER).await.unwrap().unwrap().visits, ended)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// No count is applied twice, and no count is reported as done that was not applied.
    #[test]
    fn each_count_is_applied_once_or_in_doubt(
        writers in vec((Counts::any(), 1_usize..4, vec(Meets::any(), 0..12)), 1..5),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let (visits, ended) = runtime.block_on(count(&writers));
        let done = ended.iter().filter(|(_, ended)| ended.is_ok()).count();
        let in_doubt = ended.iter().filter(|(_, ended)| *ended == Err(InDoubt)).count();
        // `next` sends an addition again if its answer was lost, so numbers have gaps.
        let gaps = if writers.iter().any(|(counts, ..)| matches!(counts, Counts::Next)) {
            writers.iter().flat_map(|(.., meets)| meets).count()
        } else {
            0
        };
        let visits = visits as usize;
        prop_assert!((done..=done + in_doubt + gaps).contains(&visits), "{visits}: {ended:?}");
        for (_, ended) in &ended {
            let known = [Busy, Conflict, InDoubt, Service, Throttled];
            prop_assert!(ended.as_ref().err().is_none_or(|kind| known.contains(kind)), "{ended:?}");
        }
        let drawn = ended.iter().filter(|(counts, _)| matches!(counts, Counts::Next));
        let drawn: Vec<_> = drawn.filter_map(|(_, ended)| ended.ok()).collect();
        prop_assert_eq!(drawn.iter().collect::<BTreeSet<_>>().len(), drawn.len());
    }
}
