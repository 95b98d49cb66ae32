//! A client that sends each request once, and then gets the same answer again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use aws_sdk_dynamodb::Client;
use aws_smithy_runtime_api::client::http::{
    HttpClient as _, HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};

pub fn replaying(client: &Client) -> Option<Client> {
    let (http, answers) = (client.config().http_client()?, Arc::default());
    let replay = http_client_fn(move |settings, components| {
        let inner = http.http_connector(settings, components);
        SharedHttpConnector::new(Replay { inner, answers: Arc::clone(&answers) })
    });
    Some(Client::from_conf(client.config().to_builder().http_client(replay).build()))
}

/// The answers by the operation and the digest of the request.
type Answers = HashMap<(String, u64), Vec<u8>>;

#[derive(Debug)]
struct Replay {
    inner: SharedHttpConnector,
    answers: Arc<Mutex<Answers>>,
}

impl HttpConnector for Replay {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let target = request.headers().get("x-amz-target").unwrap_or_default().to_owned();
        let asked = (target, digest(request.body().bytes().unwrap_or_default()));
        let answers = Arc::clone(&self.answers);
        let known = answers.lock().unwrap_or_else(PoisonError::into_inner).get(&asked).cloned();
        let inner = self.inner.clone();
        HttpConnectorFuture::new(async move {
            if let Some(answer) = known {
                return Ok(HttpResponse::new(200_u16.try_into().expect("a status"), answer.into()));
            }
            let answer = inner.call(request).await?;
            let body = answer.body().bytes().unwrap_or_default().to_vec();
            answers.lock().unwrap_or_else(PoisonError::into_inner).insert(asked, body);
            Ok(answer)
        })
    }
}

/// A sum, since the maps of a request have no order.
fn digest(body: &[u8]) -> u64 {
    body.iter().map(|byte| u64::from(*byte).pow(4)).sum()
}
