//! The command line: which engine, and which table.

use std::ffi::OsString;

use aws_sdk_dynamodb::Client;
use lexopt::prelude::*;

use super::Result;

pub(crate) const HELP: &str = "\
A shop in one DynamoDB table: what `ddbkey` does, step by step, each with the request that it makes.

Usage: cargo run --example shop [-- OPTIONS]

Without options everything happens in this process, and nothing is kept.

  --endpoint URL  a DynamoDB-compatible server, as in http://127.0.0.1:8000;
                  the table is created there if it is missing, and its rows stay; it needs HTTP:
                  cargo run --example shop --features endpoint -- --endpoint URL
  --aws           DynamoDB itself, with AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and
                  AWS_SESSION_TOKEN; about 1,200 small rows are written, and stay; no table is
                  created or deleted. It needs --table, and TLS:
                  cargo run --example shop --features aws -- --aws --table NAME
  --table NAME    the table, `shop` unless given; make it one of its own
  --help          this text";

/// The selected engine and table.
#[derive(Debug, PartialEq)]
pub(crate) enum Command {
    Help,
    Run(Options),
}

#[derive(Debug, PartialEq)]
pub(crate) struct Options {
    engine: Engine,
    pub(crate) table: String,
}

#[derive(Debug, PartialEq)]
enum Engine {
    InProcess,
    Endpoint(String),
    Aws,
}

impl Command {
    /// Parses the arguments. The first argument is the name of the program.
    pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Self> {
        let mut parser = lexopt::Parser::from_iter(arguments.into_iter().collect::<Vec<_>>());
        let (mut endpoint, mut aws, mut table) = (None, false, None);
        while let Some(argument) = parser.next()? {
            match argument {
                Long("help") | Short('h') => return Ok(Self::Help),
                Long("endpoint") => endpoint = Some(parser.value()?.string()?),
                Long("aws") => aws = true,
                Long("table") => table = Some(parser.value()?.string()?),
                other => return Err(unknown(&other).into()),
            }
        }
        Options::new(endpoint, aws, table).map(Self::Run)
    }
}

impl Options {
    fn new(endpoint: Option<String>, aws: bool, table: Option<String>) -> Result<Self> {
        let engine = match (endpoint, aws) {
            (Some(_), true) => return Err("`--endpoint` and `--aws`: give one of them".into()),
            (None, true) if table.is_none() => {
                return Err("`--aws` without a table\nhelp: add `--table NAME`".into());
            }
            (Some(url), false) => Engine::Endpoint(checked(url)?),
            (None, true) => Engine::Aws,
            (None, false) => Engine::InProcess,
        };
        Ok(Self { engine, table: table.unwrap_or_else(|| "shop".into()) })
    }

    /// Creates the client. Nothing is sent yet.
    pub(crate) fn client(&self) -> Result<Client> {
        match &self.engine {
            Engine::InProcess => Ok(ddbkey_engine::in_process()?),
            Engine::Endpoint(url) => Ok(ddbkey_engine::endpoint(url)?),
            Engine::Aws => Ok(ddbkey_engine::aws()?),
        }
    }

    /// Returns where the table is.
    pub(crate) fn place(&self) -> &str {
        match &self.engine {
            Engine::InProcess => "in this process",
            Engine::Endpoint(url) => url,
            Engine::Aws => "AWS",
        }
    }

    /// Returns whether the table may be created. On AWS, whoever pays for a table creates it.
    pub(crate) fn may_create(&self) -> bool {
        self.engine != Engine::Aws
    }
}

fn checked(url: String) -> Result<String> {
    match url.split_once("://") {
        Some(("http" | "https", _)) => Ok(url),
        _ => Err(format!("`{url}` is no URL\nhelp: write `http://{url}`").into()),
    }
}

fn unknown(argument: &lexopt::Arg) -> String {
    let argument = match argument {
        Long(name) => format!("option `--{name}`"),
        Short(name) => format!("option `-{name}`"),
        Value(text) => format!("argument `{}`", text.display()),
    };
    format!(
        "unknown {argument}\nhelp: there are `--endpoint URL`, `--aws`, `--table NAME`, `--help`"
    )
}
