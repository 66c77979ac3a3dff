//! Registers an open manifest: its file is read once and shown, and only its user's word writes.

use std::time::Duration;

use fornax_adapter::{Adapter as _, Proposal, Review, register};
use fornax_terminal::shell_path;
use serde_json::Value;
use tower_lsp_server::jsonrpc::Result;
use tower_lsp_server::ls_types::{
    MessageActionItem, MessageType, ShowMessageRequestParams, request,
};

use crate::adapters::{REGISTER, Subject, plain, refused};
use crate::backend::{Answer, Backend};
use crate::uri::Key;

/// How long a question may stand. Who reads a manifest before they answer takes their time.
const ANSWER_PATIENCE: Duration = Duration::from_secs(15 * 60);

/// The answer that registers.
const CONFIRM: &str = "Register";

/// The answer that doesn't.
const CANCEL: &str = "Cancel";

/// A manifest that was read and found in order, and the question about it.
#[derive(Debug)]
struct Asked {
    subject: Subject,
    review: Review,
    id: String,
    question: String,
}

/// That a document's user is being asked. It ends with this.
#[derive(Debug)]
struct Turn {
    backend: Backend,
    key: Key,
}

impl Turn {
    /// Begins to ask about a document, unless that is being done already.
    fn begin(backend: &Backend, key: &Key) -> Option<Self> {
        backend.questions().insert(key.clone()).then(|| Self {
            backend: backend.clone(),
            key: key.clone(),
        })
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.backend.questions().remove(&self.key);
    }
}

impl Backend {
    /// Reads a manifest, and has its user asked about it. Done when the question is on its way: what
    /// comes of it is told later.
    pub(super) async fn register_manifest(&self, arguments: &[Value]) -> Result<()> {
        let subject = self.subject(REGISTER, arguments)?;
        let turn = Turn::begin(self, &subject.key).ok_or_else(|| {
            refused("you are being asked about this manifest already; answer that first".to_owned())
        })?;
        let asked = self.aside(move || Asked::of(subject)).await?;
        let backend = self.clone();
        tokio::spawn(async move {
            backend.ask_to_register(asked).await;
            drop(turn);
        });
        Ok(())
    }

    async fn ask_to_register(&self, asked: Asked) {
        let actions = [CONFIRM, CANCEL].map(|title| MessageActionItem {
            title: title.to_owned(),
            properties: std::collections::HashMap::new(),
        });
        let params = ShowMessageRequestParams {
            typ: MessageType::INFO,
            message: asked.question.clone(),
            actions: Some(actions.to_vec()),
        };
        let answer = self
            .question::<request::ShowMessageRequest>(params, ANSWER_PATIENCE)
            .await;
        let id = asked.id.clone();
        match answer {
            Answer::Given(Some(chosen)) if chosen.title == CONFIRM => {}
            Answer::Given(_) => {
                self.note(MessageType::INFO, format!("`{id}` was not registered."));
                return;
            }
            Answer::Refused => {
                self.say(MessageType::WARNING, asked.in_a_terminal());
                return;
            }
            Answer::None => {
                let words = format!("`{id}` was not registered: the question had no answer.");
                self.say(MessageType::WARNING, words);
                return;
            }
        }
        let digest = asked.review.digest().to_owned();
        let index = self.workspace().registry_folder();
        match self.aside(move || asked.register()).await {
            Ok(()) => self.say(
                MessageType::INFO,
                format!(
                    "Registered `{id}` as {digest}. \
                     `fornax-adapter install {id}` in a terminal installs it."
                ),
            ),
            Err(error) => self.say(
                MessageType::ERROR,
                format!("`{id}` was not registered: {}", error.message),
            ),
        }
        // An editor need not watch what lies outside of its folders.
        if let Some(folder) = index {
            self.workspace().touch(Some(&folder.join("registry.json")));
        }
        self.settle();
    }
}

impl Asked {
    /// Reads the file, and refuses what the command line refuses.
    fn of(subject: Subject) -> std::result::Result<Self, String> {
        let path = subject
            .path
            .as_deref()
            .ok_or("only a file on this machine is registered; save the manifest as one first")?;
        let words = |refusal: fornax_adapter::Refusal| refusal.to_string();
        let review = Review::read(path, &subject.options).map_err(words)?;
        // An editor takes a byte-order mark for itself; that is refused below.
        let mark = "\u{feff}".as_bytes();
        let bytes = review.bytes();
        if bytes.strip_prefix(mark).unwrap_or(bytes) != subject.text.as_bytes() {
            return Err(
                "what is on disk is another text than the one in the editor; save the manifest first, \
                 or load it anew, and try again"
                    .to_owned(),
            );
        }
        let proposal = review
            .proposal(&subject.homes, &subject.options)
            .map_err(words)?;
        Ok(Self {
            id: proposal.adapter.id().to_owned(),
            question: question(&review, &proposal),
            review,
            subject,
        })
    }

    /// Registers what was shown.
    fn register(&self) -> std::result::Result<(), String> {
        let Subject { homes, options, .. } = &self.subject;
        register(&self.review, self.review.digest(), homes, options)
            .map_err(|refusal| refusal.to_string())
    }

    /// How to go on where the editor can't ask.
    fn in_a_terminal(&self) -> String {
        let path = self.subject.path.as_deref().map(shell_path);
        plain(&format!(
            "This editor can't ask whether to register `{}`. To see what would be registered, and how, \
             run in a terminal: fornax-adapter review {}",
            self.id,
            path.unwrap_or_default()
        ))
    }
}

/// What the user is asked. The texts of the manifest's author come last, quoted, so that none of them
/// can be taken for the rest; an editor may show all of it in one line.
fn question(review: &Review, proposal: &Proposal) -> String {
    let adapter = &proposal.adapter;
    let manifest = adapter.manifest();
    let target = format!("~/{}", adapter.target());
    let would = match &proposal.change {
        Some(Ok(outcome)) if outcome.is_changed() => {
            let elements = match outcome.planned.added {
                1 => "1 element".to_owned(),
                count => format!("{count} elements"),
            };
            format!("installing it would add {elements} to {target}")
        }
        Some(Ok(_)) => format!("installing it would change nothing in {target}"),
        Some(Err(refusal)) => {
            format!("installing it into {target} would be refused: {refusal}")
        }
        None => format!("it installs nothing, and only removes from {target}"),
    };
    let warnings = match &proposal.change {
        Some(Ok(outcome)) => outcome.planned.warnings.as_slice(),
        _ => &[],
    };
    let capabilities: Vec<_> = adapter
        .capabilities()
        .iter()
        .map(|capability| capability.as_str())
        .collect();
    let mut lines = vec![
        format!("Register the adapter `{}`?", adapter.id()),
        format!("Digest: {}.", review.digest()),
        format!("On this machine, {would}."),
    ];
    lines.extend(
        warnings
            .iter()
            .map(|warning| format!("Warning: {warning}.")),
    );
    lines.extend([
        format!("Capabilities: {}.", capabilities.join(", ")),
        format!("Needs Fornax {}.", manifest.min_fornax_version),
        // Whoever writes a quotation ends it as they like.
        format!(
            "Provenance, unverified, since anybody can write this: “{}”",
            manifest.provenance
        ),
        format!(
            "It calls itself “{}”, and says of itself: “{}”",
            manifest.display_name, manifest.summary
        ),
    ]);
    let lines: Vec<_> = lines.iter().map(|line| plain(line)).collect();
    lines.join("\n")
}
