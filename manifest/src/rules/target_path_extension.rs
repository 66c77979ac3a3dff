//! `target-path-extension`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, extension};
use crate::rule::rule;
use crate::sensible;
use crate::syntax::shorten;

rule! {
    /// ## What it does
    ///
    /// Reports a `target.path` whose last part does not end in `.json`, spelled exactly so. A file
    /// called `.json` has no extension at all.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest. The extension must be that of the target's format, so that no
    /// manifest can change a shell profile, a key file or a program.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target/path mark=settings.JSON
    /// "~/.acme/settings.JSON"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/target/path
    /// "~/.acme/settings.json"
    /// ```
    ///
    /// ## Fix
    ///
    /// Writes `.json` in place of a similar extension, or behind the name. Unsafe: that is another
    /// file. Where there is no name, an example is put there, to be replaced.
    pub(crate) static RULE = {
        name: "target-path-extension",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["path-extension-mismatch"],
        summary: "a target file whose extension is not json",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(path) = fornax::refused_target_path(cx) else {
        return;
    };
    if path.starts_with(fornax::HOME) && fornax::components(&path).all(|(_, name)| name == ".") {
        cx.report(
            path.span(),
            "`target.path` must name a file; this is the home directory itself",
        );
        return;
    }
    // Without a name, or with a step up in its place, the path has a graver fault.
    let Some((place, name)) = fornax::file_name(&path).filter(|(_, name)| *name != "..") else {
        return;
    };
    if place.start == 0 && name.starts_with('~') {
        return;
    }
    // U+0000 is a fault of its own.
    let name = name.replace('\0', "");
    let message = match extension(&name) {
        Some("json") => return,
        Some("") => "the target file's name must end in `.json`, without a dot behind it".to_owned(),
        Some(extension) => format!(
            "the target file's name must end in `.json`; this ends in `.{}`",
            shorten(extension)
        ),
        None if name == ".json" => {
            "the target file needs a name before `.json`: to the loader, a dot at the start begins no extension".to_owned()
        }
        None => "the target file's name must end in `.json`; this has no extension".to_owned(),
    };
    let fix = mended(&name)
        .map(|mended| {
            let whole = format!("{}{mended}{}", &path[..place.start], &path[place.end..]);
            let edits = path.replace_with(cx, &whole);
            Fix::guess(format!("Change the name to `{mended}`"), edits)
        })
        .or_else(|| sensible::replacement(cx, path.node));
    let finding = cx.report(path.span_of(place), message);
    if extension(&name).is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
        finding.note("Fornax changes JSON files only, for now.");
    }
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}

/// Extensions of formats that resemble JSON or are mistaken for it; another one may be a part of the
/// name.
const SIMILAR: [&str; 9] = [
    "json5", "jsonc", "jsonl", "js", "toml", "yaml", "yml", "conf", "txt",
];

/// The name with the extension that it must have.
fn mended(name: &str) -> Option<String> {
    let name = name.trim_end_matches(|c: char| c == '.' || c.is_whitespace());
    if matches!(name, "" | ".json") {
        return None;
    }
    let stem = match extension(name) {
        Some(extension) => {
            let lower = extension.to_ascii_lowercase();
            let is_similar = lower == "json" || SIMILAR.contains(&&*lower);
            let end = name.len() - extension.len() - 1;
            if is_similar { &name[..end] } else { name }
        }
        None => name,
    };
    Some(stem.to_owned() + ".json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_their_extension() {
        for name in ["x.JSON", "x.json ", "x.Json.", "x.json"] {
            assert_eq!(mended(name).as_deref(), Some("x.json"), "{name}");
        }
        for name in ["x", "x.json5", "x.jsonc", "x.toml", "x.YAML", "x.toml. "] {
            assert_eq!(mended(name).as_deref(), Some("x.json"), "{name}");
        }
        assert_eq!(mended("a.b").as_deref(), Some("a.b.json"));
        assert_eq!(mended(".bashrc").as_deref(), Some(".bashrc.json"));
        for name in [".json", ".json.", "", " "] {
            assert_eq!(mended(name), None, "{name}");
        }
    }
}
