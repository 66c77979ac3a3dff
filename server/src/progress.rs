//! Tells the client how far a long job is, if it wants to know.

use std::time::{Duration, Instant};

use serde_json::json;
use tower_lsp_server::ls_types::ProgressToken;

use crate::serve::Output;

/// How often a client is told.
const PAUSE: Duration = Duration::from_millis(100);

/// The progress of one job.
#[derive(Debug)]
pub(crate) struct Progress {
    output: Output,
    /// What the client knows the job by; none if it doesn't want to be told.
    token: Option<ProgressToken>,
    last: Instant,
}

impl Progress {
    pub(crate) fn new(output: Output, token: Option<ProgressToken>) -> Self {
        let progress = Self {
            output,
            token,
            last: Instant::now(),
        };
        progress.tell(&json!({"kind": "begin", "title": "Checking manifests", "percentage": 0}));
        progress
    }

    pub(crate) fn report(&mut self, done: usize, total: usize) {
        if self.last.elapsed() < PAUSE {
            return;
        }
        self.last = Instant::now();
        self.tell(&json!({
            "kind": "report",
            "message": format!("{done} of {total}"),
            "percentage": done * 100 / total.max(1),
        }));
    }

    pub(crate) fn end(self, files: usize) {
        self.tell(&json!({"kind": "end", "message": format!("{files} files")}));
    }

    fn tell(&self, value: &serde_json::Value) {
        if let Some(token) = &self.token {
            let params = json!({"token": token, "value": value});
            self.output.notify("$/progress", params);
        }
    }
}
