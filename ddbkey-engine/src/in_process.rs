//! The engine in this process: the SDK's requests end at a connector of ours instead of a socket.

use aws_sdk_dynamodb::Client;
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::http::StatusCode;
use dynoxide::{Database, DynoxideError};

use super::dispatch::dispatch;
use super::{EngineError, stand_in};

/// A client of a new and empty engine in memory. Clones of the client share it; it ends with the
/// last of them.
///
/// # Errors
///
/// Returns [`EngineError::Start`] if the engine does not start.
pub fn in_process() -> Result<Client, EngineError> {
    let connector = SharedHttpConnector::new(InProcess::new()?);
    let http = http_client_fn(move |_, _| connector.clone());
    Ok(Client::from_conf(stand_in::config().http_client(http).build()))
}

struct InProcess {
    database: Database,
}

impl InProcess {
    fn new() -> Result<Self, DynoxideError> {
        let database = Database::memory()?;
        Ok(Self { database })
    }

    fn answer(&self, request: &HttpRequest) -> Result<HttpResponse, ConnectorError> {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let body = request.body().bytes().unwrap_or_default();
        match dispatch(&self.database, target, body) {
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
