//! The step that pages like a web API: the client only holds the token of the next page.

use ddbkey::KeyCondition;
use ddbkey::token::{HmacSha256, TokenError};

use super::Result;
use super::entities::{Order, OrderGsi1Pk, Status};
use super::step::{Step, shown};
use super::table::Table;

const PAGE: u16 = 3;
const PAGES_SHOWN: usize = 2;

pub(crate) async fn by_status(table: &Table) -> Result<Step> {
    let mut step = Step::new("Orders that are not paid yet, newest first, page by page");
    let pending = OrderGsi1Pk { status: Status::Pending };
    let (code, orders) = shown!(Order::query_gsi1(pending).descending().build()?);
    step.code(code);
    step.condition(&orders);
    let seal = HmacSha256::new("32 random bytes that the servers share");
    let (mut tokens, mut count) = (Vec::new(), 0);
    loop {
        let (rows, next) = page(table, &orders, tokens.last().map(String::as_str), &seal).await?;
        count += rows.len();
        if tokens.len() < PAGES_SHOWN {
            for row in &rows {
                step.row(row);
            }
            if let Some(token) = &next {
                step.row(format_args!("next page: {token}"));
            }
        }
        match next {
            Some(next) => tokens.push(next),
            None => break,
        }
    }
    step.say(format_args!("{count} orders in all"));
    let token = tokens.first().ok_or("the orders fit on one page")?;
    refusals(&mut step, &orders, token, &seal)?;
    Ok(step)
}

/// What a handler does.
async fn page(
    table: &Table,
    orders: &KeyCondition,
    token: Option<&str>,
    seal: &HmacSha256,
) -> Result<(Vec<Order>, Option<String>)> {
    let page = table.query_as(orders).page_size(PAGE).page(token, seal).await?;
    Ok((page.rows, page.next))
}

/// Shows that a token is refused if a client has changed it or uses it for another query.
fn refusals(step: &mut Step, orders: &KeyCondition, token: &str, seal: &HmacSha256) -> Result<()> {
    let (start, end) = token.split_at(token.len() / 2);
    let forged = format!("{start}{}", end.replacen(|c| c != 'x', "x", 1));
    let (code, refused) = shown!(orders.start_at(Some(&forged), seal));
    step.code(code);
    print_refusal(step, refused.err())?;
    let others = Order::query_gsi1(OrderGsi1Pk { status: Status::Paid }).descending().build()?;
    let (code, refused) = shown!(others.start_at(Some(token), seal));
    step.code(code);
    print_refusal(step, refused.err())
}

fn print_refusal(step: &mut Step, refused: Option<TokenError>) -> Result<()> {
    step.row(format_args!("400 Bad Request: {}", refused.ok_or("the token is taken")?));
    Ok(())
}
