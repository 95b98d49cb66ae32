//! Tries every order of the steps of a few writers over one row.

use std::collections::BTreeSet;
use std::fmt::Debug;

use ddbkey::DdbTable;
use ddbkey_aws::__private::{KeptName, repair};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{FaultKind, UpdateItems};
use serde::Serialize;

use crate::Item;
use crate::memory::{Key, Memory, Request, key_of, texts};

/// What a writer does with an item, and the intended change of the row.
pub(crate) struct Action<T> {
    pub(crate) name: &'static str,
    pub(crate) does: Does<T>,
}

pub(crate) enum Does<T> {
    /// `update_item` of the current release.
    Update(fn(&mut T)),
    /// The same with a closure that reads fields which it does not change, and so needs a wide condition.
    Guarded(fn(&mut T)),
    /// The same by another release, which changes the row with this function.
    Other(fn(&Item, Width) -> Option<Request>, fn(&mut T)),
    Repair,
    /// A repair that also writes a field under its name which the row has under an alias alone.
    EndAliases,
    Rekey,
    Create(fn() -> T),
    Delete,
    /// An edit: one request without a read, which is not sent again if its answer is lost.
    Edit(fn(&Item) -> Request, fn(&mut T)),
    /// A closure in a transaction with an action on another row. If the closure changes nothing, the transaction must fail once
    /// it would.
    Together(fn(&Item) -> Request, fn(&mut T)),
    /// A deletion on a condition, in a transaction, and the same condition.
    DeleteWhen(fn(&Item) -> Request, fn(&T) -> bool),
    /// An action on an attribute that no index is built from.
    Add(&'static str, fn(&mut T)),
    Set(&'static str, &'static str, fn(&mut T)),
}

impl<T> Clone for Action<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Action<T> {}
impl<T> Clone for Does<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Does<T> {}

impl<T> Does<T> {
    /// Returns whether the request is not applied again if its answer is lost: it is sent once, or has a token.
    pub(crate) const fn is_once(self) -> bool {
        matches!(self, Self::Edit(..) | Self::Together(..) | Self::DeleteWhen(..))
    }
}

/// The condition of updates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Width {
    Narrow,
    Wide,
}

impl Width {
    pub(crate) const BOTH: &[Self] = &[Self::Narrow, Self::Wide];

    /// Returns the update of an item by a closure.
    pub(crate) fn update<T: UpdateItems>(self, item: &Item, change: fn(&mut T)) -> Option<Request> {
        let update = match self {
            Self::Narrow => T::update_item_narrow(item, change),
            Self::Wide => T::update_item(item, change),
        };
        let update = update.expect("it can be updated")?;
        Some(Request::Update(update.into_update()))
    }
}

/// Rows, and the actions on them.
pub(crate) struct Form<T> {
    pub(crate) name: &'static str,
    /// The row at the start.
    pub(crate) items: Vec<Option<Item>>,
    pub(crate) actions: Vec<Action<T>>,
    /// The indexes that other releases build differently.
    pub(crate) others: &'static [&'static str],
    /// Returns whether a row may become another, in addition to everything else that must hold.
    pub(crate) may_become: fn(&Item, &Item) -> bool,
    /// The conditions that its updates can have.
    pub(crate) widths: &'static [Width],
    /// Whether answers are also lost: the same request is then sent again, and its refusal may return its own work.
    pub(crate) loses: bool,
}

impl<T: Row> Form<T> {
    /// Creates a form of rows and actions without special properties.
    pub(crate) const fn of(
        name: &'static str,
        items: Vec<Option<Item>>,
        actions: Vec<Action<T>>,
    ) -> Self {
        let may_become = |_: &Item, _: &Item| true;
        Self { name, items, actions, others: &[], may_become, widths: Width::BOTH, loses: false }
    }
}

/// A table whose entities can be compared.
pub(crate) trait Row: DdbTable + UpdateItems + Clone + PartialEq + Debug {
    fn all_keys(&self) -> Vec<Key>;
}

/// The state of everything: what is stored, what should be stored, and where each writer is.
#[derive(Clone)]
pub(crate) struct World<T> {
    pub(crate) stored: Memory,
    pub(crate) meant: Option<T>,
    /// The wrong indexes. A missing row has none.
    wrong: BTreeSet<&'static str>,
    /// The row before the last request.
    last: Option<Item>,
    keys: Vec<Key>,
    log: Vec<String>,
    /// Whether an answer has been lost.
    has_lost: bool,
}

#[derive(Clone)]
enum Writer {
    /// It gets the item next.
    Starts,
    /// It has this item, or knows that there is none.
    Holds(Option<Item>),
    Done,
}

impl<T: Row> World<T> {
    pub(crate) fn new(item: Option<&Item>, sample: &T) -> Self {
        let mut stored = Memory::default();
        stored.0.extend(item.map(|item| (key_of(item), item.clone())));
        let meant = item.map(|item| T::from_item(item.clone()).expect("it can be read"));
        let wrong = item.map(wrong::<T>).unwrap_or_default();
        let keys = meant.as_ref().unwrap_or(sample).all_keys();
        Self { stored, meant, wrong, last: item.cloned(), keys, log: Vec::new(), has_lost: false }
    }

    /// Returns the item of the row, under any of its keys.
    pub(crate) fn get(&self) -> Option<&Item> {
        self.keys.iter().find_map(|key| self.stored.0.get(key))
    }

    /// Returns what a writer sends after it has read this, or `None` if it has nothing to do.
    pub(crate) fn request(does: Does<T>, item: Option<&Item>, width: Width) -> Option<Request> {
        match (does, item) {
            (Does::Create(make), None) => {
                let row = make();
                Some(Request::Create(row.to_item().expect("it can be written"), row.all_keys()))
            }
            (Does::Create(_), Some(_)) | (_, None) => None,
            (Does::Update(change), Some(item)) => width.update(item, change),
            (Does::Guarded(change), Some(item)) => Width::Wide.update(item, change),
            (Does::Other(request, _), Some(item)) => request(item, width),
            (
                Does::Edit(request, _) | Does::Together(request, _) | Does::DeleteWhen(request, _),
                Some(item),
            ) => Some(request(item)),
            (Does::Repair, Some(item)) => T::repair(item).ok().flatten().map(Request::Update),
            (Does::EndAliases, Some(item)) => {
                repair::<T>(item, KeptName::Written).ok().flatten().map(Request::Update)
            }
            (Does::Rekey, Some(item)) => {
                T::rekey(item).expect("it can be moved").map(Request::Move)
            }
            (Does::Delete, Some(item)) => Some(Request::Delete(key_of(item))),
            (Does::Add(name, _), Some(item)) => Some(Request::Add(key_of(item), name)),
            (Does::Set(name, text, _), Some(item)) => Some(Request::Set(key_of(item), name, text)),
        }
    }

    /// Checks an applied request: the row is the intended one, and no index has become wrong.
    pub(crate) fn check(&mut self, does: Does<T>, form: &Form<T>) -> Result<(), String> {
        match (does, &mut self.meant) {
            (Does::Create(make), meant) => *meant = Some(make()),
            (Does::Delete, meant) => *meant = None,
            (Does::DeleteWhen(_, is_met), meant) => {
                if !meant.take().as_ref().is_some_and(is_met) {
                    return Err("the row does not meet the condition".into());
                }
            }
            (Does::Repair | Does::EndAliases | Does::Rekey, _) | (_, None) => {}
            (
                Does::Update(change)
                | Does::Guarded(change)
                | Does::Other(_, change)
                | Does::Edit(_, change)
                | Does::Together(_, change)
                | Does::Add(_, change)
                | Does::Set(_, _, change),
                Some(row),
            ) => change(row),
        }
        if self.stored.0.len() > 1 {
            return Err(format!("{} rows", self.stored.0.len()));
        }
        let item = self.stored.0.values().next();
        let read = item.map(|item| T::from_item(item.clone())).transpose();
        match read {
            Err(error) => return Err(format!("cannot be read: {error}")),
            Ok(read) if read != self.meant => {
                return Err(format!("reads as {read:?} and not as {:?}", self.meant));
            }
            Ok(_) => {}
        }
        let now = item.map(wrong::<T>).unwrap_or_default();
        if let Some(index) = now.difference(&self.wrong).find(|index| !form.others.contains(index))
        {
            return Err(format!("index `{index}` has become wrong: {item:?}"));
        }
        if let (Some(last), Some(item), false) = (&self.last, item, matches!(does, Does::Create(_)))
            && !(form.may_become)(last, item)
        {
            return Err(format!("{last:?} has become {item:?}"));
        }
        (self.wrong, self.last) = (now, item.cloned());
        Ok(())
    }

    /// Checks that a repair of the row leaves nothing to do.
    pub(crate) fn repaired(mut self) -> Result<(), String> {
        let Some(item) = self.get().cloned() else { return Ok(()) };
        let Ok(repair) = T::repair(&item) else { return Ok(()) };
        if let Some(repair) = repair
            && !self.stored.send(&Request::Update(repair))
        {
            return Err("the last repair is refused".into());
        }
        let item = self.get().expect("the row");
        if T::from_item(item.clone()).ok() != self.meant {
            return Err(format!("the last repair makes {item:?}"));
        }
        if T::repair(item).ok() != Some(None) {
            return Err(format!("a repair is not the last: {item:?}"));
        }
        let mut faults = T::audit(item);
        faults.retain(|fault| fault.kind() != FaultKind::OtherKey);
        if faults.is_empty() { Ok(()) } else { Err(format!("{faults:?} after the last repair")) }
    }
}

fn is_under_same_key(one: Option<&Item>, other: Option<&Item>) -> bool {
    one.map(key_of) == other.map(key_of)
}

/// Returns the indexes with an attribute that differs from what the fields produce.
fn wrong<T: Row>(item: &Item) -> BTreeSet<&'static str> {
    let faults = T::audit(item);
    assert!(faults.iter().all(|own| own.kind() != FaultKind::Unreadable), "{faults:?}");
    faults.iter().filter_map(ddbkey_aws::Fault::index).collect()
}

/// The statistics of the search.
#[derive(Default, Debug)]
pub(crate) struct Found {
    pub(crate) schedules: usize,
    pub(crate) refused: usize,
}

/// Tries every order of the steps of this many writers, each with each action; for combinations of actions, only one in this
/// many. A writer gets the row, thinks and writes. A refused writer writes again, with the item that the refusal returns. If
/// answers are lost, one writer sends its request twice, and may do its work twice: the intended row counts both.
pub(crate) fn search<T: Row>(form: &Form<T>, writers: usize, one_in: usize, sample: &T) -> Found {
    let mut found = Found::default();
    for width in form.widths {
        search_with(form, *width, (writers, one_in), sample, &mut found);
    }
    found
}

fn search_with<T: Row>(
    form: &Form<T>,
    width: Width,
    (writers, one_in): (usize, usize),
    sample: &T,
    found: &mut Found,
) {
    let mut choices = 0_usize;
    for item in &form.items {
        let mut chosen = vec![0; writers];
        loop {
            choices += 1;
            if choices.is_multiple_of(one_in) {
                let actions: Vec<_> = chosen.iter().map(|at| form.actions[*at]).collect();
                let world = World::new(item.as_ref(), sample);
                let run = step(form, width, &actions, world, &vec![Writer::Starts; writers], found);
                if let Err(error) = run {
                    panic!("{}, {width:?}: {:?}\n{error}", form.name, item);
                }
            }
            // Two writers in another order are the same.
            let Some(at) = (0..writers).rev().find(|at| chosen[*at] + 1 < form.actions.len())
            else {
                break;
            };
            let next = chosen[at] + 1;
            chosen[at..].fill(next);
        }
    }
}

fn step<T: Row>(
    form: &Form<T>,
    width: Width,
    actions: &[Action<T>],
    world: World<T>,
    writers: &[Writer],
    found: &mut Found,
) -> Result<(), String> {
    if writers.iter().all(|writer| matches!(writer, Writer::Done)) {
        found.schedules += 1;
        let log = world.log.join("\n");
        return world.repaired().map_err(|error| format!("{log}\n{error}"));
    }
    for (at, action) in actions.iter().enumerate() {
        let (mut world, mut writers) = (world.clone(), writers.to_vec());
        let before = writers[at].clone();
        writers[at] = match &writers[at] {
            Writer::Done => continue,
            Writer::Starts => Writer::Holds(world.get().cloned()),
            Writer::Holds(item) => match World::request(action.does, item.as_ref(), width) {
                None => Writer::Done,
                Some(request) if world.stored.send(&request) => {
                    world.log.push(format!("{at} {}: {request:?}", action.name));
                    let checked = world.check(action.does, form);
                    checked.map_err(|error| format!("{}\n{error}", world.log.join("\n")))?;
                    if form.loses && !world.has_lost && !action.does.is_once() {
                        let (mut world, mut writers) = (world.clone(), writers.clone());
                        world.log.push(format!("{at} does not learn it"));
                        world.has_lost = true;
                        writers[at] = before;
                        step(form, width, actions, world, &writers, found)?;
                    }
                    Writer::Done
                }
                Some(_) => {
                    found.refused += 1;
                    world.log.push(format!("{at} {} is refused", action.name));
                    let is_as_read = world.get() == item.as_ref();
                    match action.does {
                        // The row does not meet the condition of the edit, or a sum would leave its range.
                        Does::Edit(..) | Does::DeleteWhen(..)
                            if is_under_same_key(world.get(), item.as_ref()) =>
                        {
                            Writer::Done
                        }
                        _ if is_as_read => {
                            return Err(format!("{}\nfor nothing", world.log.join("\n")));
                        }
                        _ => Writer::Holds(world.get().cloned()),
                    }
                }
            },
        };
        step(form, width, actions, world, &writers, found)?;
    }
    Ok(())
}

/// Returns the item of an entity, with some attributes set and others removed.
pub(crate) fn item<T: UpdateItems>(row: &T, set: &[(&str, &str)], removed: &[&str]) -> Item {
    let mut item = row.to_item().expect("it can be written");
    for name in removed {
        item.remove(*name);
    }
    for (name, text) in set {
        item.insert(
            (*name).to_owned(),
            aws_sdk_dynamodb::types::AttributeValue::S((*text).to_owned()),
        );
    }
    item
}

/// Returns the strings of every key of an entity.
pub(crate) fn keys_of<E: ddbkey::DdbKeys + Serialize>(entity: &E) -> Vec<Key> {
    use ddbkey::key::ItemKey as _;
    entity.all_keys().map(|key| texts(&key.primary_keys().expect("a key"))).collect()
}
