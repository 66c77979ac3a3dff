//! `element-credential`

use crate::context::Context;
use crate::fornax;
use crate::rule::rule;
use crate::rules::unknown::CREDENTIAL;
use crate::syntax::{Member, Node, NodeKind};
use crate::words::fold;

rule! {
    /// ## What it does
    ///
    /// Reports a text inside an `element` that seems to be a credential, by its key (`token`,
    /// `api_key`, `password` and the like) or by the way it begins (`ghp_…`, `sk-…`, `AKIA…` and
    /// the like). A reference to a variable, such as `${TOKEN}`, is none.
    ///
    /// ## Why it matters
    ///
    /// The element is copied into another tool's configuration file, and the manifest itself is read
    /// by many. There is no place in a manifest where a credential is kept safe.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations/0/element mark="s3cret-and-known-to-all"
    /// { "command": "fornax-hook-acme", "api_key": "s3cret-and-known-to-all" }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations/0/element
    /// { "command": "fornax-hook-acme", "api_key": "${ACME_API_KEY}" }
    /// ```
    pub(crate) static RULE = {
        name: "element-credential",
        kinds: [FornaxManifest],
        severity: Warning,
        reasons: [],
        summary: "a credential in an element, which is copied into another tool's file",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

/// How known kinds of tokens begin, and how many characters follow at least.
const TOKENS: [(&str, usize); 26] = [
    ("AIza", 30),
    ("AKIA", 16),
    ("ASIA", 16),
    ("SG.", 20),
    ("dop_v1_", 20),
    ("eyJ", 30),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghr_", 20),
    ("ghs_", 20),
    ("ghu_", 20),
    ("github_pat_", 20),
    ("glpat-", 20),
    ("hf_", 20),
    ("npm_", 30),
    ("pypi-", 20),
    ("rk_live_", 16),
    ("sk-", 20),
    ("sk_live_", 16),
    ("sk_test_", 16),
    ("xapp-", 10),
    ("xoxa-", 10),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxr-", 10),
    ("ya29.", 20),
];

/// The length of the shortest token: most words are shorter.
const SHORTEST: usize = 15;

/// What may stand before a credential in the value of a header.
const SCHEMES: [&str; 3] = ["Bearer ", "Basic ", "token "];

fn check(cx: &mut Context<'_>) {
    let nodes = fornax::operations(cx)
        .filter_map(fornax::Operation::element)
        .flat_map(Node::descendants)
        .filter(|node| node.kind() == NodeKind::String && !node.is_key());
    for node in nodes {
        let Some(text) = node.as_str() else {
            continue;
        };
        let key = node.member().map(Member::name);
        let key = key.filter(|key| CREDENTIAL.contains(&&*fold(key)));
        // The message never shows the text itself: it ends up in logs.
        let message = match key {
            Some(key) if !text.trim().is_empty() && !is_reference(&text) => {
                format!(
                    "`{key}` holds a credential, it seems; it would be copied into another tool's file"
                )
            }
            _ if holds_token(&text) => {
                "this text begins as access tokens do; it would be copied into another tool's file"
                    .to_owned()
            }
            _ => continue,
        };
        cx.report(node.span(), message);
    }
}

/// Whether a value is nothing but a reference to a variable.
fn is_reference(text: &str) -> bool {
    let text = text.trim();
    let value = SCHEMES
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme))
        .unwrap_or(text);
    let whole = 0..value.len();
    fornax::variables(value) == [whole]
}

/// Whether one of a text's words is an access token of a known kind, or a private key begins in it.
fn holds_token(text: &str) -> bool {
    if text.len() < SHORTEST {
        return false;
    }
    let is_separator =
        |c: char| c.is_whitespace() || matches!(c, '=' | ':' | ',' | ';' | '\'' | '"' | '@');
    // Each token has a digit and each key has dashes, and most texts have none: all bytes are looked
    // at, many at once.
    let has_digit = (text.bytes()).fold(false, |so_far, byte| so_far | byte.is_ascii_digit());
    let dashes: usize = text.bytes().map(|byte| usize::from(byte == b'-')).sum();
    let begins_key =
        dashes >= 10 && text.contains("-----BEGIN ") && text.contains("PRIVATE KEY-----");
    begins_key || has_digit && text.split(is_separator).any(is_token)
}

fn is_token(word: &str) -> bool {
    let is_long = word.len() >= SHORTEST;
    is_long
        && TOKENS.iter().any(|(prefix, least)| {
            word.strip_prefix(prefix).is_some_and(|rest| {
                let random = rest
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
                // Words joined by hyphens are no token, however long they are.
                random && rest.len() >= *least && rest.contains(|c: char| c.is_ascii_digit())
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_no_credentials() {
        for text in [
            "${TOKEN}",
            "$TOKEN",
            "%TOKEN%",
            " ${TOKEN} ",
            "Bearer ${TOKEN}",
        ] {
            assert!(is_reference(text), "{text}");
        }
        for text in ["", "$", "x${TOKEN}", "$TOKEN-x", "Bearer abc"] {
            assert!(!is_reference(text), "{text}");
        }
    }

    #[test]
    fn tokens_are_told_from_names() {
        let shortest = TOKENS.iter().map(|(prefix, least)| prefix.len() + least);
        assert_eq!(shortest.min(), Some(SHORTEST));
        let digits = "0123456789".repeat(4);
        for (prefix, _) in TOKENS {
            assert!(holds_token(&format!("{prefix}{digits}")), "{prefix}");
            assert!(
                holds_token(&format!("run --key={prefix}{digits} x")),
                "{prefix}"
            );
            assert!(!holds_token(&format!("{prefix}1")), "{prefix}");
        }
        for text in [
            "sk-learn-adapter-for-fornax-hooks",
            "npm_config",
            "ghp_",
            "a sk- b",
            "",
        ] {
            assert!(!holds_token(text), "{text}");
        }
        assert!(holds_token("-----BEGIN EC PRIVATE KEY-----\nMHc"));
    }
}
