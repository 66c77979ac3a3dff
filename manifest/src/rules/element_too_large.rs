//! `element-too-large`

use crate::context::Context;
use crate::fornax;
use crate::limits::FORNAX_ELEMENT_BYTES;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports an `element` of more than 4,096 bytes, as it is written into the target: without
    /// white space, with every key once, numbers and escapes spelled as `serde_json` spells them.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest, since a very large element in another tool's configuration could
    /// bring that tool to a halt.
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations/0/element
    /// { "type": "command", "command": "fornax-hook-acme" }
    /// ```
    pub(crate) static RULE = {
        name: "element-too-large",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["element-too-large"],
        summary: "an element of more than 4,096 bytes",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for element in fornax::operations(cx).filter_map(fornax::Operation::element) {
        let Some(size) = fornax::printed_size(element).filter(|size| *size > FORNAX_ELEMENT_BYTES)
        else {
            continue;
        };
        // The key stands for a value that may fill screens.
        let place = element
            .member()
            .map_or(element.span(), |member| member.key().span());
        cx.report(
            place,
            format!("`element` has at most {FORNAX_ELEMENT_BYTES} bytes when it is printed without white space; this has {size}"),
        );
    }
}
