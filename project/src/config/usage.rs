//! Which ignores ignored nothing.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fornax_manifest::Span;

use crate::config::Config;
use crate::config::apply::{Applied, FileUsage};
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
    checked: HashSet<PathBuf>,
    /// Files of which not everything was looked at.
    partial: Vec<PathBuf>,
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
    /// Takes in what was applied to one file.
    pub fn add(&mut self, config: &Arc<Config>, applied: &Applied) {
        let FileUsage {
            path,
            used,
            is_partial,
        } = &applied.usage;
        let Some(of_config) = self.of_config(config) else {
            return;
        };
        of_config.used.extend(used);
        if let Some(path) = path {
            of_config.checked.insert(path.clone());
            if *is_partial {
                of_config.partial.push(path.clone());
            }
        }
    }

    /// Takes in that a file could not be checked, so that nobody knows what it would have shown.
    pub fn add_unchecked(&mut self, config: &Arc<Config>, path: &Path) {
        let path = config.relative(path);
        if let (Some(of_config), Some(path)) = (self.of_config(config), path) {
            of_config.partial.push(path);
        }
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
                partial: Vec::new(),
            });
        Some(of_config)
    }

    /// The ignores that are not needed, in the order of configurations and of their text.
    ///
    /// Of an ignore for one file that is known once the file was checked; of any other, once all of
    /// the configuration's folder was: `searched` are the folders that were searched for manifests.
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
        if self.used.contains(&number) {
            return false;
        }
        let ignore = &self.config.ignores()[number];
        match &ignore.path {
            None => all && self.partial.is_empty(),
            Some(pattern) => {
                let is_known = match pattern.one_file() {
                    Some(file) => self.checked.contains(file),
                    None => false,
                };
                (all || is_known) && !self.partial.iter().any(|path| pattern.is_match(path))
            }
        }
    }
}
