//! A shop in one DynamoDB table: rows of a JSON-lines file become items under generated keys, and
//! come back as typed values.
//!
//! `entities` declares the keys. Each other module is a step of the output, or serves the steps:
//! `rows` reads the file, `table` stores the items, `step` prints a step.

pub(crate) mod entities;
mod index;
mod known;
pub(crate) mod load;
pub(crate) mod options;
mod pages;
mod reads;
mod rows;
mod step;
mod stream;
pub(crate) mod table;
mod update;
mod words;

use std::error::Error;
use std::io::{self, Write};
use std::iter;
use std::process::ExitCode;

use entities::Shop;
use load::Loaded;
use options::{Command, Options};
use step::Step;
use table::Table;

/// The result of a step, which fails if an engine does not answer or a file cannot be read.
pub(crate) type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match start().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", with_causes(&*error));
            ExitCode::FAILURE
        }
    }
}

async fn start() -> Result<()> {
    match Command::parse(std::env::args_os())? {
        Command::Help => Ok(writeln!(io::stdout(), "{}", options::HELP)?),
        Command::Run(options) => {
            let table = open(&options).await?;
            run(&table, &mut io::stdout().lock()).await.map(drop)
        }
    }
}

async fn open(options: &Options) -> Result<Table> {
    let table = Table::new(&options.client()?, &options.table);
    match prepare(&table, options).await {
        Ok(()) => Ok(table),
        Err(error) => Err(format!("{}: {}", options.place(), with_causes(&*error)).into()),
    }
}

async fn prepare(table: &Table, options: &Options) -> Result<()> {
    if options.may_create() {
        table::create_if_missing(table).await?;
    }
    table::check(table).await
}

/// Runs all steps, in order.
pub(crate) async fn run(table: &Table, out: &mut impl Write) -> Result<Loaded> {
    write!(out, "{}", introduction(table))?;
    let (loaded, step) = load::load(table).await?;
    write!(out, "{step}")?;
    write!(out, "{}", reads::one_order(table).await?)?;
    write!(out, "{}", reads::collection(table).await?)?;
    write!(out, "{}", reads::days(table).await?)?;
    write!(out, "{}", index::by_email(table).await?)?;
    write!(out, "{}", index::by_total(table).await?)?;
    write!(out, "{}", pages::by_status(table).await?)?;
    write!(out, "{}", update::pay(table).await?)?;
    write!(out, "{}", update::withdraw(table).await?)?;
    write!(out, "{}", stream::changes()?)?;
    write!(out, "{}", known::asked())?;
    write!(out, "{}", known::reviewed())?;
    Ok(loaded)
}

fn introduction(table: &Table) -> Step {
    let mut step = Step::new("The keys, each declared once on its struct (entities.rs)");
    for entity in Shop::SCHEMA.entities() {
        step.say(entity.name());
        for attribute in entity.key_attributes() {
            step.say(format_args!("  {}: {}", attribute.name(), attribute.template()));
        }
    }
    step.say("");
    step.say(format_args!(
        "They are kept in table `{}`, by the official AWS client.",
        table.name()
    ));
    step
}

/// `cargo run --example shop | head` closes the pipe early, which is not an error.
fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// The SDK's errors say little by themselves: their causes tell what happened.
fn with_causes(error: &dyn Error) -> String {
    let causes = iter::successors(Some(error), |&error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
