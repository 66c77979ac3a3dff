//! `fornax-lint digest`: the hashes by which users confirm a manifest.

use std::fmt;
use std::io;
use std::path::Path;
use std::str::FromStr;

use fornax_manifest::{
    ConsentHash, Document, DocumentKind, Nowhere, Options, accepted_consent_hash, check, fornax_pin,
};
use fornax_project::{Input, Origin, absolute, load, load_stream};
use fornax_terminal::{Width, path_name, print, say, visible};

use crate::args::{ConfigArguments, DigestArguments};
use crate::config;
use crate::exit::{Failure, Verdict};
use crate::report;

/// What comes before the digits where Fornax writes a digest.
const PREFIX: &str = "sha256:";

/// A hash that a user was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    /// 64 digits.
    digits: String,
    /// Whether it is written as Fornax writes a digest.
    has_prefix: bool,
}

/// The text is no hash.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NotAHash {
    /// It would be, in small letters. The loaders compare hashes as texts, and write them like that.
    Capitals,
    /// It is something else.
    Other,
}

impl fmt::Display for NotAHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Capitals => {
                "a hash has small letters, and the loaders know no other; write a-f for A-F"
            }
            Self::Other => {
                "a hash is 64 of the digits 0-9 and a-f, with or without `sha256:` before them"
            }
        })
    }
}

impl std::error::Error for NotAHash {}

impl FromStr for Expected {
    type Err = NotAHash;

    fn from_str(text: &str) -> Result<Self, NotAHash> {
        let digits = text.strip_prefix(PREFIX).unwrap_or(text);
        let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if digits.len() != 64 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(NotAHash::Other);
        }
        if !digits.bytes().all(is_digit) {
            return Err(NotAHash::Capitals);
        }
        Ok(Self {
            digits: digits.to_owned(),
            has_prefix: digits.len() < text.len(),
        })
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = if self.has_prefix { PREFIX } else { "" };
        write!(f, "{prefix}{}", self.digits)
    }
}

/// The hashes of one document.
struct Hashes {
    /// Of its bytes, as Fornax pins a manifest.
    digest: String,
    /// Of what it says; for an agentic-kit adapter.
    consent: Option<ConsentHash>,
}

pub(crate) fn run(arguments: &DigestArguments, width: Width) -> Result<Verdict, Failure> {
    let path = &arguments.file;
    let name = path_name(path);
    let name = visible(&name);
    let document = read(path, arguments.kind)?;
    if document.is_oversized() {
        return Err(Failure::File {
            path: path.clone(),
            message: format!(
                "is larger than such a document may be: {} bytes, of {} at most",
                document.size(),
                document.kind().size_limit()
            ),
        });
    }
    let hashes = Hashes::of(&document);
    if let Some(expected) = &arguments.check {
        let verdict = hashes.compare(expected);
        say(&format!("{name}: {}", hashes.words(expected, verdict)));
        return Ok(verdict);
    }
    let line = |name: &str, hash: &str| width.beside("consent-hash".len(), name, hash) + "\n";
    let mut text = line("digest", &hashes.digest);
    match &hashes.consent {
        Some(ConsentHash::Known(hash)) => text.push_str(&line("consent-hash", hash)),
        Some(ConsentHash::TooDeep(_)) => say(&format!(
            "{name}: no consent hash is known, since this is nested deeper than agentic-kit can be relied on"
        )),
        Some(ConsentHash::None) => say(&format!(
            "{name}: no consent hash, since agentic-kit refuses this; `fornax-lint check` says why"
        )),
        None => {}
    }
    print(&text, false)?;
    Ok(Verdict::Clean)
}

impl Hashes {
    fn of(document: &Document) -> Self {
        let is_adapter = document.kind() == DocumentKind::AkAdapter;
        Self {
            digest: fornax_pin(document.bytes()),
            consent: is_adapter.then(|| {
                let findings = check(document, &Options::default(), &Nowhere);
                accepted_consent_hash(document, &findings)
            }),
        }
    }

    fn compare(&self, expected: &Expected) -> Verdict {
        let is_digest = self.digest.strip_prefix(PREFIX) == Some(&expected.digits);
        if is_digest || self.is_consent(expected) {
            Verdict::Clean
        } else {
            Verdict::Errors
        }
    }

    /// Only a digest is ever written with a prefix.
    fn is_consent(&self, expected: &Expected) -> bool {
        let consent = self.consent.as_ref().and_then(ConsentHash::as_str);
        !expected.has_prefix && consent == Some(&expected.digits)
    }

    fn words(&self, expected: &Expected, verdict: Verdict) -> String {
        if self.is_consent(expected) {
            return "this is its consent hash".to_owned();
        }
        if verdict == Verdict::Clean {
            return "this is its digest".to_owned();
        }
        let consent = self.consent.as_ref().and_then(ConsentHash::as_str);
        match consent.filter(|_| !expected.has_prefix) {
            Some(hash) => format!("its consent hash is {hash}, not {expected}"),
            None => format!("its digest is {}, not {expected}", self.digest),
        }
    }
}

fn read(path: &Path, kind: Option<DocumentKind>) -> Result<Document, Failure> {
    let unread = |error| {
        let report::Failure { message, notes, .. } = report::Failure::unreadable(&error);
        Failure::File {
            path: path.to_path_buf(),
            message: std::iter::once(message)
                .chain(notes)
                .collect::<Vec<_>>()
                .join("; "),
        }
    };
    if path == Path::new("-") {
        return load_stream(&mut io::stdin().lock(), None, kind).map_err(unread);
    }
    let configs = config::configs(&ConfigArguments::default());
    // A configuration that can't be used says nothing about this file; the check is there to tell.
    let claimed = configs
        .for_file(path)
        .ok()
        .and_then(|config| config.kind_of(path));
    let input = Input {
        path: path.to_path_buf(),
        place: absolute(path),
        origin: Origin::Given,
        kind: claimed,
        is_regular: false,
    };
    match load(&input, kind) {
        Ok(Some(document)) => Ok(document),
        Ok(None) => Err(Failure::File {
            path: path.to_path_buf(),
            message: "is another program's file".to_owned(),
        }),
        Err(error) => Err(unread(error)),
    }
}
