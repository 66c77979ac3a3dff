//! Which formats are written, and where each of them goes.

use std::env;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use fornax_terminal::{Patch, Stderr, Stdout, Style, Width, path_name, visible};

use crate::args::{self, FormatArgument, OutputArguments};
use crate::exit::Failure;
use crate::fixing::{Fixing, Resulting};
use crate::output::{
    Beside, Diff, End, Format, Github, Gitlab, Held, Human, Inert, Json, Jsonl, Junit, PatchRoot,
    Root, Sarif, Short,
};
use crate::report::Summary;
use crate::report_file::{self, ReportFile};

/// What is to be written, and where.
#[derive(Debug)]
pub(crate) struct Plan {
    outputs: Vec<Planned>,
    color: bool,
    is_for_people: bool,
    patched_from: Option<PathBuf>,
}

#[derive(Debug)]
struct Planned {
    format: Box<dyn Format>,
    place: Place,
}

/// Where a format goes.
#[derive(Clone, Debug)]
enum Place {
    Stdout,
    Stderr,
    File(PathBuf),
}

impl Plan {
    /// `searched` is what will be checked, `stdin_name` what standard input is called, and `color` says whether people want colours.
    pub(crate) fn new(
        arguments: &OutputArguments,
        searched: &[PathBuf],
        stdin_name: Option<&Path>,
        fixing: Option<Fixing>,
        color: bool,
    ) -> Result<Self, Failure> {
        match fixing.map(|fixing| fixing.result) {
            Some(Resulting::Patch) => {
                let root = PatchRoot::new(root(arguments)?, searched, stdin_name)?;
                Ok(Self::patch(root, color))
            }
            // What was fixed has standard output for itself.
            Some(Resulting::Stream) => Self::reports(arguments, searched, Place::Stderr, color),
            Some(Resulting::File) | None => {
                Self::reports(arguments, searched, Place::Stdout, color)
            }
        }
    }

    /// A patch, and beside it what it can't tell.
    fn patch(root: PatchRoot, color: bool) -> Self {
        let patched_from = root.elsewhere();
        let patch = Patch {
            style: Style { color },
            is_shown: color || io::stdout().is_terminal(),
        };
        let diff = Diff { patch, root };
        let outputs = vec![
            Planned {
                format: Box::new(diff),
                place: Place::Stdout,
            },
            Planned {
                format: Box::new(Beside(Human {
                    color,
                    width: Width::of_stderr(),
                })),
                place: Place::Stderr,
            },
        ];
        Self {
            outputs,
            color,
            is_for_people: false,
            patched_from,
        }
    }

    /// The formats that were asked for. `searched` is what will be checked; `standard` is where those
    /// go that go to no file.
    fn reports(
        arguments: &OutputArguments,
        searched: &[PathBuf],
        standard: Place,
        color: bool,
    ) -> Result<Self, Failure> {
        let places = places(arguments, on_github_actions())?;
        let root = Root::new(root(arguments)?);
        let is_on_stdout = |name| places.contains(&(name, None));
        let is_beside_text = is_on_stdout(args::Format::Human) || is_on_stdout(args::Format::Short);
        let is_beside_commands = is_on_stdout(args::Format::Github);
        let outputs = places.iter().map(|(name, file)| {
            let is_on_stdout = file.is_none();
            let format: Box<dyn Format> = match name {
                args::Format::Human => Box::new(Human {
                    color: color && is_on_stdout,
                    width: match (is_on_stdout, &standard) {
                        (false, _) => Width::unlimited(),
                        (true, Place::Stderr) => Width::of_stderr(),
                        (true, _) => Width::of_stdout(),
                    },
                }),
                args::Format::Short => Box::new(Short),
                args::Format::Json => Box::new(Json),
                args::Format::Jsonl => Box::new(Jsonl),
                args::Format::Sarif => Box::new(Sarif {
                    root: root.clone(),
                    searched: listed(searched),
                    shows_ignored: arguments.show_ignored,
                }),
                args::Format::Github => Box::new(Github {
                    root: root.clone(),
                    is_beside_text: is_beside_text && is_on_stdout,
                }),
                args::Format::Gitlab => Box::new(Gitlab { root: root.clone() }),
                args::Format::Junit => Box::new(Junit),
            };
            let is_text = matches!(name, args::Format::Human | args::Format::Short);
            Planned {
                format: if is_text && is_on_stdout && is_beside_commands {
                    Box::new(Inert::new(format))
                } else {
                    format
                },
                place: file.clone().map_or_else(|| standard.clone(), Place::File),
            }
        });
        Ok(Self {
            outputs: outputs.collect(),
            color: color && is_on_stdout(args::Format::Human),
            is_for_people: is_on_stdout(args::Format::Human),
            patched_from: None,
        })
    }

    /// The folder that the paths in a patch start from, if it isn't the working directory.
    pub(crate) fn patched_from(&self) -> Option<&Path> {
        self.patched_from.as_deref()
    }

    /// Every format, in the order of the parts that [`Outputs::add`] takes.
    pub(crate) fn formats(&self) -> Vec<&dyn Format> {
        self.outputs.iter().map(|output| &*output.format).collect()
    }

    /// Whether findings are shown to a person.
    pub(crate) fn is_for_people(&self) -> bool {
        self.is_for_people
    }

    /// Begins every report. Nothing is written if one can't be, or would replace what `is_input`.
    pub(crate) fn open(&self, is_input: impl Fn(&Path) -> bool) -> Result<Outputs<'_>, Failure> {
        for output in &self.outputs {
            if let Place::File(file) = &output.place
                && is_input(file)
            {
                return Err(Failure::OutputOverInput(file.clone()));
            }
        }
        let outputs = self.outputs.iter().map(|output| {
            Ok(Output {
                format: &*output.format,
                sink: match &output.place {
                    Place::Stdout => Sink::Stdout,
                    Place::Stderr => Sink::Stderr,
                    Place::File(file) => Sink::File(ReportFile::create(file)?),
                },
                is_empty: true,
                held: Held::default(),
            })
        });
        let mut outputs = Outputs {
            outputs: outputs.collect::<Result<_, Failure>>()?,
            standard: Standard {
                stdout: Stdout::lock(self.color),
                stderr: Stderr::shared(self.color),
            },
        };
        for output in &mut outputs.outputs {
            let mut text = Vec::new();
            output.format.start(&mut text)?;
            output.write(&text, &mut outputs.standard)?;
        }
        Ok(outputs)
    }
}

/// The folder that was given for paths to start from.
fn root(arguments: &OutputArguments) -> Result<Option<&Path>, Failure> {
    match &arguments.root {
        Some(folder) if !folder.is_dir() => Err(Failure::NoRoot(folder.clone())),
        folder => Ok(folder.as_deref()),
    }
}

/// Where each format goes: to a file, or else to standard output.
fn places(
    arguments: &OutputArguments,
    on_github_actions: bool,
) -> Result<Vec<(args::Format, Option<PathBuf>)>, Failure> {
    use args::Format::{Github, Human, Short};

    let place = |file: Option<&PathBuf>| {
        let file = file.or(arguments.output.as_ref());
        file.filter(|file| *file != Path::new("-") && !report_file::is_stdout(file))
            .cloned()
    };
    let mut places: Vec<_> = arguments
        .formats
        .iter()
        .map(|FormatArgument { format, file }| (*format, place(file.as_ref())))
        .collect();
    if places.is_empty() {
        places.push((Human, place(None)));
        if on_github_actions {
            places.push((Github, None));
        }
    } else if arguments.output.is_some()
        && arguments.formats.iter().all(|given| given.file.is_some())
    {
        return Err(Failure::OutputForNothing);
    }
    // A runner tells its commands from the text around them, so that they can share an output; they
    // come at its end.
    places.sort_by_key(|(format, _)| *format == Github);
    for (index, (format, file)) in places.iter().enumerate() {
        let target = file.as_deref().map(report_file::target);
        for (other, other_file) in &places[index + 1..] {
            if target != other_file.as_deref().map(report_file::target) {
                continue;
            }
            match file {
                None if matches!(format, Human | Short) && *other == Github => {}
                None => return Err(Failure::SharedOutput("standard output".to_owned())),
                Some(file) => {
                    let file = visible(&path_name(file)).into_owned();
                    return Err(Failure::SharedOutput(format!("`{file}`")));
                }
            }
        }
    }
    Ok(places)
}

fn on_github_actions() -> bool {
    env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// Paths, in the words of a message.
pub(crate) fn listed(paths: &[PathBuf]) -> String {
    /// More would fill the screen.
    const SHOWN: usize = 5;
    if paths.is_empty() {
        return "an empty list".to_owned();
    }
    let mut names: Vec<_> = paths
        .iter()
        .take(SHOWN)
        .map(|path| format!("`{}`", visible(&path_name(path))))
        .collect();
    if paths.len() > SHOWN {
        names.push(format!("{} more", paths.len() - SHOWN));
    }
    names.join(", ")
}

/// What is being written.
#[derive(Debug)]
pub(crate) struct Outputs<'a> {
    outputs: Vec<Output<'a>>,
    standard: Standard,
}

#[derive(Debug)]
struct Standard {
    stdout: Stdout,
    stderr: Stderr,
}

#[derive(Debug)]
struct Output<'a> {
    format: &'a dyn Format,
    sink: Sink,
    /// Whether no file's part has been written yet.
    is_empty: bool,
    held: Held,
}

/// An open place.
#[derive(Debug)]
enum Sink {
    Stdout,
    Stderr,
    File(ReportFile),
}

/// What one format makes of one file.
#[derive(Debug, Default)]
pub(crate) struct Piece {
    pub(crate) text: Vec<u8>,
    /// Lines that only come at the end.
    pub(crate) held: Vec<u8>,
}

impl Outputs<'_> {
    /// Writes what the formats made of the next file.
    pub(crate) fn add(&mut self, pieces: &[Piece]) -> Result<(), Failure> {
        for (output, piece) in self.outputs.iter_mut().zip(pieces) {
            output.held.add(&piece.held, output.format);
            if piece.text.is_empty() {
                continue;
            }
            if !std::mem::take(&mut output.is_empty) {
                let separator = output.format.separator();
                output.write(separator.as_bytes(), &mut self.standard)?;
            }
            output.write(&piece.text, &mut self.standard)?;
        }
        Ok(())
    }

    /// Writes to standard output what no format made.
    pub(crate) fn pass_on(&mut self, text: &[u8]) -> Result<(), Failure> {
        Ok(self.standard.stdout.write(text)?)
    }

    /// Hands on what stands on the standard streams so far, for whoever reads along.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.standard.stdout.flush()?;
        // Who has closed standard error doesn't want to be told.
        let _ = self.standard.stderr.flush();
        Ok(())
    }

    /// Writes what comes at the end, and puts every file in its place. Tells whether standard output
    /// was read to its end.
    pub(crate) fn finish(mut self, summary: &Summary) -> Result<bool, Failure> {
        for output in &mut self.outputs {
            let mut text = Vec::new();
            let end = End {
                summary,
                held: &output.held,
            };
            output.format.finish(&end, &mut text)?;
            output.write(&text, &mut self.standard)?;
        }
        self.flush()?;
        let files = self
            .outputs
            .into_iter()
            .filter_map(|output| match output.sink {
                Sink::File(file) => Some(file),
                Sink::Stdout | Sink::Stderr => None,
            });
        // A file that can't be written does not keep the others from being.
        let finished: Vec<_> = files.map(ReportFile::finish).collect();
        finished.into_iter().collect::<Result<(), _>>()?;
        Ok(!self.standard.stdout.is_closed())
    }
}

impl Output<'_> {
    fn write(&mut self, bytes: &[u8], standard: &mut Standard) -> Result<(), Failure> {
        match &mut self.sink {
            Sink::File(file) => file.write(bytes),
            Sink::Stdout => standard.stdout.write(bytes)?,
            Sink::Stderr => drop(standard.stderr.write(bytes)),
        }
        Ok(())
    }
}
