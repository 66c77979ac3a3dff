//! Which ignores ignored nothing.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fornax_manifest::{Span, Stage};

use crate::config::apply::FileUsage;
use crate::config::glob::Pattern;
use crate::config::{Config, Overlay};
use crate::place;

/// What a run over files shows about the ignores of their configurations.
#[derive(Debug, Default)]
pub struct Usage {
    configs: BTreeMap<PathBuf, OfConfig>,
}

/// What became of the ignores of one configuration.
#[derive(Debug)]
struct OfConfig {
    config: Arc<Config>,
    used: HashSet<usize>,
    /// Those for one file, which was checked.
    checked: HashSet<usize>,
    /// Those that speak of a file of which not everything was looked at.
    partial: HashSet<usize>,
}

/// An ignore that ignored nothing.
#[derive(Clone, Debug)]
pub struct UnusedIgnore {
    /// The configuration that has it.
    pub config: Arc<Config>,
    /// Which of its [ignores](Config::ignores) it is.
    pub ignore: usize,
}

impl UnusedIgnore {
    /// Where it stands in the configuration.
    #[must_use]
    pub fn span(&self) -> Span {
        self.config.ignores()[self.ignore].span()
    }

    /// What is wrong, in words.
    #[must_use]
    pub fn message(&self) -> String {
        let ignore = &self.config.ignores()[self.ignore];
        let rule = ignore.rule().name;
        let pointer = match ignore.pointer() {
            None | Some("") => String::new(),
            Some(pointer) => format!(" at `{pointer}`"),
        };
        let path = match ignore.path() {
            None => String::new(),
            Some(path) => format!(" in `{path}`"),
        };
        format!("this ignores nothing: there is no finding of `{rule}`{pointer}{path} to ignore")
    }
}

impl Usage {
    /// Takes in what one file shows about its configuration.
    pub fn add(&mut self, config: &Arc<Config>, file: FileUsage) {
        let Some(of_config) = self.of_config(config) else {
            return;
        };
        of_config.used.extend(file.used);
        let Some(path) = file.path else {
            return;
        };
        let of_file = config.ignores_for(&path);
        if file.is_partial {
            of_config.partial.extend(&of_file);
        }
        of_config.checked.extend(of_file.iter().filter(|&&ignore| {
            let pattern = config.ignores()[ignore].path.as_ref();
            pattern.and_then(Pattern::one_file) == Some(&path)
        }));
    }

    fn of_config(&mut self, config: &Arc<Config>) -> Option<&mut OfConfig> {
        if config.ignores().is_empty() {
            return None;
        }
        let of_config = self
            .configs
            .entry(config.path()?.to_path_buf())
            .or_insert_with(|| OfConfig {
                config: Arc::clone(config),
                used: HashSet::new(),
                checked: HashSet::new(),
                partial: HashSet::new(),
            });
        Some(of_config)
    }

    /// The ignores that are not needed, in the order of configurations and of their text.
    ///
    /// Of an ignore for one file that is known once the file was checked; of any other, once all of
    /// the configuration's folder was: `searched` are the folders that were searched for manifests.
    /// It is never known where it depends on more than the files: on the disk around them, or on what
    /// lies on top of the configuration.
    #[must_use]
    pub fn unused(&self, searched: &[PathBuf]) -> Vec<UnusedIgnore> {
        let searched: Vec<_> = searched
            .iter()
            .map(|folder| place::absolute(folder))
            .collect();
        let unused_of = |of_config: &OfConfig| {
            let folder = of_config.config.path().and_then(Path::parent);
            let all = folder
                .is_some_and(|folder| searched.iter().any(|searched| folder.starts_with(searched)));
            let unused: Vec<_> = (0..of_config.config.ignores().len())
                .filter(|&ignore| of_config.is_unused(ignore, all))
                .map(|ignore| UnusedIgnore {
                    config: Arc::clone(&of_config.config),
                    ignore,
                })
                .collect();
            unused
        };
        self.configs.values().flat_map(unused_of).collect()
    }
}

impl OfConfig {
    fn is_unused(&self, number: usize, all: bool) -> bool {
        let ignore = &self.config.ignores()[number];
        let depends_on_more =
            ignore.rule().stage == Stage::Surroundings || self.config.overlay != Overlay::default();
        let is_known = all || self.checked.contains(&number);
        is_known
            && !depends_on_more
            && !self.used.contains(&number)
            && !self.partial.contains(&number)
    }
}
