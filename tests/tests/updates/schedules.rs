//! Random schedules of four programs over one row, in memory and on an engine, which must accept and refuse the same
//! requests and hold the same item after each.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::{
    AttributeValue, BillingMode, ConditionCheck, Put, TransactWriteItem,
};
use ddbkey_aws::prelude::*;
use proptest::bool::weighted;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tokio::runtime::Runtime;

use crate::Item;
use crate::forms::{Visitor, visit_all};
use crate::memory::{Key, Memory, Request, key_item, key_of};
use crate::search::{Form, Row, World};

/// A table on an engine.
struct Engine {
    runtime: Runtime,
    client: Client,
    table: String,
}

impl Engine {
    fn new<T: Row>() -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a runtime");
        let (client, table) = runtime.block_on(async {
            let (client, table) = (
                ddbkey_engine::from_env().expect("an engine"),
                ddbkey_engine::table_name("updates"),
            );
            let create = client.create_table().table_name(&table);
            let create = create.billing_mode(BillingMode::PayPerRequest).table_schema(T::SCHEMA);
            create.expect("a schema").send().await.expect("a table");
            (client, table)
        });
        Self { runtime, client, table }
    }

    fn items(&self) -> Memory {
        let scan = self.client.scan().table_name(&self.table).consistent_read(true).send();
        let items = self.runtime.block_on(scan).expect("a scan").items.unwrap_or_default();
        Memory(items.into_iter().map(|item| (key_of(&item), item)).collect())
    }

    /// Leaves only this item in the table.
    fn reset(&self, item: Option<&Item>) {
        self.runtime.block_on(async {
            for key in self.items_now().await.iter().map(key_of) {
                let delete = self.client.delete_item().table_name(&self.table);
                delete.set_key(Some(key_item(&key))).send().await.expect("a delete");
            }
            if let Some(item) = item {
                let put = self.client.put_item().table_name(&self.table);
                put.set_item(Some(item.clone())).send().await.expect("a put");
            }
        });
    }

    async fn items_now(&self) -> Vec<Item> {
        let scan = self.client.scan().table_name(&self.table).send();
        scan.await.expect("a scan").items.unwrap_or_default()
    }

    /// Sends a request. Returns whether its condition held.
    fn send<T: Row>(&self, request: &Request) -> bool {
        self.runtime.block_on(async {
            let update = || self.client.update_item().table_name(&self.table);
            match request {
                Request::Update(own) => {
                    let sent = update().item_update(own).send().await;
                    is_made(sent, UpdateItemError::is_conditional_check_failed_exception)
                }
                Request::Move(rekey) => {
                    let sent = self.client.transact_write_items().rekey(rekey, &self.table);
                    is_made(
                        sent.send().await,
                        TransactWriteItemsError::is_transaction_canceled_exception,
                    )
                }
                Request::Create(item, keys) => {
                    let writes = self.create::<T>(item, keys);
                    let sent = self.client.transact_write_items().set_transact_items(Some(writes));
                    is_made(
                        sent.send().await,
                        TransactWriteItemsError::is_transaction_canceled_exception,
                    )
                }
                Request::Delete(key) => {
                    let delete = self.client.delete_item().table_name(&self.table);
                    let sent = delete.set_key(Some(key_item(key))).if_exists::<T>().send().await;
                    is_made(sent, DeleteItemError::is_conditional_check_failed_exception)
                }
                Request::Transaction(actions) => {
                    let actions = on_table(actions.clone(), &self.table);
                    let sent = self.client.transact_write_items().set_transact_items(Some(actions));
                    is_made(
                        sent.send().await,
                        TransactWriteItemsError::is_transaction_canceled_exception,
                    )
                }
                Request::Add(key, name) => {
                    let one = AttributeValue::N("1".into());
                    let add = update().update_expression("ADD #n :v").set_key(Some(key_item(key)));
                    let add = add.expression_attribute_names("#n", *name);
                    let add = add.expression_attribute_values(":v", one).if_exists::<T>();
                    is_made(
                        add.send().await,
                        UpdateItemError::is_conditional_check_failed_exception,
                    )
                }
                Request::Set(key, name, text) => {
                    let text = AttributeValue::S((*text).into());
                    let set =
                        update().update_expression("SET #n = :v").set_key(Some(key_item(key)));
                    let set = set.expression_attribute_names("#n", *name);
                    let set = set.expression_attribute_values(":v", text).if_exists::<T>();
                    is_made(
                        set.send().await,
                        UpdateItemError::is_conditional_check_failed_exception,
                    )
                }
            }
        })
    }

    /// Returns a put under the current key, and a check of each legacy key.
    fn create<T: Row>(&self, item: &Item, keys: &[Key]) -> Vec<TransactWriteItem> {
        let put = Put::builder().table_name(&self.table).set_item(Some(item.clone()));
        let put = put.if_absent::<T>().build().expect("a put");
        let legacy = keys.iter().filter(|key| **key != key_of(item)).map(|key| {
            let check = ConditionCheck::builder().table_name(&self.table);
            let check = check.set_key(Some(key_item(key))).if_absent::<T>();
            let check = check.build().expect("a check");
            TransactWriteItem::builder().condition_check(check).build()
        });
        legacy.chain([TransactWriteItem::builder().put(put).build()]).collect()
    }
}

/// Returns the same actions on another table.
fn on_table(mut actions: Vec<TransactWriteItem>, table: &str) -> Vec<TransactWriteItem> {
    for action in &mut actions {
        let names = [
            action.put.as_mut().map(|own| &mut own.table_name),
            action.update.as_mut().map(|own| &mut own.table_name),
            action.delete.as_mut().map(|own| &mut own.table_name),
            action.condition_check.as_mut().map(|own| &mut own.table_name),
        ];
        names.into_iter().flatten().for_each(|name| table.clone_into(name));
    }
    actions
}

/// Returns whether a request was applied; otherwise its condition has failed.
fn is_made<O, E: std::fmt::Debug>(
    sent: Result<O, SdkError<E, impl std::fmt::Debug>>,
    is_refused: fn(&E) -> bool,
) -> bool {
    let Err(error) = sent else { return true };
    assert!(error.as_service_error().is_some_and(is_refused), "{error:?}");
    false
}

/// The next step of a program, given what it has read.
#[derive(Default)]
struct Program {
    has_read: bool,
    item: Option<Item>,
    done: usize,
}

/// The row, the condition of updates, the actions of each program, and whose turn it is, step by step, with whether the
/// program learns the answer to what it sends. A program whose turn does not come again has died.
type Schedule = (usize, usize, Vec<Vec<usize>>, Vec<(usize, bool)>);

fn run<T: Row>(
    engine: &Engine,
    form: &Form<T>,
    sample: &T,
    (start, width, todo, turns): Schedule,
) -> Result<usize, TestCaseError> {
    let start = form.items[start % form.items.len()].as_ref();
    let width = form.widths[width % form.widths.len()];
    engine.reset(start);
    let mut world = World::new(start, sample);
    let mut programs: Vec<Program> = todo.iter().map(|_| Program::default()).collect();
    let mut refused = 0;
    for (turn, is_answered) in turns {
        let at = turn % programs.len();
        let (program, todo) = (&mut programs[at], &todo[at]);
        let Some(action) = todo.get(program.done) else { continue };
        let action = form.actions[action % form.actions.len()];
        if !program.has_read {
            (program.item, program.has_read) = (world.get().cloned(), true);
            continue;
        }
        let Some(request) = World::<T>::request(action.does, program.item.as_ref(), width) else {
            *program = Program { done: program.done + 1, ..Program::default() };
            continue;
        };
        let is_made = world.stored.send(&request);
        prop_assert_eq!(engine.send::<T>(&request), is_made, "{} {:?}", action.name, request);
        prop_assert_eq!(&engine.items(), &world.stored, "{} {:?}", action.name, request);
        if is_made {
            let checked = world.check(action.does, form);
            checked.map_err(|error| TestCaseError::fail(format!("{}: {error}", action.name)))?;
            // Without an answer, it sends the same request again in its next turn, and may do its work twice, unless
            // it is sent once or has a token.
            if is_answered || action.does.is_once() {
                *program = Program { done: program.done + 1, ..Program::default() };
            }
        } else {
            refused += 1;
            // The item that the failed request returns.
            program.item = world.get().cloned();
        }
    }
    let repaired = world.repaired();
    repaired.map_err(TestCaseError::fail)?;
    Ok(refused)
}

struct Schedules {
    number: u32,
    /// Whether there are so many that some request must be refused.
    are_many: bool,
}

impl Visitor for Schedules {
    fn visit<T: Row>(&mut self, form: &Form<T>, sample: &T) {
        let engine = Engine::new::<T>();
        let refused = std::cell::Cell::new(0);
        let programs = vec(vec(any::<usize>(), 1..4), 2..5);
        let turns = vec((any::<usize>(), weighted(0.8)), 8..32);
        let schedules = (any::<usize>(), any::<usize>(), programs, turns);
        let mut runner = TestRunner::new(Config {
            source_file: Some(file!()),
            ..Config::with_cases(self.number)
        });
        let check = |schedule| {
            refused.set(refused.get() + run(&engine, form, sample, schedule)?);
            Ok(())
        };
        if let Err(error) = runner.run(&schedules, check) {
            panic!("{}: {error}", form.name);
        }
        assert!(!self.are_many || refused.get() > 0, "{}: no request was refused", form.name);
    }
}

#[test]
fn an_engine_and_the_model_agree() {
    visit_all(&mut Schedules { number: 12, are_many: false });
}

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn an_engine_and_the_model_agree_on_many_schedules() {
    visit_all(&mut Schedules { number: 60, are_many: true });
}
