//! The main job: checks what was named, writes the findings, and sums up.

use std::collections::HashSet;
use std::env;
use std::io;
use std::path::{Path, PathBuf};

use fornax_manifest::Severity;
use fornax_project::config::{BrokenConfig, Configs, Usage};
use fornax_project::{
    Homes, Memory, PassedOver, PassedOverBecause, Visited, discover, may_find, passed_over,
};
use fornax_terminal::{path_name, say, visible};

use crate::args::{CheckArguments, FixArguments};
use crate::config;
use crate::exit::{Failure, Verdict};
use crate::file_list;
use crate::fixing::Fixing;
use crate::job::{Fate, Job, Part};
use crate::outputs::{Outputs, Plan, listed};
use crate::progress::Progress;
use crate::report::{Report, Summary};
use crate::report_file;
use crate::watch::{self, Watched};

/// How one run ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    pub(crate) verdict: Verdict,
    /// Whether standard output was read to its end.
    pub(crate) is_read: bool,
}

pub(crate) fn run(arguments: &CheckArguments, color: bool) -> Result<Verdict, Failure> {
    let mut paths = arguments.paths.clone();
    if let Some(list) = &arguments.files_from {
        paths.extend(file_list::read(list)?);
    }
    if arguments.watch {
        watch::run(arguments, &paths, color)
    } else {
        Ok(once(arguments, &paths, color, None)?.verdict)
    }
}

/// Whether a run takes its instructions from `file`: a report there would change the next run.
fn steers(file: &Path, arguments: &CheckArguments) -> bool {
    let name = file.file_name().and_then(|name| name.to_str());
    let is_by_name = name.is_some_and(|name| {
        name == fornax_project::config::FILE_NAME || matches!(name, ".gitignore" | ".ignore")
    });
    let given = [&arguments.config.config, &arguments.files_from];
    let file = report_file::target(file);
    is_by_name
        || given
            .into_iter()
            .flatten()
            .any(|given| report_file::target(given) == file)
}

/// One run over `paths`; `watched` is told what it looks at.
pub(crate) fn once(
    arguments: &CheckArguments,
    paths: &[PathBuf],
    color: bool,
    watched: Option<&Watched<'_>>,
) -> Result<Ended, Failure> {
    let is_stream = is_stream(arguments)?;
    let is_calm = watched.is_none_or(|watched| watched.is_calm);
    let fixing = Fixing::new(&arguments.fixing, is_stream).filter(|_| is_calm);
    let stdin_name = arguments.stdin_filename.as_deref();
    let is_from_here = !is_stream && paths.iter().any(|path| path.is_relative());
    if is_from_here && env::current_dir().is_err() {
        return Err(Failure::NoWorkingDirectory);
    }
    let plan = Plan::new(&arguments.output, paths, stdin_name, fixing, color)?;
    let configs = config::configs(&arguments.config);
    let job = Job {
        kind: arguments.kind,
        configs: &configs,
        homes: (!arguments.isolated).then(Homes::from_environment),
        memory: Memory::default(),
        watched,
        min_severity: arguments.min_severity.into(),
        fixing,
        formats: plan.formats(),
    };

    let mut run = Run {
        job: &job,
        outputs: plan.open(|file| {
            steers(file, arguments) || !is_stream && may_find(file, paths, &configs)
        })?,
        summary: Summary {
            is_exclusion_forced: arguments.force_exclude,
            ..Summary::default()
        },
        usage: Usage::default(),
        broken: HashSet::new(),
        fixable: HashSet::new(),
        progress: Progress::new(!arguments.quiet && !arguments.verbose),
        parts: 0,
        done: 0,
        verbose: arguments.verbose,
        fixing: arguments.fixing,
    };
    if is_stream {
        let part = job.stream(&mut io::stdin().lock(), stdin_name)?;
        run.add(part)?;
    } else {
        if run.progress.is_shown() {
            // A second search costs less than to remember all that the first comes upon.
            let progress = &mut run.progress;
            let seen = |_: Visited<'_>| progress.see();
            run.parts = discover(paths, &configs, arguments.force_exclude, seen).count();
        }
        let found = discover(paths, &configs, arguments.force_exclude, |_| ());
        job.files(found, |parts| run.add_all(parts))?;
        run.progress.clear();
        for broken in configs.broken() {
            run.add_broken(&broken)?;
        }
        run.add_unused(paths)?;
    }
    let summary = run.summary;
    let is_read = run.outputs.finish(&summary)?;
    if !arguments.quiet && is_read {
        sum_up(arguments, paths, &configs, &plan, &summary);
    }
    Ok(Ended {
        verdict: Verdict::of(&summary),
        is_read,
    })
}

/// A run under way.
#[derive(Debug)]
struct Run<'a> {
    job: &'a Job<'a>,
    outputs: Outputs<'a>,
    summary: Summary,
    usage: Usage,
    /// The configurations that were reported because they can't be used.
    broken: HashSet<PathBuf>,
    /// The files in which something is to be fixed, by their real paths.
    fixable: HashSet<PathBuf>,
    progress: Progress,
    /// How many parts there will be, if the progress is shown, and how many of them are done.
    parts: usize,
    done: usize,
    verbose: bool,
    fixing: FixArguments,
}

impl Run<'_> {
    /// Takes in what came of the next files, and lets whoever reads along see it.
    fn add_all(&mut self, parts: Vec<Part>) -> Result<(), Failure> {
        self.done += parts.len();
        // Both may be on the same terminal.
        self.progress.clear();
        for part in parts {
            self.add(part)?;
        }
        self.outputs.flush()?;
        self.progress.advance(self.done, self.parts);
        Ok(())
    }

    /// Takes in what came of the next file.
    fn add(&mut self, mut part: Part) -> Result<(), Failure> {
        if let Fate::Looked {
            place: Some(place),
            summary,
            pieces,
            ..
        } = &mut part.fate
            && !self.fixable.insert(place.clone())
        {
            // A patch has one part for each file; nor is one fixed twice.
            if summary.pending > 0 {
                pieces.clear();
            }
            **summary = summary.clone().without_fixes();
        }
        if self.verbose {
            let what = match &part.fate {
                Fate::Looked { summary, .. } => {
                    format!("{}{}", told(summary), fixable(self.fixing, summary))
                }
                Fate::Ungoverned(_) => "not checked, its configuration can't be used".to_owned(),
                Fate::Foreign { is_json: true } => "passed over, another program's file".to_owned(),
                Fate::Foreign { is_json: false } => {
                    "passed over, it is not JSON, and nothing in it looks like a manifest"
                        .to_owned()
                }
                Fate::Excluded => "passed over, excluded".to_owned(),
                Fate::Link => "passed over, a link that is not followed".to_owned(),
            };
            say(&format!("{}: {what}", visible(&part.path)));
        }
        match part.fate {
            Fate::Looked {
                summary,
                pieces,
                passed_on,
                usage: (config, usage),
                place: _,
            } => {
                self.outputs.add(&pieces)?;
                if let Some(text) = passed_on {
                    self.outputs.pass_on(&text)?;
                }
                self.summary += *summary;
                self.usage.add(&config, usage);
            }
            Fate::Ungoverned(broken) => {
                self.add_broken(&broken)?;
                self.summary.files += 1;
                self.summary.failed += 1;
            }
            Fate::Foreign { is_json: false } => self.summary.unclear += 1,
            Fate::Foreign { is_json: true } | Fate::Link => {}
            Fate::Excluded => self.summary.excluded += 1,
        }
        Ok(())
    }

    /// Reports a configuration that can't be used, once.
    fn add_broken(&mut self, broken: &BrokenConfig) -> Result<(), Failure> {
        if self.broken.insert(broken.path().to_path_buf()) {
            self.summary.broken += 1;
            self.add_report(&config::report_broken(broken))?;
        }
        Ok(())
    }

    /// Reports the ignores that are not needed.
    fn add_unused(&mut self, searched: &[PathBuf]) -> Result<(), Failure> {
        if self.job.min_severity > Severity::Warning {
            return Ok(());
        }
        for report in config::report_unused(&self.usage, searched) {
            self.add_report(&report)?;
        }
        Ok(())
    }

    fn add_report(&mut self, report: &Report) -> Result<(), Failure> {
        self.summary += Summary::of(report);
        self.outputs.add(&self.job.write_down(report)?)
    }
}

/// Whether standard input is to be read, which goes with nothing else.
pub(crate) fn is_stream(arguments: &CheckArguments) -> Result<bool, Failure> {
    let stream = Path::new("-");
    match arguments.paths.as_slice() {
        [path] if path == stream && arguments.files_from.is_none() => Ok(true),
        paths if paths.iter().any(|path| path == stream) => Err(Failure::StreamAmongFiles),
        _ if arguments.stdin_filename.is_some() => Err(Failure::NameWithoutStream),
        _ => Ok(false),
    }
}

fn sum_up(
    arguments: &CheckArguments,
    paths: &[PathBuf],
    configs: &Configs,
    plan: &Plan,
    summary: &Summary,
) {
    if summary.files == 0 && summary.broken == 0 {
        if summary.is_idle() {
            say(&format!(
                "warning: {}",
                summary.nothing_found(&listed(paths))
            ));
            if let Some(passed_over) = passed_over(paths, configs) {
                say(&format!(
                    "note: {}",
                    why(&passed_over, arguments.force_exclude)
                ));
            }
        }
        return;
    }
    let also = |number: usize, what: &str| match number {
        0 => String::new(),
        number => format!("; {} {what}", count(number, "file")),
    };
    let ignored = match summary.ignored {
        0 => String::new(),
        ignored => format!(", {ignored} ignored"),
    };
    let undone = match summary.undone {
        0 => String::new(),
        1 => "; 1 file was put back as it was before it was fixed, and is left so".to_owned(),
        undone => format!(
            "; {undone} files were put back as they were before they were fixed, and are left so"
        ),
    };
    // If nothing could be checked, there is nothing to be said about the findings.
    let is_all = summary.failed == summary.files && findings(summary).is_empty();
    let (what, failed) = if is_all {
        (
            format!("{} could not be checked", count(summary.failed, "file")),
            String::new(),
        )
    } else {
        (
            format!("{}: {}", count(summary.files, "file"), results(summary)),
            also(summary.failed, "could not be checked"),
        )
    };
    say(&format!(
        "{what}{ignored}{}{failed}{}{undone}{}",
        fixable(arguments.fixing, summary),
        also(summary.unwritten, "could not be fixed"),
        summary.unclear(),
    ));
    if let Some(folder) = plan.patched_from().filter(|_| summary.pending > 0) {
        say(&format!(
            "The paths in the patch start from `{}`: apply it there.",
            visible(&path_name(folder))
        ));
    }
    if let Some(rule) = summary.example.as_ref().filter(|_| plan.is_for_people()) {
        say(&format!("More about a finding: fornax-lint explain {rule}"));
    }
}

/// Why a manifest was not come upon.
fn why(passed_over: &PassedOver, is_exclusion_forced: bool) -> String {
    let name = |path: &Path| format!("`{}`", visible(&path_name(path)));
    let path = name(&passed_over.path);
    let is_itself = passed_over.part == passed_over.path;
    let part = match is_itself {
        true => "it".to_owned(),
        false => name(&passed_over.part),
    };
    let reason = match &passed_over.reason {
        PassedOverBecause::Hidden if is_itself => "its name begins with a dot".to_owned(),
        PassedOverBecause::Hidden => format!("the name of {part} begins with a dot"),
        PassedOverBecause::Ignored { file, pattern } => format!(
            "{} names {part} (`{}`)",
            name(&config::shown(file)),
            visible(pattern)
        ),
        PassedOverBecause::LeadsNowhere => "it is a link that leads to nothing".to_owned(),
        PassedOverBecause::LeadsToNoFile => "it is a link to what is no file".to_owned(),
        PassedOverBecause::LeadsOut => "it is a link to a file outside what is searched".to_owned(),
    };
    let also = match &passed_over.reason {
        PassedOverBecause::LeadsNowhere | PassedOverBecause::LeadsToNoFile => "",
        PassedOverBecause::LeadsOut if is_exclusion_forced => "",
        _ => "; what is named is checked all the same",
    };
    format!("{path} is passed over, because {reason}{also}")
}

/// What came of one file.
fn told(summary: &Summary) -> String {
    if summary.failed > 0 {
        return "could not be checked".to_owned();
    }
    match summary.unwritten {
        0 => results(summary),
        _ => format!("{}; could not be fixed", results(summary)),
    }
}

/// What was found and fixed.
fn results(summary: &Summary) -> String {
    let findings = findings(summary);
    let fixes = |number| match number {
        1 => "1 fix".to_owned(),
        _ => format!("{number} fixes"),
    };
    match summary {
        Summary { fixed: 1.., .. } if findings.is_empty() => {
            format!("{} applied, nothing left to report", fixes(summary.fixed))
        }
        Summary { fixed: 1.., .. } => format!("{} applied, {findings} left", fixes(summary.fixed)),
        Summary { pending: 1.., .. } => {
            format!("{findings}, {} would be applied", fixes(summary.pending))
        }
        _ if findings.is_empty() => "nothing to report".to_owned(),
        _ => findings,
    }
}

/// How much of what is left could be fixed, and how.
fn fixable(fixing: FixArguments, summary: &Summary) -> String {
    let FixArguments {
        fix,
        diff,
        unsafe_fixes,
    } = fixing;
    let is_fixing = fix || diff;
    let safe = summary.fixable;
    let perhaps = summary.perhaps_fixable;
    match (is_fixing, safe, perhaps) {
        (true, _, 1..) if !unsafe_fixes => {
            let more = match summary.fixed + summary.pending {
                0 => "",
                _ => " more",
            };
            format!("; {perhaps}{more} fixable with --unsafe-fixes")
        }
        (false, 1.., 0) => format!("; {safe} fixable with --fix"),
        (false, 0, 1..) => format!("; {perhaps} fixable with --fix --unsafe-fixes"),
        (false, 1.., 1..) => {
            format!("; {safe} fixable with --fix, {perhaps} more with --unsafe-fixes")
        }
        _ => String::new(),
    }
}

fn findings(summary: &Summary) -> String {
    let counts: Vec<String> = [
        (summary.errors, "error"),
        (summary.warnings, "warning"),
        (summary.infos, "info"),
    ]
    .into_iter()
    .filter(|(number, _)| *number > 0)
    .map(|(number, what)| count(number, what))
    .collect();
    counts.join(", ")
}

fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
