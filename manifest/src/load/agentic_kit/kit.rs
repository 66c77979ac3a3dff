//! The adapters that an agentic-kit `kit.json` names.

use std::collections::HashSet;

use crate::document::DocumentKind;
use crate::load::agentic_kit::read::{Members, document, is_version, list, positive, split, text};
use crate::load::{Read, Refused, require};
use crate::syntax::{Array, Node};

/// The adapters that a `kit.json` names, found in order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AkKit {
    /// `hostAdapters`, no two with one name; none where the file has no such member.
    pub host_adapters: Vec<HostAdapter>,
}

/// An adapter that agentic-kit is to load.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HostAdapter {
    /// The name, which should be the id of the host in the manifest.
    pub name: String,
    /// Where the manifest is.
    pub source: Source,
    /// The contract that the manifest is expected to have, from 1 up.
    pub contract: Option<u64>,
}

/// Where an adapter's manifest is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// At an address that begins with `https://`.
    Https(String),
    /// In a package of npm's.
    Npm {
        /// The package, with its scope.
        package: String,
        /// The exact version, or a tag.
        version: Option<String>,
    },
    /// In a file. A path that isn't absolute starts where agentic-kit is started.
    File(String),
}

/// Reads a kit.
pub(in crate::load) fn read(bytes: &[u8]) -> Read<AkKit> {
    let document = document(bytes, DocumentKind::AkKit)?;
    let host_adapters = match document.root() {
        Some(root) => Members::of(root.node())?.optional("hostAdapters", host_adapters)?,
        // A kit that isn't an object is agentic-kit's own to complain about.
        None => None,
    };
    Ok(AkKit {
        host_adapters: host_adapters.unwrap_or_default(),
    })
}

fn host_adapters(node: Node<'_>) -> Read<Vec<HostAdapter>> {
    let adapters = list(host_adapter)(node)?;
    let items = node.as_array().into_iter().flat_map(Array::items);
    // Two names that differ in a lone surrogate are one name only here.
    let names: HashSet<_> = items
        .filter_map(|item| item.as_object()?.get("name")?.as_str_bytes())
        .collect();
    require(names.len() == adapters.len())?;
    Ok(adapters)
}

fn host_adapter(node: Node<'_>) -> Read<HostAdapter> {
    let members = Members::of(node)?;
    Ok(HostAdapter {
        name: members.required("name", text)?,
        source: members.required("source", source)?,
        contract: members.optional("contract", positive)?,
    })
}

fn source(node: Node<'_>) -> Read<Source> {
    let text = text(node)?;
    if let Some(package) = text.strip_prefix("npm:") {
        return npm(package);
    }
    require(!text.starts_with("http://"))?;
    Ok(if text.starts_with("https://") {
        Source::Https(text)
    } else {
        Source::File(text)
    })
}

/// Reads `package`, `@scope/package`, or either with `@version` behind it.
fn npm(text: &str) -> Read<Source> {
    let name_at = match text.strip_prefix('@') {
        Some(scoped) => {
            let (scope, _) = scoped.split_once('/').ok_or(Refused)?;
            require(is_package_word(scope))?;
            scope.len() + 2
        }
        None => 0,
    };
    let version_at = text[name_at..].find('@').map(|at| name_at + at);
    let package = &text[..version_at.unwrap_or(text.len())];
    let version = version_at.map(|at| &text[at + 1..]);
    require(is_package_word(&package[name_at..]))?;
    require(version.is_none_or(|version| is_semver(version) || is_tag(version)))?;
    Ok(Source::Npm {
        package: package.to_owned(),
        version: version.map(str::to_owned),
    })
}

fn is_package_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.chars().all(is_word_char)
}

/// Whether `text` is one exact version as Semantic Versioning has it.
fn is_semver(text: &str) -> bool {
    let (rest, build) = split(text, '+');
    let (numbers, pre) = split(rest, '-');
    let pre = || pre.into_iter().flat_map(|pre| pre.split('.'));
    let build = build.into_iter().flat_map(|build| build.split('.'));
    let has_zero_in_front = |part: &str| {
        part.len() > 1 && part.starts_with('0') && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    is_version(text)
        && !pre().chain(build).any(str::is_empty)
        && !numbers.split('.').chain(pre()).any(has_zero_in_front)
}

fn is_tag(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_word_char)
}

fn is_word_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')
}
