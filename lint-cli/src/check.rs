//! The main job: checks what was named, writes the findings, and sums up.

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use fornax_manifest::Severity;
use fornax_project::config::{Configs, Usage};
use fornax_project::{Discovery, Homes, discover};

use crate::args::{CheckArguments, Format};
use crate::config;
use crate::exit::{Failure, Verdict};
use crate::job::{Job, Part};
use crate::output::{self, Human, Json, Short};
use crate::report::{Report, Summary};
use crate::stdio::{Stdout, say};
use crate::visible::{path_name, visible};

pub(crate) fn run(arguments: &CheckArguments, color: bool) -> Result<Verdict, Failure> {
    let is_stream = is_stream(arguments)?;
    let human = Human { color };
    let format: &dyn output::Format = match arguments.format {
        Format::Human => &human,
        Format::Short => &Short,
        Format::Json => &Json,
    };
    let configs = config::configs(&arguments.config);
    let job = Job {
        kind: arguments.kind,
        configs: &configs,
        homes: (!arguments.isolated).then(homes),
        min_severity: arguments.min_severity.into(),
        format,
    };

    let mut run = Run {
        stdout: Stdout::lock(color && arguments.format == Format::Human),
        format,
        summary: Summary::default(),
        usage: Usage::default(),
        is_empty: true,
        verbose: arguments.verbose,
    };
    run.write(|out| format.start(out))?;
    let excluded = if is_stream {
        let name = arguments.stdin_filename.as_deref();
        let part = job.stream(&mut io::stdin().lock(), name)?;
        run.add_broken(&configs)?;
        run.add(part)?;
        Vec::new()
    } else {
        let Discovery { inputs, excluded } =
            discover(&arguments.paths, &configs, arguments.force_exclude);
        run.add_broken(&configs)?;
        run.pass_over(&excluded);
        job.files(inputs, |part| run.add(part))?;
        run.add_unused(&arguments.paths, job.min_severity)?;
        excluded
    };
    let summary = run.summary.clone();
    run.write(|out| format.finish(&summary, out))?;
    run.stdout.flush()?;

    if !arguments.quiet && !run.stdout.is_closed() {
        sum_up(arguments, &summary, excluded.len());
    }
    Ok(Verdict::of(&summary))
}

/// A run under way.
#[derive(Debug)]
struct Run<'a> {
    stdout: Stdout,
    format: &'a dyn output::Format,
    summary: Summary,
    usage: Usage,
    /// Whether no file's part has been written yet.
    is_empty: bool,
    verbose: bool,
}

impl Run<'_> {
    /// Writes what the format makes for the start or the end.
    fn write(&mut self, make: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<()> {
        let mut text = Vec::new();
        make(&mut text)?;
        self.stdout.write(&text)
    }

    /// Takes in what came of the next file.
    fn add(&mut self, part: Part) -> io::Result<()> {
        if self.verbose {
            let path = visible(&part.path);
            say(&match &part.summary {
                Some(_) if part.usage.is_none() => {
                    format!("{path}: not checked, its configuration can't be used")
                }
                Some(summary) => format!("{path}: {}", findings(summary)),
                None => format!("{path}: passed over, another program's file"),
            });
        }
        if let Some(summary) = part.summary {
            self.write_part(&part.text)?;
            self.summary += summary;
        }
        if let Some((config, usage)) = part.usage {
            self.usage.add(&config, usage);
        }
        Ok(())
    }

    /// Writes a file's part, set off from the one before.
    fn write_part(&mut self, text: &[u8]) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        if !std::mem::take(&mut self.is_empty) {
            self.stdout.write(self.format.separator().as_bytes())?;
        }
        self.stdout.write(text)
    }

    /// Reports the configurations that can't be used.
    fn add_broken(&mut self, configs: &Configs) -> io::Result<()> {
        for broken in configs.broken() {
            self.summary.broken += 1;
            self.add_report(&config::report_broken(&broken))?;
        }
        Ok(())
    }

    /// Reports the ignores that are not needed.
    fn add_unused(&mut self, searched: &[PathBuf], min_severity: Severity) -> io::Result<()> {
        if min_severity > Severity::Warning {
            return Ok(());
        }
        for report in config::report_unused(&self.usage, searched) {
            self.add_report(&report)?;
        }
        Ok(())
    }

    fn add_report(&mut self, report: &Report) -> io::Result<()> {
        let mut text = Vec::new();
        self.format.file(report, &mut text)?;
        self.summary += Summary::of(report);
        self.write_part(&text)
    }

    fn pass_over(&self, excluded: &[PathBuf]) {
        for path in excluded.iter().filter(|_| self.verbose) {
            let path = path_name(path);
            say(&format!("{}: passed over, excluded", visible(&path)));
        }
    }
}

/// Whether standard input is to be read, which goes with nothing else.
fn is_stream(arguments: &CheckArguments) -> Result<bool, Failure> {
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

fn sum_up(arguments: &CheckArguments, summary: &Summary, excluded: usize) {
    if summary.files == 0 && summary.broken == 0 {
        if arguments.force_exclude && excluded > 0 {
            // Whoever names what is excluded and wants it passed over is not surprised.
            return;
        }
        let paths: Vec<_> = arguments
            .paths
            .iter()
            .map(|path| format!("`{}`", visible(&path_name(path))))
            .collect();
        let excluded = match excluded {
            0 => String::new(),
            excluded => format!("; {excluded} excluded by the configuration"),
        };
        say(&format!(
            "warning: no manifest found in {}{excluded}",
            paths.join(", ")
        ));
        return;
    }
    let fixable = match summary.fixable {
        0 => String::new(),
        fixable => format!(", {fixable} with a fix"),
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
        "{}: {}{fixable}{ignored}{failed}",
        count(summary.files, "file"),
        findings(summary)
    ));
    if let (Format::Human, Some(rule)) = (arguments.format, &summary.example) {
        say(&format!("More about a finding: fornax-lint explain {rule}"));
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
    if counts.is_empty() {
        "nothing to report".to_owned()
    } else {
        counts.join(", ")
    }
}

fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
