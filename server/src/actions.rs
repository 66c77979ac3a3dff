//! Code actions: every fix of the engine, worked out anew on the current text.

use std::collections::HashMap;
use std::path::PathBuf;

use fornax_manifest::{Applicability, Diagnostic, Edit, Fix, Span};
use fornax_project::config::FILE_NAME;
use tower_lsp_server::ls_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CreateFile,
    CreateFileOptions, DocumentChangeOperation, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, ResourceOp, TextDocumentEdit, TextEdit, Uri,
    WorkspaceEdit,
};

use crate::convert::Places;
use crate::diagnostics::convert_one;
use crate::document::{Findings, OpenDocument};
use crate::folders::OnDisk;
use crate::workspace::Workspace;
use crate::{ignore, uri};

/// All safe fixes at once, as when a file is saved.
const FIX_ALL: CodeActionKind = CodeActionKind::new("source.fixAll.fornax");

/// The kinds of action that are offered.
pub(crate) fn kinds() -> Vec<CodeActionKind> {
    vec![CodeActionKind::QUICKFIX, FIX_ALL]
}

/// The actions for a range of an open document.
pub(crate) fn offer(
    workspace: &mut Workspace,
    params: &CodeActionParams,
) -> Vec<CodeActionOrCommand> {
    let uri = &params.text_document.uri;
    let Some(findings) = workspace.findings(uri) else {
        return Vec::new();
    };
    let Some(open) = workspace.document(uri) else {
        return Vec::new();
    };
    let offer = Offer {
        workspace,
        open,
        findings: &findings,
        places: findings.places(workspace.client.encoding),
    };
    let only = params.context.only.as_deref();
    let mut actions = Vec::new();
    if wants(only, &CodeActionKind::QUICKFIX) {
        let range = offer.places.span(params.range);
        actions.extend(offer.quick_fixes(range));
        actions.extend(offer.fixes_of_a_kind(range));
        actions.extend(offer.missing_members(range));
        actions.extend(offer.ignores(range));
    }
    if wants(only, &FIX_ALL) {
        actions.extend(offer.fix_all());
    }
    actions
        .into_iter()
        .map(CodeActionOrCommand::CodeAction)
        .collect()
}

/// Whether a client that asks for these kinds only wants `kind`; a kind stands for those below it. A
/// list without any is that of a client that has nothing to say of kinds.
fn wants(only: Option<&[CodeActionKind]>, kind: &CodeActionKind) -> bool {
    only.is_none_or(|only| {
        only.is_empty()
            || only.iter().any(|wanted| {
                kind.as_str()
                    .strip_prefix(wanted.as_str())
                    .is_some_and(|rest| {
                        rest.is_empty() || rest.starts_with('.') || wanted.as_str().is_empty()
                    })
            })
    })
}

struct Offer<'a> {
    workspace: &'a Workspace,
    open: &'a OpenDocument,
    findings: &'a Findings,
    places: Places<'a>,
}

impl Offer<'_> {
    fn findings_at(&self, range: Span) -> impl Iterator<Item = &Diagnostic> {
        let touches = move |span: Span| span.start <= range.end && range.start <= span.end;
        self.findings
            .diagnostics
            .iter()
            .filter(move |finding| touches(finding.span))
    }

    /// Every fix of every finding.
    fn quick_fixes(&self, range: Span) -> Vec<CodeAction> {
        self.findings_at(range)
            .flat_map(|finding| finding.fixes.iter().map(move |fix| (finding, fix)))
            .map(|(finding, fix)| CodeAction {
                // What must still be filled in is nothing to apply without a look.
                is_preferred: Some(
                    fix.is_preferred() && fix.applicability() != Applicability::Placeholder,
                ),
                diagnostics: Some(vec![self.diagnostic(finding)]),
                ..self.action(fix.title(), CodeActionKind::QUICKFIX, fix.edits())
            })
            .collect()
    }

    /// For each rule that has a safe fix here, and one elsewhere: all of them.
    fn fixes_of_a_kind(&self, range: Span) -> Vec<CodeAction> {
        let mut actions = Vec::new();
        let mut seen = Vec::new();
        for finding in self.findings_at(range) {
            let rule = finding.rule;
            let others = self
                .findings
                .diagnostics
                .iter()
                .filter(|other| other.rule == rule && safe_fix(other).is_some());
            if seen.contains(&rule.name) || safe_fix(finding).is_none() || others.count() < 2 {
                continue;
            }
            seen.push(rule.name);
            let title = format!("Fix all `{}` in this document", rule.name);
            actions.extend(
                self.fix_each(&title, CodeActionKind::QUICKFIX, |finding, fix| {
                    finding.rule == rule && is_safe(fix)
                }),
            );
        }
        actions
    }

    /// Where a member is missing, and another one, too: all of them.
    fn missing_members(&self, range: Span) -> Option<CodeAction> {
        let is_missing = |finding: &Diagnostic| finding.rule.name == "missing-field";
        let here = self.findings_at(range).any(is_missing);
        let fixes = self
            .findings
            .diagnostics
            .iter()
            .filter(|finding| is_missing(finding))
            .flat_map(|finding| &finding.fixes);
        (here && fixes.count() > 1)
            .then(|| {
                let title = "Add all missing fields";
                self.fix_each(title, CodeActionKind::QUICKFIX, |finding, fix| {
                    is_missing(finding) && fix.is_preferred()
                })
            })
            .flatten()
    }

    /// For each finding, its entry in the configuration; no fix, and so the last to be offered.
    fn ignores(&self, range: Span) -> Vec<CodeAction> {
        let mut actions: Vec<CodeAction> = Vec::new();
        let mut config = None;
        for finding in self.findings_at(range) {
            let title = format!("Ignore this `{}` in {FILE_NAME}", finding.rule.name);
            if actions.iter().any(|action| action.title == title) {
                continue;
            }
            // What was known at the last check may be another file by now, or another text.
            let config = config.get_or_insert_with(|| {
                let path = self.open.path.as_deref()?;
                self.workspace.folders.config_now(path)
            });
            let Some(config) = config else {
                break;
            };
            if let Some(edit) = self.ignore(finding, config) {
                actions.push(CodeAction {
                    title,
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: Some(vec![self.diagnostic(finding)]),
                    edit: Some(edit),
                    ..CodeAction::default()
                });
            }
        }
        actions
    }

    fn ignore(
        &self,
        finding: &Diagnostic,
        (file, on_disk): &(PathBuf, OnDisk),
    ) -> Option<WorkspaceEdit> {
        let path = self.open.path.as_deref()?;
        let client = &self.workspace.client;
        let uri = uri::from_file(file)?;
        let open = self.workspace.document(&uri);
        let (text, is_new) = match (open, on_disk) {
            (Some(open), _) => (&*open.text, false),
            (None, OnDisk::Usable(text)) => (&**text, false),
            (None, OnDisk::Missing) if client.creates_files && client.versioned_edits => ("", true),
            (None, OnDisk::Missing | OnDisk::Broken) => return None,
        };
        let entry = ignore::entry(file, text, self.findings.document(), path, finding)?;
        let places = Places::new(text, client.encoding);
        let edit = places.text_edit(&Edit::insert(u32::try_from(text.len()).ok()?, entry));
        let uri = open.map_or(uri, |open| open.uri.clone());
        if !client.versioned_edits {
            return Some(WorkspaceEdit::new(HashMap::from([(uri, vec![edit])])));
        }
        let text_document = OptionalVersionedTextDocumentIdentifier {
            uri: uri.clone(),
            version: open.map(|open| open.version),
        };
        let edit = TextDocumentEdit {
            text_document,
            edits: vec![OneOf::Left(edit)],
        };
        let changes = if is_new {
            DocumentChanges::Operations(vec![
                DocumentChangeOperation::Op(ResourceOp::Create(create(uri))),
                DocumentChangeOperation::Edit(edit),
            ])
        } else {
            DocumentChanges::Edits(vec![edit])
        };
        Some(WorkspaceEdit {
            document_changes: Some(changes),
            ..WorkspaceEdit::default()
        })
    }

    /// Every safe fix, again and again until none is left.
    fn fix_all(&self) -> Option<CodeAction> {
        let title = "Apply all safe fixes";
        self.fix_each(title, FIX_ALL, |_, fix| is_safe(fix))
    }

    fn fix_each(
        &self,
        title: &str,
        kind: CodeActionKind,
        wanted: impl Fn(&Diagnostic, &Fix) -> bool,
    ) -> Option<CodeAction> {
        let text = self
            .workspace
            .fix(self.open, self.findings.document(), wanted)?;
        let edits = difference(&self.open.text, &text);
        (!edits.is_empty()).then(|| self.action(title, kind, &edits))
    }

    fn action(&self, title: &str, kind: CodeActionKind, edits: &[Edit]) -> CodeAction {
        let edits = edits.iter().map(|edit| self.places.text_edit(edit));
        CodeAction {
            title: title.to_owned(),
            kind: Some(kind),
            edit: Some(self.edit(edits.collect())),
            ..CodeAction::default()
        }
    }

    fn edit(&self, edits: Vec<TextEdit>) -> WorkspaceEdit {
        let uri = self.open.uri.clone();
        if !self.workspace.client.versioned_edits {
            return WorkspaceEdit::new(HashMap::from([(uri, edits)]));
        }
        let text_document = OptionalVersionedTextDocumentIdentifier {
            uri,
            version: Some(self.open.version),
        };
        WorkspaceEdit {
            document_changes: Some(DocumentChanges::Edits(vec![TextDocumentEdit {
                text_document,
                edits: edits.into_iter().map(OneOf::Left).collect(),
            }])),
            ..WorkspaceEdit::default()
        }
    }

    fn diagnostic(&self, finding: &Diagnostic) -> tower_lsp_server::ls_types::Diagnostic {
        convert_one(
            &self.open.uri,
            &self.places,
            self.findings,
            finding,
            &self.workspace.client,
        )
    }
}

fn create(uri: Uri) -> CreateFile {
    CreateFile {
        uri,
        options: Some(CreateFileOptions {
            overwrite: Some(false),
            ignore_if_exists: Some(true),
        }),
        annotation_id: None,
    }
}

fn is_safe(fix: &Fix) -> bool {
    fix.is_preferred() && fix.applicability() == Applicability::Safe
}

fn safe_fix(finding: &Diagnostic) -> Option<&Fix> {
    finding.fixes.iter().find(|fix| is_safe(fix))
}

/// The edits that lead from one text to the other: what both have at their ends stays untouched.
fn difference(old: &str, new: &str) -> Vec<Edit> {
    if old == new {
        return Vec::new();
    }
    let start = old
        .char_indices()
        .zip(new.chars())
        .find(|((_, a), b)| a != b)
        .map_or(old.len().min(new.len()), |((at, _), _)| at);
    let end = old[start..]
        .chars()
        .rev()
        .zip(new[start..].chars().rev())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len_utf8())
        .sum::<usize>();
    let span = Span::new(
        u32::try_from(start).unwrap_or(u32::MAX),
        u32::try_from(old.len() - end).unwrap_or(u32::MAX),
    );
    vec![Edit::replace(span, &new[start..new.len() - end])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use fornax_manifest::apply_edits;

    #[test]
    fn kinds_stand_for_those_below_them() {
        let wants = |wanted: &'static str, kind: &CodeActionKind| {
            wants(Some(&[CodeActionKind::new(wanted)]), kind)
        };
        assert!(wants("source", &FIX_ALL));
        assert!(wants("source.fixAll", &FIX_ALL));
        assert!(wants("source.fixAll.fornax", &FIX_ALL));
        assert!(wants("", &FIX_ALL));
        assert!(!wants("source.fix", &FIX_ALL));
        assert!(!wants("source.fixAll.fornax.more", &FIX_ALL));
        assert!(!wants("quickfix", &FIX_ALL));
        assert!(!wants("refactor", &CodeActionKind::QUICKFIX));
        assert!(super::wants(None, &FIX_ALL));
        assert!(super::wants(Some(&[]), &FIX_ALL));
        assert!(super::wants(Some(&[]), &CodeActionKind::QUICKFIX));
    }

    #[test]
    fn a_difference_leads_from_one_text_to_the_other() {
        let texts = [
            "", "a", "ab", "aba", "ba", "😀", "😀😁", "a😀b", "aa", "aaa", "xayaz",
        ];
        for old in texts {
            for new in texts {
                let edits = difference(old, new);
                assert_eq!(apply_edits(old, &edits), new, "{old} {new}");
            }
        }
    }
}
