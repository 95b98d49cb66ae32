//! The steps that read an index: a user by email address, and orders by status, page by page.

use ddbkey::DdbKeys;

use super::Result;
use super::entities::{Order, OrderGsi1Pk, Status, User, UserGsi1Pk};
use super::step::{Step, shown};
use super::table::{Item, Table};

const ADDRESS: &str = "ada.lovelace@example.com";
const PAGE: i32 = 4;
const PAGES_SHOWN: usize = 2;

pub(crate) async fn by_email(table: &Table) -> Result<Step> {
    let mut step = Step::new("A user by email address: in the index are only those who have one");
    let (code, condition) = shown!(User::query_gsi1(UserGsi1Pk { email: ADDRESS }).build()?);
    step.code(code);
    step.condition(&condition);
    for item in table.items(&condition).await? {
        step.row(User::from_item(item)?);
    }
    Ok(step)
}

pub(crate) async fn by_status(table: &Table) -> Result<Step> {
    let mut step = Step::new("Orders that are not paid yet, newest first, page by page");
    let pending = OrderGsi1Pk { status: Status::Pending };
    let (code, condition) = shown!(Order::query_gsi1(pending).build()?);
    step.code(code);
    step.condition(&condition);
    let query = table.query(&condition).scan_index_forward(false).limit(PAGE);
    let mut pages = query.into_paginator().send();
    let (mut page, mut orders) = (0, 0);
    while let Some(answer) = pages.next().await {
        let items = answer?.items.unwrap_or_default();
        (page, orders) = (page + 1, orders + items.len());
        if page <= PAGES_SHOWN {
            print_page(&mut step, page, items)?;
        }
    }
    step.say(format_args!("{orders} orders in all"));
    Ok(step)
}

fn print_page(step: &mut Step, page: usize, items: Vec<Item>) -> Result<()> {
    step.say(format_args!("page {page}"));
    for item in items {
        step.row(Order::from_item(item)?);
    }
    Ok(())
}
