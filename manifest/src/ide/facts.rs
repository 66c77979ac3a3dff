//! What can be said of one value beyond its schema: how large it is, what it leads to.

use std::cell::LazyCell;

use crate::check::{check, is_refused};
use crate::digest::fornax_pin;
use crate::document::DocumentKind;
use crate::fornax::{self, Obstacle, printed_size};
use crate::ide::Help;
use crate::ide::documentation::{Documentation, counted, grouped};
use crate::ide::field::Field;
use crate::ide::target::{self, Target};
use crate::limits;
use crate::options::FornaxVersion;
use crate::surroundings::{Content, Entry, Nowhere, Place};
use crate::syntax::{Node, NodeKind, Object};
use crate::words::is_hidden;

/// Adds what is known of `value`, which stands at `field`.
pub(super) fn add(help: Help<'_>, field: &Field, value: Node<'_>, text: &mut Documentation) {
    if let Some(string) = value.as_str() {
        spelling(value, &string, text);
        length(help, field, &string, text);
        match help.document.kind() {
            DocumentKind::FornaxManifest => manifest(help, field, value, &string, text),
            DocumentKind::FornaxRegistry => registry(help, field, value, &string, text),
            DocumentKind::AkAdapter => adapter(help, field, &string, text),
            DocumentKind::AkKit => {}
        }
        return;
    }
    match (value.kind(), field.name()) {
        (NodeKind::Object, Some("element")) => element_size(value, text),
        (NodeKind::Number, Some("timeoutMs")) => {
            if let Some(words) = value.as_f64().and_then(duration) {
                text.paragraph().prose("This is ").prose(&words).prose(".");
            }
        }
        _ => {}
    }
}

/// What a string holds, where its text hides that.
fn spelling(node: Node<'_>, string: &str, text: &mut Documentation) {
    if node.source().contains('\\') || string.contains(is_hidden) {
        text.paragraph().prose("It reads ").code(string).prose(".");
    }
}

/// How much of a limit in bytes is used.
fn length(help: Help<'_>, field: &Field, string: &str, text: &mut Documentation) {
    let limit = field
        .schema
        .keyword("maxLength")
        .and_then(serde_json::Value::as_u64);
    if let Some(limit) = limit.filter(|_| help.document.kind() == DocumentKind::FornaxManifest) {
        text.paragraph().prose(&format!(
            "It takes {} of {} bytes.",
            grouped(string.len() as u64),
            grouped(limit)
        ));
    }
}

// ---- Fornax manifests ------------------------------------------------------------------------

fn manifest(
    help: Help<'_>,
    field: &Field,
    value: Node<'_>,
    string: &str,
    text: &mut Documentation,
) {
    match field.path.as_str() {
        "min_fornax_version" => version(help, string, text),
        "target/path" => target_path(help, string, text),
        "operations/[]/pointer" => pointer(help, value, string, text),
        _ => {}
    }
}

fn version(help: Help<'_>, string: &str, text: &mut Documentation) {
    let (Some(current), Ok(least)) = (help.options.fornax_version, string.parse::<FornaxVersion>())
    else {
        return;
    };
    text.paragraph().prose(&if least <= current {
        format!("Fornax {current}, the one in use, is new enough.")
    } else {
        format!("Fornax {current}, the one in use, is older and refuses the manifest.")
    });
}

/// Whether the loader takes the manifest: nothing is promised of what it refuses.
fn is_accepted(help: Help<'_>) -> bool {
    !is_refused(&check(help.document, help.options, &Nowhere))
}

fn target_path(help: Help<'_>, string: &str, text: &mut Documentation) {
    let Some(path) = fornax::path_below_home(string) else {
        return;
    };
    let home = help.surroundings.home().unwrap_or("~");
    let full = format!("{}/{path}", home.trim_end_matches('/'));
    text.paragraph().prose("It stands for ").code(&full);
    let here = match target::look(&path, help.surroundings) {
        Target::Unknown => ".",
        Target::Behind { obstacle, at } => {
            text.prose(". On the way to it ").code(&format!("~/{at}"));
            match obstacle {
                Obstacle::Symlink => " is a symbolic link here, so install would refuse.",
                Obstacle::NotAFolder => " is no folder here, so install would refuse.",
            }
        }
        Target::Missing {
            without_folder: true,
        } => ". Its folder does not exist here, so install would refuse.",
        Target::Missing {
            without_folder: false,
        } if !is_accepted(help) => ". There is no such file here yet.",
        Target::Missing {
            without_folder: false,
        } => ". There is no such file here yet: install would create it.",
        Target::Symlink => ". Here it is a symbolic link, so install would refuse.",
        Target::NotAFile => ". Here it is no regular file, so install would refuse.",
        Target::Fornaxs => ". It lies in Fornax's own folder, so install would refuse.",
        Target::File(size) if size > limits::FORNAX_TARGET_BYTES => {
            ". Here it is larger than 8 MiB, so install would refuse."
        }
        Target::File(_) => ". The file exists here.",
    };
    text.prose(here);
    // Only the loader can promise more: what lies on the way may change until it looks.
    text.prose(
        " As it is written it lies below the home directory; Fornax makes sure of that again \
         when it opens the file.",
    );
}

fn pointer(help: Help<'_>, value: Node<'_>, string: &str, text: &mut Documentation) {
    if !string.starts_with('/') {
        return;
    }
    let path = target::path(help.document);
    let tree = path
        .as_ref()
        .and_then(|path| target::read(path, help.surroundings));
    let tree = tree.as_ref();
    text.paragraph();
    match (&path, tree) {
        (Some(path), Some(tree)) if tree.error_count() > 0 => {
            text.prose("Its steps; ")
                .code(&format!("~/{path}"))
                .prose(" here is not strict JSON, so install would refuse:");
        }
        (Some(path), Some(_)) => {
            text.prose("Its steps, and what stands there today in ")
                .code(&format!("~/{path}"))
                .prose(":");
        }
        _ => {
            text.prose("Its steps:");
        }
    }
    let steps = target::steps(tree, string);
    let last = steps.len().saturating_sub(1);
    let is_known = tree.is_some_and(|tree| tree.error_count() == 0);
    // A whole check: once for all steps, and only if one of them asks.
    let is_accepted = LazyCell::new(|| is_accepted(help));
    let mut parent = tree.and_then(|tree| tree.root());
    for (index, step) in steps.iter().enumerate() {
        text.item().code(&step.key);
        if is_known {
            text.prose(": ").prose(&stands_there(
                &is_accepted,
                parent,
                step.value,
                index == last,
                value,
            ));
        }
        parent = step.value;
    }
    if fornax::segments(string).count() > steps.len() {
        text.item().prose("…");
    }
}

/// What a step of a pointer meets, in words. Nothing of the file's content is shown.
fn stands_there(
    is_accepted: &LazyCell<bool, impl FnOnce() -> bool>,
    parent: Option<Node<'_>>,
    found: Option<Node<'_>>,
    is_last: bool,
    pointer: Node<'_>,
) -> String {
    let Some(found) = found else {
        let is_reachable = parent.is_none_or(|parent| parent.kind() == NodeKind::Object);
        return match (is_reachable, is_last) {
            (false, _) => "out of reach".to_owned(),
            (true, _) if !**is_accepted => "nothing yet".to_owned(),
            (true, false) => "nothing yet; install would create an object".to_owned(),
            (true, true) => "nothing yet; install would create the array".to_owned(),
        };
    };
    match (found.kind(), is_last) {
        (NodeKind::Object, false) => {
            let members = found
                .as_object()
                .map_or(0, |object| object.members().count());
            format!("an object of {}", counted(members, "member"))
        }
        (NodeKind::Array, true) => {
            let count = found.as_array().map_or(0, |array| array.len());
            let elements = counted(count, "element");
            match pointer
                .member()
                .and_then(|member| member.object())
                .and_then(marker)
            {
                Some((key, value)) => match target::marked(found, (&key, &value)) {
                    0 => format!("an array of {elements}, none with this marker"),
                    marked => format!(
                        "an array of {elements}, {} with this marker",
                        grouped(marked as u64)
                    ),
                },
                None => format!("an array of {elements}"),
            }
        }
        (kind, true) => format!("{}, not an array: install would refuse", noun(kind)),
        (kind, false) => format!("{}, not an object: install would refuse", noun(kind)),
    }
}

/// The marker of an operation: key and value.
fn marker(operation: Object<'_>) -> Option<(String, String)> {
    let text = |name| Some(operation.get(name)?.as_str()?.into_owned());
    Some((text("marker_key")?, text("marker_value")?))
}

fn noun(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Object => "an object",
        NodeKind::Array => "an array",
        NodeKind::String => "a string",
        NodeKind::Number => "a number",
        NodeKind::Bool => "true or false",
        NodeKind::Null => "null",
        NodeKind::Member | NodeKind::Invalid => "something unreadable",
    }
}

fn element_size(element: Node<'_>, text: &mut Documentation) {
    if let Some(size) = printed_size(element) {
        text.paragraph().prose(&format!(
            "Printed compactly it takes {} of {} bytes.",
            grouped(size as u64),
            grouped(limits::FORNAX_ELEMENT_BYTES as u64)
        ));
    }
}

/// Says of something inside an `element` whether it is the marker.
pub(super) fn add_inside_element(node: Node<'_>, element: Node<'_>, text: &mut Documentation) {
    let operation = element.member().and_then(|member| member.object());
    let Some(operation) = operation else {
        return;
    };
    let (Some(key), Some(member)) = (operation.get("marker_key"), node.member()) else {
        return;
    };
    let is_own = member
        .object()
        .is_some_and(|object| object.node() == element);
    let is_marker = key.as_str().is_some_and(|key| member.has_name(&key));
    if !(is_own && is_marker) {
        return;
    }
    let wanted = operation.get("marker_value").and_then(Node::as_str);
    let written = member.value().and_then(Node::as_str);
    match wanted {
        Some(wanted) if written.as_ref() != Some(&wanted) => {
            text.paragraph()
                .prose("This should be the marker, and is not: it must be a string equal to ")
                .code("marker_value")
                .prose(", which is ")
                .code(&wanted)
                .prose(". The loader refuses the manifest.");
        }
        _ => {
            text.paragraph()
                .prose("This is the marker: a string equal to ")
                .code("marker_value")
                .prose(", by which uninstall finds the element again.");
        }
    }
}

// ---- Fornax registries -----------------------------------------------------------------------

fn registry(
    help: Help<'_>,
    field: &Field,
    value: Node<'_>,
    string: &str,
    text: &mut Documentation,
) {
    let entry = value.member().and_then(|member| member.object());
    let copy = entry.and_then(|entry| entry.get("manifest_file"));
    match (field.name(), copy.and_then(Node::as_str)) {
        (Some("digest"), Some(copy)) if !copy.contains(['/', '\\']) => {
            let content =
                help.surroundings
                    .read(Place::Beside, &copy, limits::FORNAX_MANIFEST_BYTES);
            if let Content::Bytes(bytes) = content {
                let pin = fornax_pin(&bytes);
                text.paragraph();
                if pin == string {
                    text.prose("The owned copy has this digest.");
                } else {
                    text.prose("The owned copy has another digest, so Fornax rejects the entry: ")
                        .code(&pin)
                        .prose(".");
                }
            }
        }
        (Some("manifest_file"), _) if !string.contains(['/', '\\']) => {
            beside(help, string, text);
        }
        _ => {}
    }
}

// ---- agentic-kit -----------------------------------------------------------------------------

fn adapter(help: Help<'_>, field: &Field, string: &str, text: &mut Documentation) {
    if field.path.ends_with("hook/command/[]") && crate::agentic_kit::is_relative(string) {
        beside(help, &string.replace('\\', "/"), text);
    }
}

/// Says whether a file stands beside the document.
fn beside(help: Help<'_>, path: &str, text: &mut Documentation) {
    let words = match help.surroundings.entry(Place::Beside, path) {
        Entry::Unknown => return,
        Entry::Missing => "There is no such file beside this one.",
        Entry::File { .. } => "The file stands beside this one.",
        Entry::Symlink => "Beside this file it is a symbolic link.",
        Entry::Folder { .. } | Entry::Other => "Beside this file it is no regular file.",
    };
    text.paragraph().prose(words);
}

/// A time in milliseconds in words that can be judged: `1.5 s`, `25 h`, and `about 2 min` for what is
/// no round number in any unit.
pub(super) fn duration(milliseconds: f64) -> Option<String> {
    /// Larger numbers are no easier to judge than milliseconds.
    const MOST: f64 = 1000.0;
    const UNITS: [(f64, &str); 4] = [
        (86_400_000.0, "days"),
        (3_600_000.0, "h"),
        (60_000.0, "min"),
        (1_000.0, "s"),
    ];
    if !milliseconds.is_finite() || milliseconds <= 0.0 {
        return None;
    }
    let tenths = |size: f64| (milliseconds / size * 10.0).round();
    let is_exact = |size: f64| (tenths(size) * size / 10.0 - milliseconds).abs() < 0.1;
    let mut fitting = UNITS.into_iter().filter(|(size, _)| milliseconds >= *size);
    let largest = fitting.clone().next().unwrap_or((1.0, "ms"));
    let exact = fitting.find(|(size, _)| is_exact(*size) && milliseconds / size < MOST);
    let (size, unit) = exact.unwrap_or(largest);
    let amount = tenths(size) / 10.0;
    let about = if is_exact(size) { "" } else { "about " };
    let unit = if unit == "days" && tenths(size) == 10.0 {
        "day"
    } else {
        unit
    };
    (amount < 1e9).then(|| format!("{about}{amount} {unit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_easy_to_judge() {
        let duration = |milliseconds| duration(milliseconds).unwrap_or_default();
        assert_eq!(duration(5000.0), "5 s");
        assert_eq!(duration(1500.0), "1.5 s");
        assert_eq!(duration(600_000.0), "10 min");
        assert_eq!(duration(90.0), "90 ms");
        assert_eq!(duration(7_200_000.0), "2 h");
        assert_eq!(duration(172_800_000.0), "2 days");
        assert_eq!(duration(86_400_000.0), "1 day");
        assert_eq!(duration(129_600_000.0), "1.5 days");
        assert_eq!(duration(90_000_000.0), "25 h");
        assert_eq!(duration(60_000.0), "1 min");
        assert_eq!(duration(61_000.0), "61 s");
        assert_eq!(duration(119_999.0), "about 2 min");
        assert_eq!(duration(7_199_999.0), "about 2 h");
        assert_eq!(duration(1e12), "about 11574.1 days");
        assert_eq!(duration(0.0), "");
        assert_eq!(duration(f64::INFINITY), "");
        assert_eq!(duration(1e300), "");
    }
}
