//! `registered-digest-changed`

use crate::context::Context;
use crate::digest::fornax_pin;
use crate::document::{Document, DocumentKind};
use crate::fornax::{self, Text};
use crate::limits::FORNAX_REGISTRY_BYTES;
use crate::rule::rule;
use crate::surroundings::{Content, Place};
use crate::syntax::Node;

rule! {
    /// ## What it does
    ///
    /// Points out that the manifest's `id` is registered on this machine under another digest than
    /// the manifest now has.
    ///
    /// ## Why it matters
    ///
    /// Fornax works with its own copy of what was registered, pinned by a digest over every byte. It
    /// knows nothing of later edits, not even of white space, until the manifest is registered again
    /// and the user confirms the new digest. An id that is taken is not registered again: the old one
    /// is uninstalled and removed first, in this order, for only the copy that was registered says what
    /// it has put into the target.
    ///
    /// ## Example
    ///
    /// ```json file=~/.fornax/adapters/registry.json
    /// {
    ///   "entries": [
    ///     {
    ///       "id": "acme-agent",
    ///       "digest": "sha256:5c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a36"
    ///     }
    ///   ]
    /// }
    /// ```
    ///
    /// ```json bad in=/id mark="acme-agent"
    /// "acme-agent"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json file=~/.fornax/adapters/registry.json
    /// { "schema_version": 1, "entries": [] }
    /// ```
    ///
    /// ```json good in=/id
    /// "acme-agent"
    /// ```
    pub(crate) static RULE = {
        name: "registered-digest-changed",
        kinds: [FornaxManifest],
        severity: Info,
        reasons: [],
        summary: "a manifest that has changed since it was registered",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(id) = fornax::id(cx) else {
        return;
    };
    let content = cx.surroundings().read(
        Place::FornaxHome,
        "adapters/registry.json",
        FORNAX_REGISTRY_BYTES,
    );
    let Content::Bytes(bytes) = content else {
        return;
    };
    let registry = Document::parse(&bytes, DocumentKind::FornaxRegistry);
    // What is no id isn't registered, and stands in no command.
    let Some(registered) = fornax::is_id(&id)
        .then(|| registered_digest(&registry, &id))
        .flatten()
    else {
        return;
    };
    let pin = fornax_pin(cx.document().bytes());
    if registered != pin {
        cx.report(
            id.span(),
            format!(
                "`{}` is registered on this machine as another text than this one",
                &*id
            ),
        )
        .note(format!("Registered is {registered}."))
        .note(format!("This text has {pin}."))
        .note(format!(
            "To have this text count, run `fornax-adapter uninstall {id}` and `fornax-adapter remove \
             {id}`, and register it: what is installed can only be taken back by what was registered.",
            id = &*id
        ));
    }
}

/// The digest under which a registry lists an id.
fn registered_digest(registry: &Document, id: &str) -> Option<String> {
    let entries = registry.root()?.get("entries")?.as_array()?;
    let entry = entries
        .items()
        .filter_map(Node::as_object)
        .find(|entry| Text::member(*entry, "id").is_some_and(|other| *other == *id))?;
    let digest = Text::member(entry, "digest")?;
    fornax::is_pin(&digest).then(|| digest.to_string())
}
