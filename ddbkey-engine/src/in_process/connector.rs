//! Connects the SDK's requests to the engine instead of a socket.

use std::sync::{Mutex, PoisonError};

use aws_sdk_dynamodb::Client;
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::http::StatusCode;
use dynoxide::{Database, DynoxideError};

use super::dispatch::dispatch;
use crate::{EngineError, stand_in};

/// Returns a client of a new engine.
pub(super) fn client() -> Result<Client, EngineError> {
    let connector = InProcess::new().map_err(|error| EngineError::Start(error.into()))?;
    let connector = SharedHttpConnector::new(connector);
    let http = http_client_fn(move |_, _| connector.clone());
    Ok(Client::from_conf(stand_in::config().http_client(http).build()))
}

/// Answers one request at a time, since some take several steps in the database.
struct InProcess {
    database: Mutex<Database>,
}

impl InProcess {
    fn new() -> Result<Self, DynoxideError> {
        let database = Mutex::new(Database::memory()?);
        Ok(Self { database })
    }

    fn answer(&self, request: &HttpRequest) -> Result<HttpResponse, ConnectorError> {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let body = request.body().bytes().unwrap_or_default();
        let database = self.database.lock().unwrap_or_else(PoisonError::into_inner);
        match dispatch(&database, target, body) {
            Ok(body) => response(200, body),
            Err(error) => response(error.status_code(), error.to_json()),
        }
    }
}

impl HttpConnector for InProcess {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        HttpConnectorFuture::ready(self.answer(&request))
    }
}

impl std::fmt::Debug for InProcess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("InProcess")
    }
}

fn response(status: u16, body: String) -> Result<HttpResponse, ConnectorError> {
    let status =
        StatusCode::try_from(status).map_err(|error| ConnectorError::other(error.into(), None))?;
    Ok(HttpResponse::new(status, body.into()))
}
