//! The entries of `hostAdapters` in `kit.json`, and where their manifests are.

use std::borrow::Cow;

use crate::agentic_kit::is_absolute;
use crate::document::{Document, DocumentKind};
use crate::limits;
use crate::semver;
use crate::surroundings::{Content, Entry, Place, Surroundings};
use crate::syntax::{Array, Node, Object, Tree};

/// The entries that are objects.
pub(crate) fn entries(tree: &Tree) -> impl Iterator<Item = Object<'_>> {
    let list = tree.at("/hostAdapters").and_then(Node::as_array);
    list.into_iter()
        .flat_map(Array::items)
        .filter_map(Node::as_object)
}

/// The entries' sources, as far as they are strings with something in them.
pub(crate) fn sources(tree: &Tree) -> impl Iterator<Item = (Node<'_>, Cow<'_, str>)> {
    entries(tree).filter_map(|entry| {
        let node = entry.get("source")?;
        let text = node.as_str().filter(|text| !text.is_empty())?;
        Some((node, text))
    })
}

/// What ak takes a source for. Schemes compare with case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source<'t> {
    /// `https://…`
    Https,
    /// `http://…`
    Http,
    /// `npm:…`, and what follows the colon.
    Npm(&'t str),
    /// Anything else: a path.
    Path(&'t str),
}

impl<'t> Source<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        if text.starts_with("https://") {
            Self::Https
        } else if text.starts_with("http://") {
            Self::Http
        } else if let Some(package) = text.strip_prefix("npm:") {
            Self::Npm(package)
        } else {
            Self::Path(text)
        }
    }
}

/// The scheme of a text that looks like an address, lower case: `git+ssh` of `git+ssh://x`.
pub(crate) fn scheme(text: &str) -> Option<String> {
    let (scheme, _) = text.split_once(':')?;
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    // One letter is a drive.
    (scheme.len() > 1 && scheme.chars().all(allowed)).then(|| scheme.to_ascii_lowercase())
}

/// A package name and, if given, what follows the `@` behind it.
pub(crate) fn split_package(package: &str) -> (&str, Option<&str>) {
    let scope = usize::from(package.starts_with('@'));
    match package[scope..].rfind('@') {
        Some(at) => (&package[..scope + at], Some(&package[scope + at + 1..])),
        None => (package, None),
    }
}

/// Whether `name` is `[@scope/]name`.
pub(crate) fn is_package_name(name: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphanumeric())
            && part
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
    };
    match name.strip_prefix('@') {
        Some(scoped) => scoped
            .split_once('/')
            .is_some_and(|(scope, name)| is_part(scope) && is_part(name)),
        None => is_part(name),
    }
}

/// The address of the page that shows what follows the colon in an `npm:` source; none for what npm
/// would not take either.
pub(crate) fn package_page(package: &str) -> Option<String> {
    let (name, version) = split_package(package);
    let page = format!("https://www.npmjs.com/package/{name}");
    match version {
        _ if !is_package_name(name) => None,
        None => Some(page),
        Some(version) if semver::is_strict(version) => Some(format!("{page}/v/{version}")),
        Some(version) => is_version_or_tag(version).then_some(page),
    }
}

/// Whether `version` is one exact version, or a tag.
pub(crate) fn is_version_or_tag(version: &str) -> bool {
    let is_tag = version.starts_with(|c: char| c.is_ascii_alphabetic())
        && version
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
    is_tag || semver::is_strict(version)
}

/// An entry whose source is a path that may be looked at, and what stands there.
#[derive(Clone, Debug)]
pub(crate) struct LocalEntry<'t> {
    /// The entry.
    pub(crate) object: Object<'t>,
    /// Its source.
    pub(crate) source: Node<'t>,
    /// The source's text.
    pub(crate) path: Cow<'t, str>,
    /// What stands there.
    pub(crate) found: Entry,
}

impl LocalEntry<'_> {
    /// Whether what the manifest holds may be quoted.
    pub(crate) fn is_own(&self, surroundings: &dyn Surroundings) -> bool {
        surroundings.is_own(Place::Beside, &self.path)
    }

    /// The manifest that stands there, if it can be read.
    pub(crate) fn manifest(&self, surroundings: &dyn Surroundings) -> Option<Document> {
        if !matches!(self.found, Entry::File { .. }) {
            return None;
        }
        let content = surroundings.read(Place::Beside, &self.path, limits::AK_MANIFEST_BYTES);
        match content {
            Content::Bytes(bytes) => Some(Document::parse(&bytes, DocumentKind::AkAdapter)),
            Content::TooLarge(size) => Some(Document::oversized(size, DocumentKind::AkAdapter)),
            Content::Unknown | Content::Missing => None,
        }
    }
}

/// The entries whose sources are paths, as many as are looked up.
///
/// A relative path starts from wherever ak is started; what is likely is the folder of `kit.json`.
pub(crate) fn local_entries<'t>(
    tree: &'t Tree,
    surroundings: &'t dyn Surroundings,
) -> impl Iterator<Item = LocalEntry<'t>> + use<'t> {
    entries(tree)
        .filter_map(|object| {
            let source = object.get("source")?;
            let path = source.as_str()?;
            let is_path = matches!(Source::of(&path), Source::Path(text) if is_plain(text));
            is_path.then_some((object, source, path))
        })
        .take(limits::AK_KIT_SOURCES)
        .map(move |(object, source, path)| {
            let found = surroundings.entry(Place::Beside, &path);
            LocalEntry {
                object,
                source,
                path,
                found,
            }
        })
}

/// Whether a path means the same to ak and to whoever looks it up here.
pub(crate) fn is_plain(path: &str) -> bool {
    let foreign = path.contains('\\') || (is_absolute(path) && !path.starts_with('/'));
    !path.is_empty() && !path.starts_with('~') && scheme(path).is_none() && !foreign
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_have_a_name_and_perhaps_a_version() {
        assert_eq!(split_package("@acme/x@1.2.0"), ("@acme/x", Some("1.2.0")));
        assert_eq!(split_package("@acme/x"), ("@acme/x", None));
        assert_eq!(split_package("x@"), ("x", Some("")));
        assert_eq!(split_package("@"), ("@", None));
        assert_eq!(split_package(""), ("", None));
        for good in ["x", "@a/b", "9x", "a.b_c-d"] {
            assert!(is_package_name(good), "{good}");
        }
        for bad in [
            "", "@", "@a", "a/b", "@a/b/c", ".x", "@/b", "@a/", "é", "a b", "_x",
        ] {
            assert!(!is_package_name(bad), "{bad}");
        }
        for good in ["1.2.3", "1.2.3-rc.1+5", "latest", "v1", "next_1"] {
            assert!(is_version_or_tag(good), "{good}");
        }
        for bad in [
            "", "1", "1.x", "^1", "*", "~1.2", ">=1.0.0", "01.2.3", "a/b", "a#b",
        ] {
            assert!(!is_version_or_tag(bad), "{bad}");
        }
    }

    #[test]
    fn packages_have_a_page() {
        let page = |package| package_page(package).unwrap_or_default();
        let base = "https://www.npmjs.com/package/";
        assert_eq!(page("@acme/x@1.2.0"), format!("{base}@acme/x/v/1.2.0"));
        assert_eq!(page("x"), format!("{base}x"));
        assert_eq!(page("x@latest"), format!("{base}x"));
        for none in ["", "x@^1", "a/b", "x y", "x#y", "x@1.2.0/../y"] {
            assert_eq!(package_page(none), None, "{none}");
        }
    }

    #[test]
    fn schemes_compare_with_case() {
        assert_eq!(Source::of("https://x"), Source::Https);
        assert_eq!(Source::of("http://x"), Source::Http);
        assert_eq!(Source::of("npm:x"), Source::Npm("x"));
        assert_eq!(Source::of("HTTPS://x"), Source::Path("HTTPS://x"));
        assert_eq!(scheme("HTTPS://x").as_deref(), Some("https"));
        assert_eq!(scheme("git+ssh://x").as_deref(), Some("git+ssh"));
        assert_eq!(scheme("C:/x"), None);
        assert_eq!(scheme("./a:b"), None);
    }
}
