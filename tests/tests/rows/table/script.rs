//! A client with scripted requests: lost answers, errors of the service, writers in between.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{AsyncSleep, HttpClient as _, Sleep, StalledStreamProtectionConfig};
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::http::StatusCode;
use tokio::sync::Notify;

/// What happens to one request on the wire.
pub(crate) enum Step {
    /// The engine answers.
    Answer,
    /// The engine applies the request, and the answer is lost.
    LoseAnswer,
    /// The engine applies the request, and the answer cannot be read.
    GarbleAnswer,
    /// The engine applies the request, and the service answers with an error of its own.
    FailAnswer,
    /// The request does not arrive.
    LoseRequest,
    /// Nothing listens at the other end.
    RefuseConnection,
    /// The service answers with a code, and does nothing.
    Code(u16, &'static str),
    /// The service answers with a body, and does nothing.
    Body(String),
    /// The service refuses the request with a body.
    Refusal(String),
    /// The step is only known later.
    Wait(Pin<Box<dyn Future<Output = Step> + Send>>),
    /// No answer ever comes; the engine applies the request if this is true.
    Hang(bool),
}

impl Step {
    /// Others write before the request arrives, and the engine answers.
    pub(crate) fn after(others: impl Future<Output = ()> + Send + 'static) -> Self {
        Self::wait(async move {
            others.await;
            Self::Answer
        })
    }

    pub(crate) fn wait(step: impl Future<Output = Self> + Send + 'static) -> Self {
        Self::Wait(Box::pin(step))
    }
}

/// The number of requests after the last step, and what happens to the next one.
type Others = (usize, Box<dyn FnMut(usize) -> Step + Send>);

/// What happens to requests, in order. The engine answers requests after the last step.
#[derive(Clone, Default)]
pub(crate) struct Script {
    steps: Arc<Mutex<VecDeque<Step>>>,
    forever: Arc<Mutex<Option<(u16, &'static str)>>>,
    others: Arc<Mutex<Option<Others>>>,
    sent: Arc<Mutex<Vec<(String, String)>>>,
    pauses: Arc<Mutex<Vec<Duration>>>,
    hangs: Arc<Notify>,
}

impl Script {
    pub(crate) fn then(&self, steps: impl IntoIterator<Item = Step>) {
        self.steps.lock().unwrap().extend(steps);
    }

    /// Answers every request from now on with a code.
    pub(crate) fn forever(&self, status: u16, code: &'static str) {
        *self.forever.lock().unwrap() = Some((status, code));
    }

    /// Sets what happens to requests after the last step, by their number from here on.
    pub(crate) fn then_forever(&self, step: impl FnMut(usize) -> Step + Send + 'static) {
        *self.others.lock().unwrap() = Some((0, Box::new(step)));
    }

    /// Drops the remaining steps.
    pub(crate) fn reset(&self) {
        self.steps.lock().unwrap().clear();
        self.clear();
    }

    /// Returns the operations of the requests so far.
    pub(crate) fn sent(&self) -> Vec<String> {
        self.sent.lock().unwrap().iter().map(|(operation, _)| operation.clone()).collect()
    }

    /// Returns the bodies of the requests so far.
    pub(crate) fn bodies(&self) -> Vec<String> {
        self.sent.lock().unwrap().iter().map(|(_, body)| body.clone()).collect()
    }

    /// Returns the pauses so far, of the SDK and of the table. No time passes in them. A longer one is a timeout.
    pub(crate) fn pauses(&self) -> Vec<Duration> {
        let pauses = self.pauses.lock().unwrap();
        pauses.iter().copied().filter(|pause| *pause < Duration::from_secs(5)).collect()
    }

    /// Waits until a request hangs.
    pub(crate) async fn hangs(&self) {
        self.hangs.notified().await;
    }

    pub(crate) fn clear(&self) {
        self.sent.lock().unwrap().clear();
        self.pauses.lock().unwrap().clear();
    }

    /// Returns a client whose requests follow the script. It sends each request at most three times.
    pub(crate) fn client(&self, client: &Client) -> Client {
        let script = self.clone();
        let inner = client.config().http_client().expect("an engine in this process");
        let http = http_client_fn(move |settings, components| {
            let inner = inner.http_connector(settings, components);
            SharedHttpConnector::new(Scripted { script: script.clone(), inner })
        });
        let config = client.config().to_builder().http_client(http).sleep_impl(self.clone());
        // It sleeps as well.
        let config = config.stalled_stream_protection(StalledStreamProtectionConfig::disabled());
        Client::from_conf(config.retry_config(RetryConfig::standard()).build())
    }
}

impl AsyncSleep for Script {
    fn sleep(&self, pause: Duration) -> Sleep {
        self.pauses.lock().unwrap().push(pause);
        Sleep::new(tokio::task::yield_now())
    }
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Script")
    }
}

struct Scripted {
    script: Script,
    inner: SharedHttpConnector,
}

impl fmt::Debug for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Scripted")
    }
}

impl HttpConnector for Scripted {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let target = request.headers().get("x-amz-target").unwrap_or_default();
        let operation = target.rsplit('.').next().unwrap_or_default().to_owned();
        let body = String::from_utf8(request.body().bytes().unwrap_or_default().to_vec()).unwrap();
        self.script.sent.lock().unwrap().push((operation, body));
        if let Some((status, code)) = *self.script.forever.lock().unwrap() {
            return HttpConnectorFuture::ready(Ok(failure(status, code)));
        }
        let step = self.script.steps.lock().unwrap().pop_front();
        let step = step.or_else(|| {
            let mut others = self.script.others.lock().unwrap();
            let (at, step) = others.as_mut()?;
            *at += 1;
            Some(step(*at - 1))
        });
        let step = step.unwrap_or(Step::Answer);
        let (inner, hangs) = (self.inner.clone(), Arc::clone(&self.script.hangs));
        HttpConnectorFuture::new(async move {
            let mut step = step;
            while let Step::Wait(later) = step {
                step = later.await;
            }
            match step {
                Step::Wait(_) => unreachable!("it was awaited"),
                Step::Answer => inner.call(request).await,
                Step::LoseAnswer => {
                    inner.call(request).await?;
                    Err(ConnectorError::io("the answer is lost".into()))
                }
                Step::GarbleAnswer => {
                    inner.call(request).await?;
                    Ok(answer(200, r#"{"Attr"#.into()))
                }
                Step::FailAnswer => {
                    inner.call(request).await?;
                    Ok(failure(500, "InternalServerError"))
                }
                Step::RefuseConnection => {
                    let refused = io::Error::from(io::ErrorKind::ConnectionRefused);
                    // As the SDK's own client reports it, with the error of the connection as a source.
                    Err(ConnectorError::io(Box::new(io::Error::other(refused))))
                }
                Step::LoseRequest => Err(ConnectorError::io("the request is lost".into())),
                Step::Code(status, code) => Ok(failure(status, code)),
                Step::Body(body) => Ok(answer(200, body)),
                Step::Refusal(body) => Ok(answer(400, body)),
                Step::Hang(is_applied) => {
                    if is_applied {
                        inner.call(request).await?;
                    }
                    hangs.notify_one();
                    std::future::pending().await
                }
            }
        })
    }
}

fn failure(status: u16, code: &str) -> HttpResponse {
    let body = format!(r#"{{"__type":"com.amazonaws.dynamodb.v20120810#{code}","message":""}}"#);
    answer(status, body)
}

fn answer(status: u16, body: String) -> HttpResponse {
    HttpResponse::new(StatusCode::try_from(status).unwrap(), body.into())
}
