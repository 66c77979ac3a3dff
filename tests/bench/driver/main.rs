//! Measures `fornax-lint` and `fornax-lsp` beside a floor and their peers: `tests/bench/run` says how.
//!
//!     bench inputs FOLDER COUNT
//!     bench play SESSION FOLDER PROGRAM…
//!     bench measure --inputs FOLDER --product FOLDER --schema FILE --out FOLDER
//!                   [--peers FOLDER] [--smoke] [--rounds NUMBER]
//!                   [--only GROUP]
//!     bench document RESULTS PAGE

mod client;
mod inputs;
mod peers;
mod processes;
mod servers;
mod sessions;
mod statistics;
mod table;

use std::collections::HashMap;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde_json::{Map, Value, json};

use crate::peers::Peers;
use crate::processes::{Place, Timed, quoted};
use crate::servers::Server;

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let result = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["inputs", folder, count] => count
            .parse()
            .map_err(io::Error::other)
            .and_then(|count| inputs::write(Path::new(folder), count)),
        ["play", name, folder, ref command @ ..] => {
            fs::canonicalize(folder).and_then(|folder| sessions::play(name, &folder, command))
        }
        ["measure", ..] => measure(&options(&arguments[1..])),
        ["document", results, page] => document(Path::new(results), Path::new(page)),
        _ => Err(io::Error::other(
            "bench inputs, play, measure or document: see tests/bench/run",
        )),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Each option with its value; `--smoke` has none.
fn options(arguments: &[String]) -> HashMap<&str, &str> {
    let mut options = HashMap::new();
    let mut arguments = arguments.iter().map(String::as_str);
    while let Some(name) = arguments.next() {
        let value = if name == "--smoke" {
            Some("")
        } else {
            arguments.next()
        };
        options.insert(name, value.unwrap_or_default());
    }
    options
}

fn measure(options: &HashMap<&str, &str>) -> io::Result<()> {
    let path = |name: &str| {
        let given = options
            .get(name)
            .ok_or_else(|| io::Error::other(format!("{name} is missing")));
        given.and_then(fs::canonicalize)
    };
    let inputs = path("--inputs")?;
    let product = path("--product")?;
    let own = env::current_exe()?;
    let own = own.parent().unwrap_or(Path::new("/"));
    let peers = match options.contains_key("--peers") {
        true => Peers::installed(&path("--peers")?, &path("--schema")?),
        false => Peers::default(),
    };
    let is_smoke = options.contains_key("--smoke");
    let (mut rounds, starts, edits) = if is_smoke { (2, 2, 10) } else { (12, 12, 400) };
    if let Some(number) = options.get("--rounds") {
        rounds = number.parse().map_err(io::Error::other)?;
    }

    let place = Place {
        folder: inputs.clone(),
        peak: own.join("peak"),
    };
    let is_wanted = |group: &str| options.get("--only").is_none_or(|&only| only == group);
    let mut times = Map::new();
    for (group, commands) in groups(&product, own, &peers) {
        if !is_wanted(group) {
            continue;
        }
        eprintln!("{group}: {} commands", commands.len());
        times.insert(
            group.to_owned(),
            processes::measure(&place, &commands, rounds)?,
        );
    }
    let servers = servers(&product, own, &peers, edits);
    let mut sessions = Map::new();
    for size in ["small", "large"]
        .into_iter()
        .filter(|_| is_wanted("servers"))
    {
        eprintln!("{size}: {} servers", servers.len());
        let rows = servers::measure(&inputs.join("servers"), &servers, size, starts)?;
        sessions.insert(size.to_owned(), rows);
    }

    let size = |name: &str| fs::metadata(product.join(name)).map(|file| file.len());
    let files = fs::read_to_string(inputs.join("many.txt"))?.lines().count();
    let results = json!({
        "date": said_by("date", &["-u", "+%F"]),
        "machine": machine(),
        "rust": said_by("rustc", &["--version"]),
        "files": files,
        "bytes": { "fornax-lint": size("fornax-lint")?, "fornax-lsp": size("fornax-lsp")? },
        "peers": peers.versions(),
        "processes": times,
        "servers": sessions,
    });
    let out = path("--out")?;
    fs::write(out.join("results.json"), format!("{results:#}\n"))?;
    if options.contains_key("--only") {
        println!("{results:#}");
        return Ok(());
    }
    let table = table::markdown(&results)?;
    fs::write(out.join("results.md"), &table)?;
    if !is_smoke {
        println!("{table}");
    }
    Ok(())
}

/// Puts the tables of `results` between the marks in a page.
fn document(results: &Path, page: &Path) -> io::Result<()> {
    const START: &str = "<!-- tests/bench/run: from here -->\n";
    const END: &str = "<!-- tests/bench/run: to here -->\n";
    let (tables, text) = (fs::read_to_string(results)?, fs::read_to_string(page)?);
    let parts = text.split_once(START).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let (before, after) = parts.ok_or_else(|| io::Error::other("the page has lost its marks"))?;
    fs::write(page, format!("{before}{START}\n{tables}\n{END}{after}"))
}

/// What is compared with each other; the first command of a group is its floor.
fn groups(product: &Path, own: &Path, peers: &Peers) -> Vec<(&'static str, Vec<Timed>)> {
    let lint = quoted(&product.join("fornax-lint"));
    let lsp = quoted(&product.join("fornax-lsp"));
    let floor = |name: &str| quoted(&own.join(name));
    let timed = |name: &str, command: String, runs| Timed {
        name: name.to_owned(),
        command,
        runs,
    };
    let version = vec![
        timed("empty Rust program", floor("floor-empty"), 20),
        timed("fornax-lint --version", format!("{lint} --version"), 20),
        timed("fornax-lsp --version", format!("{lsp} --version"), 20),
    ];
    let mut groups = vec![("version", version)];
    for group in ["small", "three-errors", "large"] {
        let file = format!("{group}.manifest.json");
        let mut commands = vec![
            timed("floor", format!("{} {file}", floor("floor-one")), 20),
            timed("fornax-lint", format!("{lint} {file}"), 20),
        ];
        commands.extend(peers.checks(&file));
        groups.push((group, commands));
    }
    let many = floor("floor-many");
    let mut commands = vec![
        timed("floor, parallel", format!("{many} many"), 3),
        timed("floor, serial", format!("{many} --serial many"), 3),
        timed("fornax-lint", format!("{lint} many"), 3),
    ];
    commands.extend(peers.checks_of_many());
    groups.push(("many", commands));
    groups
}

fn servers(product: &Path, own: &Path, peers: &Peers, edits: usize) -> Vec<Server> {
    let ours = |name: &str, program: PathBuf| Server {
        name: name.to_owned(),
        command: vec![program.display().to_string()],
        language: ("json", "manifest.json"),
        is_asked: false,
        settings: Value::Null,
        options: json!({}),
        settle: std::time::Duration::ZERO,
        edits,
    };
    let mut servers = vec![
        ours("floor", own.join("floor-server")),
        ours("fornax-lsp", product.join("fornax-lsp")),
    ];
    servers.extend(peers.servers(edits));
    servers
}

/// What a program prints, on one line.
fn said_by(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_else(|_| "unknown".to_owned())
}

fn machine() -> String {
    let processors = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let models = processors
        .lines()
        .filter_map(|line| line.strip_prefix("model name"));
    let model = models.clone().next().unwrap_or("unknown processor");
    let kernel = said_by("uname", &["-sr"]);
    let model = model.trim_start_matches([' ', '\t', ':']);
    format!("{model}, {} cores, {kernel}", models.count())
}
