//! `fornax-lint init`: a document to start from.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use fornax_manifest::{Document, DocumentKind, Nowhere, Options, Severity, check};
use fornax_project::Draft;
use fornax_terminal::{path_name, print, say, visible};

use crate::args::{ConfigArguments, InitArguments};
use crate::config;
use crate::exit::{Failure, Verdict};
use crate::report_file;

/// What people start. A registry is not among them: Fornax writes its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Template {
    /// A Fornax adapter manifest
    FornaxManifest,
    /// An agentic-kit host adapter
    AkAdapter,
    /// An agentic-kit kit.json
    AkKit,
}

/// What stands in the templates for an id, for a name and for the Fornax in use.
const ID: &str = "my-adapter";
const NAME: &str = "My Adapter";
const FORNAX_VERSION: &str = "0.0.9";

pub(crate) fn run(arguments: &InitArguments) -> Result<Verdict, Failure> {
    let path = place(arguments)?;
    let options = options(&path);
    let text = arguments.kind.text(&arguments.id, &options);
    let document = Document::parse(text.as_bytes(), arguments.kind.kind());
    // The templates are without a fault, so whatever is wrong comes from the id.
    if let Some(finding) = check(&document, &options, &Nowhere)
        .into_iter()
        .find(|finding| finding.severity != Severity::Info)
    {
        return Err(Failure::UnusableId {
            id: arguments.id.clone(),
            message: finding.message,
        });
    }
    if arguments.stdout {
        print(&text, false)?;
        return Ok(Verdict::Clean);
    }
    create(&path, &text)?;
    let name = path_name(&path);
    let name = visible(&name);
    say(&format!(
        "{name} is written: replace its examples with what is true of your adapter, then check it with `fornax-lint {name}`"
    ));
    Ok(Verdict::Clean)
}

/// Where the document goes.
fn place(arguments: &InitArguments) -> Result<PathBuf, Failure> {
    let name = || arguments.kind.file_name(&arguments.id);
    match &arguments.path {
        Some(path) if path == Path::new("-") => Err(Failure::InitToStream),
        Some(folder) if folder.is_dir() => Ok(folder.join(name())),
        // What ends like a folder's name is meant as one; the system would say something else of it.
        Some(path) if ends_as_folder(path) && fs::symlink_metadata(path).is_err_and(is_missing) => {
            Err(Failure::NoFolder(path.clone()))
        }
        Some(file) => Ok(file.clone()),
        None => Ok(PathBuf::from(name())),
    }
}

fn is_missing(error: io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

fn ends_as_folder(path: &Path) -> bool {
    let last = path.as_os_str().as_encoded_bytes().last();
    last.is_some_and(|&byte| std::path::is_separator(char::from(byte)))
}

/// What the configuration that will govern the document says.
fn options(path: &Path) -> Options {
    let configs = config::configs(&ConfigArguments::default());
    // One that can't be used is for the check to report.
    let config = configs
        .for_file(path)
        .unwrap_or_else(|_| configs.defaults());
    config.options().clone()
}

impl Template {
    fn kind(self) -> DocumentKind {
        match self {
            Self::FornaxManifest => DocumentKind::FornaxManifest,
            Self::AkAdapter => DocumentKind::AkAdapter,
            Self::AkKit => DocumentKind::AkKit,
        }
    }

    /// The name by which such a file is found.
    fn file_name(self, id: &str) -> String {
        match self {
            Self::FornaxManifest => format!("{id}.manifest.json"),
            Self::AkAdapter => "ak-adapter.json".to_owned(),
            Self::AkKit => "kit.json".to_owned(),
        }
    }

    fn text(self, id: &str, options: &Options) -> String {
        let template = match self {
            Self::FornaxManifest => include_str!("init/fornax-manifest.json"),
            Self::AkAdapter => include_str!("init/ak-adapter.json"),
            Self::AkKit => include_str!("init/ak-kit.json"),
        };
        let text = template
            .replace(ID, &escaped(id))
            .replace(NAME, &escaped(&title(id)));
        match options.fornax_version {
            Some(version) => text.replace(FORNAX_VERSION, &version.to_string()),
            None => text,
        }
    }
}

/// Text as it stands in a JSON string.
fn escaped(text: &str) -> String {
    let string = serde_json::Value::from(text).to_string();
    string.trim_matches('"').to_owned()
}

/// An id as a name: `my-adapter` is called "My Adapter".
fn title(id: &str) -> String {
    let words: Vec<String> = id
        .split('-')
        .filter(|word| !word.is_empty())
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().into_iter().flat_map(char::to_uppercase);
            first.chain(letters).collect()
        })
        .collect();
    words.join(" ")
}

/// Writes a file that is not there yet, whole or not at all, whatever becomes of this process.
fn create(path: &Path, text: &str) -> Result<(), Failure> {
    // Nothing is written beside a file that stays.
    if fs::symlink_metadata(path).is_ok() {
        return Err(Failure::Existing(path.to_path_buf()));
    }
    let result = Draft::beside(path, report_file::fresh()).and_then(|mut draft| {
        draft.write_all(text.as_bytes())?;
        draft.file().sync_all()?;
        draft.take_free_place(path)
    });
    result.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::Existing(path.to_path_buf()),
        _ => Failure::OutputFile(path.to_path_buf(), error),
    })
}
