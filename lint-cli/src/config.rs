//! The configuration of a run: where it comes from, and what is said about its files.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fornax_manifest::{Severity, Span};
use fornax_project::config::{
    BROKEN_CONFIGURATION, Bounds, BrokenConfig, Configs, Overlay, Search, Usage,
};

use crate::args::ConfigArguments;
use crate::report::{Remark, Report, UNUSED_IGNORE};

/// The configurations that the command line asks for.
pub(crate) fn configs(arguments: &ConfigArguments) -> Arc<Configs> {
    let search = match &arguments.config {
        Some(file) => Search::File(file.clone()),
        None if arguments.no_config => Search::Nowhere,
        None => Search::Upward(Bounds {
            root: None,
            home: env::home_dir().filter(|folder| folder.is_absolute()),
        }),
    };
    let overlay = Overlay {
        fornax_version: arguments.fornax_version,
        reserved_ids: None,
        published: arguments.published.then_some(true),
    };
    Arc::new(Configs::new(search, overlay))
}

/// A configuration's path, or a folder's, as reports show it: from the working directory, if it lies
/// below that or in one of the folders above.
pub(crate) fn shown(path: &Path) -> PathBuf {
    // Where the working directory is unknown, the whole path is as good.
    let here = env::current_dir().unwrap_or_default();
    from(&here, path).unwrap_or_else(|| path.to_path_buf())
}

fn from(here: &Path, path: &Path) -> Option<PathBuf> {
    if path == here {
        return Some(PathBuf::from("."));
    }
    if let Ok(below) = path.strip_prefix(here) {
        return Some(below.to_path_buf());
    }
    let way_up = |folder: &Path| {
        let steps = here.strip_prefix(folder).ok()?.components();
        Some(steps.map(|_| "..").collect::<PathBuf>())
    };
    way_up(path).or_else(|| Some(way_up(path.parent()?)?.join(path.file_name()?)))
}

/// What is wrong with a configuration that can't be used.
pub(crate) fn report_broken(broken: &BrokenConfig) -> Report {
    let mut remarks: Vec<_> = broken
        .faults()
        .iter()
        .map(|fault| Remark {
            name: BROKEN_CONFIGURATION,
            severity: Severity::Error,
            span: fault.span,
            message: fault.to_string(),
            notes: fault.note().into_iter().collect(),
        })
        .collect();
    if broken.left_out() > 0 {
        remarks.push(Remark {
            name: BROKEN_CONFIGURATION,
            severity: Severity::Error,
            span: remarks.last().map_or(Span::at(0), |last| last.span),
            message: format!("there is more: {} further errors", broken.left_out()),
            notes: Vec::new(),
        });
    }
    Report::configuration(&shown(broken.path()), broken.text().to_owned(), remarks)
}

/// The configurations with ignores that are not needed.
pub(crate) fn report_unused(usage: &Usage, searched: &[PathBuf]) -> Vec<Report> {
    let unused = usage.unused(searched);
    unused
        .chunk_by(|a, b| Arc::ptr_eq(&a.config, &b.config))
        .filter_map(|unused| {
            let config = &unused.first()?.config;
            let remarks = unused.iter().map(|unused| Remark {
                name: UNUSED_IGNORE,
                severity: Severity::Warning,
                span: unused.span(),
                message: unused.message(),
                notes: Vec::new(),
            });
            Some(Report::configuration(
                &shown(config.path()?),
                config.text().to_owned(),
                remarks.collect(),
            ))
        })
        .collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn configurations_are_named_from_the_working_directory() {
        let from = |path| from(Path::new("/a/b"), Path::new(path));
        let name = |path: &str| Some(PathBuf::from(path));
        assert_eq!(from("/a/b/c/x.toml"), name("c/x.toml"));
        assert_eq!(from("/a/b/x.toml"), name("x.toml"));
        assert_eq!(from("/a/x.toml"), name("../x.toml"));
        assert_eq!(from("/x.toml"), name("../../x.toml"));
        assert_eq!(from("/a"), name(".."));
        assert_eq!(from("/a/b"), name("."));
        assert_eq!(from("/a/c/x.toml"), None);
        assert_eq!(from("/a/bc/x.toml"), None);
    }
}
