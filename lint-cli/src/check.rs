//! The main job: checks what was named, writes the findings, and sums up.

use std::env;
use std::io;
use std::path::Path;

use fornax_manifest::Options;
use fornax_project::{Homes, discover};

use crate::args::{CheckArguments, Format};
use crate::exit::{Failure, Verdict};
use crate::job::{Job, Part};
use crate::output::{self, Human, Json, Short};
use crate::report::Summary;
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
    let job = Job {
        kind: arguments.kind,
        options: Options {
            fornax_version: arguments.fornax_version,
            published: arguments.published,
            ..Options::default()
        },
        homes: (!arguments.isolated).then(homes),
        min_severity: arguments.min_severity.into(),
        format,
    };

    let mut run = Run {
        stdout: Stdout::lock(color && arguments.format == Format::Human),
        format,
        summary: Summary::default(),
        verbose: arguments.verbose,
    };
    run.write(|out| format.start(out))?;
    if is_stream {
        let name = arguments.stdin_filename.as_deref();
        run.add(job.stream(&mut io::stdin().lock(), name)?)?;
    } else {
        job.files(discover(&arguments.paths), |part| run.add(part))?;
    }
    let summary = run.summary.clone();
    run.write(|out| format.finish(&summary, out))?;
    run.stdout.flush()?;

    if !arguments.quiet && !run.stdout.is_closed() {
        sum_up(arguments, &summary);
    }
    Ok(Verdict::of(&summary))
}

/// A run under way.
#[derive(Debug)]
struct Run<'a> {
    stdout: Stdout,
    format: &'a dyn output::Format,
    summary: Summary,
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
                Some(summary) => format!("{path}: {}", findings(summary)),
                None => format!("{path}: passed over, another program's file"),
            });
        }
        if let Some(summary) = part.summary {
            if self.summary.files > 0 {
                self.stdout.write(self.format.separator().as_bytes())?;
            }
            self.stdout.write(&part.text)?;
            self.summary += summary;
        }
        Ok(())
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

fn sum_up(arguments: &CheckArguments, summary: &Summary) {
    if summary.files == 0 {
        let paths: Vec<_> = arguments
            .paths
            .iter()
            .map(|path| format!("`{}`", visible(&path_name(path))))
            .collect();
        say(&format!(
            "warning: no manifest found in {}",
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
    say(&format!(
        "{}: {}{fixable}{failed}",
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
