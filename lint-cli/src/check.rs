//! The main job: checks what was named, writes the findings, and sums up.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use fornax_manifest::Severity;
use fornax_project::config::{Configs, Usage};
use fornax_project::{Discovery, Homes, Visited, discover};

use crate::args::{CheckArguments, FixArguments};
use crate::config;
use crate::exit::{Failure, Verdict};
use crate::fixing::Fixing;
use crate::job::{Job, Part};
use crate::outputs::{Outputs, Plan, listed};
use crate::progress::Progress;
use crate::report::{Report, Summary};
use crate::stdio::say;
use crate::visible::{path_name, visible};
use crate::watch::{self, Asked};

/// How one run ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    pub(crate) verdict: Verdict,
    /// Whether standard output was read to its end.
    pub(crate) is_read: bool,
}

pub(crate) fn run(arguments: &CheckArguments, color: bool) -> Result<Verdict, Failure> {
    if arguments.watch {
        watch::run(arguments, color)
    } else {
        Ok(once(arguments, color, None)?.verdict)
    }
}

/// One run; `asked` is told what it looks at.
pub(crate) fn once(
    arguments: &CheckArguments,
    color: bool,
    asked: Option<&Asked>,
) -> Result<Ended, Failure> {
    let is_stream = is_stream(arguments)?;
    let fixing = Fixing::new(&arguments.fixing, is_stream);
    let plan = Plan::new(arguments, fixing, color)?;
    let configs = config::configs(&arguments.config);
    let job = Job {
        kind: arguments.kind,
        configs: &configs,
        homes: (!arguments.isolated).then(homes),
        asked,
        min_severity: arguments.min_severity.into(),
        fixing,
        formats: plan.formats(),
    };

    let mut progress = Progress::new(!arguments.quiet && !arguments.verbose);
    let Discovery { inputs, excluded } = if is_stream {
        Discovery::default()
    } else {
        let visit = &mut |_: Visited<'_>| progress.see();
        discover(&arguments.paths, &configs, arguments.force_exclude, visit)
    };
    // Opening the outputs may end the run with an error.
    progress.clear();
    let mut run = Run {
        job: &job,
        outputs: plan.open(&inputs)?,
        summary: Summary::default(),
        usage: Usage::default(),
        progress,
        inputs: inputs.len(),
        done: 0,
        verbose: arguments.verbose,
    };
    if is_stream {
        let name = arguments.stdin_filename.as_deref();
        let part = job.stream(&mut io::stdin().lock(), name)?;
        run.add_broken(&configs)?;
        run.add(part)?;
    } else {
        run.add_broken(&configs)?;
        run.pass_over(&excluded);
        job.files(inputs, |parts| run.add_all(parts))?;
        run.progress.clear();
        run.add_unused(&arguments.paths)?;
    }
    let summary = run.summary;
    let is_read = run.outputs.finish(&summary)?;
    if !arguments.quiet && is_read {
        sum_up(arguments, &plan, &summary, excluded.len());
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
    progress: Progress,
    /// How many files there are, and how many of them are done.
    inputs: usize,
    done: usize,
    verbose: bool,
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
        self.progress.advance(self.done, self.inputs);
        Ok(())
    }

    /// Takes in what came of the next file.
    fn add(&mut self, part: Part) -> Result<(), Failure> {
        if self.verbose {
            let path = visible(&part.path);
            say(&match &part.summary {
                Some(_) if part.usage.is_none() => {
                    format!("{path}: not checked, its configuration can't be used")
                }
                Some(summary) => format!("{path}: {}", results(summary)),
                None => format!("{path}: passed over, another program's file"),
            });
        }
        if let Some(summary) = part.summary {
            self.outputs.add(&part.pieces)?;
            if let Some(text) = part.passed_on {
                self.outputs.pass_on(&text)?;
            }
            self.summary += summary;
        }
        if let Some((config, usage)) = part.usage {
            self.usage.add(&config, usage);
        }
        Ok(())
    }

    /// Reports the configurations that can't be used.
    fn add_broken(&mut self, configs: &Configs) -> Result<(), Failure> {
        for broken in configs.broken() {
            self.summary.broken += 1;
            self.add_report(&config::report_broken(&broken))?;
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

    fn pass_over(&self, excluded: &[PathBuf]) {
        for path in excluded.iter().filter(|_| self.verbose) {
            let path = path_name(path);
            say(&format!("{}: passed over, excluded", visible(&path)));
        }
    }
}

/// Whether standard input is to be read, which goes with nothing else.
pub(crate) fn is_stream(arguments: &CheckArguments) -> Result<bool, Failure> {
    let stream = Path::new("-");
    match arguments.paths.as_slice() {
        [path] if path == stream => Ok(true),
        paths if paths.iter().any(|path| path == stream) => Err(Failure::StreamAmongFiles),
        _ if arguments.stdin_filename.is_some() => Err(Failure::NameWithoutStream),
        _ => Ok(false),
    }
}

/// The user's folders, as the environment has them.
fn homes() -> Homes {
    let fornax = env::var_os("FORNAX_HOME").filter(|folder| !folder.is_empty());
    Homes {
        home: env::home_dir().filter(|folder| folder.is_absolute()),
        fornax: fornax.map(Into::into),
    }
}

fn sum_up(arguments: &CheckArguments, plan: &Plan, summary: &Summary, excluded: usize) {
    if summary.files == 0 && summary.broken == 0 {
        if arguments.force_exclude && excluded > 0 {
            // Whoever names what is excluded and wants it passed over is not surprised.
            return;
        }
        let excluded = match excluded {
            0 => String::new(),
            excluded => format!("; {excluded} excluded by the configuration"),
        };
        say(&format!(
            "warning: no manifest found in {}{excluded}",
            listed(&arguments.paths)
        ));
        return;
    }
    let unwritten = match summary.unwritten {
        0 => String::new(),
        unwritten => format!("; {} could not be fixed", count(unwritten, "file")),
    };
    let failed = match summary.failed {
        0 => String::new(),
        failed => format!("; {} could not be checked", count(failed, "file")),
    };
    let ignored = match summary.ignored {
        0 => String::new(),
        ignored => format!(", {ignored} ignored"),
    };
    say(&format!(
        "{}: {}{ignored}{}{failed}{unwritten}",
        count(summary.files, "file"),
        results(summary),
        fixable(arguments, summary)
    ));
    if let Some(rule) = summary.example.as_ref().filter(|_| plan.is_for_people()) {
        say(&format!("More about a finding: fornax-lint explain {rule}"));
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
fn fixable(arguments: &CheckArguments, summary: &Summary) -> String {
    let FixArguments {
        fix,
        diff,
        unsafe_fixes,
    } = arguments.fixing;
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
