//! Times whole processes with hyperfine, one command after another, again and again, so that a machine that
//! slows down slows all of them down.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::statistics::{least, median};

/// A command whose time is taken.
pub struct Timed {
    /// The name of what runs.
    pub name: String,
    /// The command, its words in the shell's spelling.
    pub command: String,
    /// How often it runs in a round.
    pub runs: usize,
}

/// Where the measuring takes place.
pub struct Place {
    /// The folder with the inputs, in which commands run.
    pub folder: PathBuf,
    /// The program that tells how much memory another has.
    pub peak: PathBuf,
}

/// Takes the times of all `commands` in turn, `rounds` times. The first is what the others are compared
/// with.
pub fn measure(place: &Place, commands: &[Timed], rounds: usize) -> io::Result<Value> {
    let mut times = vec![Vec::new(); commands.len()];
    for round in 0..rounds {
        // Each of them comes first once in a while.
        for step in 0..commands.len() {
            let number = (step + round) % commands.len();
            times[number].extend(place.time(&commands[number])?);
        }
    }
    let floor = times.first().map_or(f64::NAN, |times| median(times));
    let rows = commands.iter().zip(&times).map(|(timed, times)| {
        Ok(json!({
            "name": timed.name,
            "command": timed.command,
            "runs": times.len(),
            "median_ms": median(times),
            "least_ms": least(times),
            "ratio": median(times) / floor,
            "peak_mib": place.peak(&timed.command)?,
        }))
    });
    rows.collect()
}

impl Place {
    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .current_dir(&self.folder)
            .env("HOME", self.folder.join("home"))
            .stdin(Stdio::null());
        command
    }

    /// Milliseconds of each run, of which one before the others isn't counted.
    fn time(&self, timed: &Timed) -> io::Result<Vec<f64>> {
        let file = self.folder.join("hyperfine.json");
        let output = self
            .command("hyperfine")
            .args([
                "--shell=none",
                "--ignore-failure",
                "--style=none",
                "--warmup=1",
            ])
            .arg(format!("--runs={}", timed.runs.max(2)))
            .arg("--export-json")
            .arg(&file)
            .arg(&timed.command)
            .output()?;
        if !output.status.success() {
            let reason = String::from_utf8_lossy(&output.stderr);
            return Err(io::Error::other(format!("{}: {reason}", timed.command)));
        }
        let report: Value = serde_json::from_slice(&fs::read(&file)?)?;
        let times = report["results"][0]["times"].as_array().cloned();
        let seconds = times.unwrap_or_default();
        Ok(seconds
            .iter()
            .filter_map(Value::as_f64)
            .map(|time| time * 1e3)
            .collect())
    }

    /// The most memory that a command has, in MiB.
    fn peak(&self, command: &str) -> io::Result<f64> {
        // The same words in the same spelling, by way of a shell that gives its place up.
        let script = format!("exec {} {command}", quoted(&self.peak));
        let output = self.command("sh").arg("-c").arg(script).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let kib: f64 = text.trim().parse().map_err(io::Error::other)?;
        Ok(kib / 1024.0)
    }
}

/// A path, as a shell spells it.
pub fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}
