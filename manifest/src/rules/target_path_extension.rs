//! `target-path-extension`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, extension};
use crate::rule::rule;
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
    /// Corrects capitals and blanks in the extension. Unsafe: on most systems that is another file.
    pub(crate) static RULE = {
        name: "target-path-extension",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["path-extension-mismatch"],
        summary: "a target file whose extension is not json",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(path) = fornax::target_path(cx) else {
        return;
    };
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
    let fix = mended(&name).map(|mended| {
        let whole = format!("{}{mended}{}", &path[..place.start], &path[place.end..]);
        let edits = path.replace_with(cx, &whole);
        Fix::guess(format!("Change the name to `{mended}`"), edits)
    });
    let finding = cx.report(path.span_of(place), message);
    if extension(&name).is_some_and(|extension| extension.eq_ignore_ascii_case("toml")) {
        finding.note("Fornax changes JSON files only, for now.");
    }
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}

/// The name with its extension spelled right, if it has that extension.
fn mended(name: &str) -> Option<String> {
    let name = name.trim_end_matches(|c: char| c == '.' || c.is_whitespace());
    let extension = extension(name).filter(|extension| extension.eq_ignore_ascii_case("json"))?;
    Some(name[..name.len() - extension.len()].to_owned() + "json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_respelled_not_replaced() {
        for name in ["x.JSON", "x.json ", "x.Json.", "x.json"] {
            assert_eq!(mended(name).as_deref(), Some("x.json"), "{name}");
        }
        for name in [".json", "x", "x.json5", "x.jsonc", "x.toml", "x.json:s", ""] {
            assert_eq!(mended(name), None, "{name}");
        }
    }
}
