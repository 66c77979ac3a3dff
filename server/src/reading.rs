//! Finds out what the documents are and what is wrong in them, and keeps both while they hold.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use tower_lsp_server::ls_types::Uri;

use crate::document::{Checked, Findings, OpenDocument, Read, Recognised, WhyNot};
use crate::ids::Given;
use crate::scan::examine;
use crate::uri::Key;
use crate::workspace::Workspace;

impl Workspace {
    /// What was found in a document's current text, if it is open and ours.
    pub(crate) fn findings(&mut self, uri: &Uri) -> Option<Arc<Findings>> {
        self.read();
        let key = Key::of(uri);
        if self.documents.get(&key)?.checked.is_none() {
            let checked = self.look_at(&key)?;
            self.documents.get_mut(&key)?.checked = Some(checked);
        }
        self.documents.get(&key)?.findings()
    }

    /// Finds out what the texts are that nobody has looked at yet, and which of them share an id;
    /// nothing is checked against a text that isn't the current one.
    pub(crate) fn read(&mut self) {
        let unread: Vec<Key> = self
            .documents
            .iter()
            .filter(|(_, document)| document.read.is_none())
            .map(|(key, _)| key.clone())
            .collect();
        for key in unread {
            let read = catch_unwind(AssertUnwindSafe(|| self.recognise(&key)));
            let (read, given) = read.unwrap_or((Read::Failed, None));
            self.has_failed |= matches!(read, Read::Failed);
            self.ids.set(&key, given);
            if let Some(document) = self.documents.get_mut(&key) {
                document.set_read(read);
            }
        }
        self.files_due.extend(self.ids.take_concerned());
        if !self.ids.take_changed() {
            return;
        }
        for (key, document) in &mut self.documents {
            if let Some(Checked::Done(findings)) = &document.checked
                && findings.namesakes != self.ids.namesakes(key, &self.folders)
            {
                document.touch();
            }
        }
    }

    /// What a document's text is, and the id that it gives itself, if that concerns others.
    fn recognise(&self, key: &Key) -> (Read, Option<Given>) {
        let Some(open) = self.documents.get(key) else {
            return (Read::Failed, None);
        };
        match self.try_to_recognise(open) {
            Ok((recognised, given)) => (Read::Ours(Arc::new(recognised)), given),
            Err(why) => (Read::NotOurs(why), None),
        }
    }

    fn try_to_recognise(&self, open: &OpenDocument) -> Result<(Recognised, Option<Given>), WhyNot> {
        let path = open.path.as_deref();
        let config = self.config(path);
        let exclusion = path.and_then(|path| self.folders.configs(path).exclusion(path));
        if let Some(exclusion) = exclusion {
            return Err(WhyNot::Excluded {
                config: exclusion.config.path().unwrap_or(Path::new("")).into(),
                pattern: exclusion.pattern,
            });
        }
        let said = path.and_then(|path| config.kind_of(path));
        let (document, because) = open.read(said, self.settings.detects_content)?;
        // Only what lies in the editor's folders belongs together.
        let given = path
            .filter(|path| self.settings.looks_around && self.folders.of(path).is_some())
            .and_then(|path| Given::of(&document, &open.uri, path, self.client.encoding));
        let recognised = Recognised {
            document,
            config,
            because,
        };
        Ok((recognised, given))
    }

    /// Checks a document, if it is ours.
    pub(crate) fn look_at(&self, key: &Key) -> Option<Checked> {
        let open = self.documents.get(key)?;
        let recognised = match &open.read {
            Some(Read::Ours(recognised)) => recognised,
            Some(Read::Failed) => return Some(Checked::Failed),
            Some(Read::NotOurs(_)) | None => return None,
        };
        let namesakes = self.ids.namesakes(key, &self.folders);
        let path = open.path.as_deref();
        let (document, config) = (&recognised.document, &recognised.config);
        let ((diagnostics, ignored), asked) = self.around(open, &namesakes, |surroundings| {
            examine(self.check, path, document, config, surroundings)
        });
        Some(Checked::Done(Arc::new(Findings {
            recognised: recognised.clone(),
            diagnostics,
            ignored,
            asked,
            namesakes,
        })))
    }
}
