//! What is measured with: manifests, made anew each time, and the same each time.

use std::fs;
use std::io;
use std::path::Path;

use serde_json::{Value, json};

/// The most bytes that a manifest may have.
const LIMIT: usize = 65_536;

/// Of so many files, one is invalid.
const INVALID_ONE_IN: usize = 20;

const HOSTS: [&str; 8] = [
    "acme", "beacon", "cobalt", "dune", "ember", "fjord", "garnet", "harbor",
];

const WORDS: [&str; 16] = [
    "adds", "keeps", "checks", "the", "marked", "entry", "of", "this", "host", "session", "tool",
    "settings", "file", "before", "every", "run",
];

/// Writes all of it into `folder`, with `count` small manifests below `many`.
pub fn write(folder: &Path, count: usize) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let mut random = Random(20_260_731);
    // A home where everything that the manifests speak of exists, so that there is nothing to say.
    for host in HOSTS {
        fs::create_dir_all(folder.join(format!("home/.{host}")))?;
    }
    let small = manifest("acme", 0, &mut random, 2);
    let large = large(&mut random);
    let mut three = small.clone();
    three["capabilities"][1] = json!("instal");
    three["sumary"] = json!("Left behind by a rename.");
    three["operations"][1]["pointer"] = json!("hooks/after");
    for (name, value) in [
        ("small", &small),
        ("three-errors", &three),
        ("large", &large),
    ] {
        fs::write(folder.join(format!("{name}.manifest.json")), text(value))?;
    }
    // The same documents in a folder of their own for servers, which look at what lies around; and in
    // another language for one that reads no other.
    let servers = folder.join("servers");
    fs::create_dir_all(&servers)?;
    for (name, mut value, id) in [
        ("small", small, "acme-small"),
        ("large", large, "acme-large"),
    ] {
        value["id"] = json!(id);
        fs::write(
            servers.join(format!("{name}.manifest.json")),
            self::text(&value),
        )?;
        let text = toml::to_string(&value).map_err(io::Error::other)?;
        fs::write(servers.join(format!("{name}.toml")), text)?;
    }
    let mut list = String::new();
    for number in 0..count {
        let parent = format!("many/{:04}", number / 100);
        if number % 100 == 0 {
            fs::create_dir_all(folder.join(&parent))?;
        }
        let host = HOSTS[random.below(HOSTS.len())];
        let operations = 1 + random.below(2);
        let mut value = manifest(host, number, &mut random, operations);
        if number % INVALID_ONE_IN == INVALID_ONE_IN - 1 {
            spoil(&mut value, &mut random);
        }
        let path = format!("{parent}/{number:06}.manifest.json");
        fs::write(folder.join(&path), text(&value))?;
        list.push_str(&path);
        list.push('\n');
    }
    fs::write(folder.join("many.txt"), list)
}

fn text(value: &Value) -> String {
    format!("{value:#}\n")
}

fn manifest(host: &str, number: usize, random: &mut Random, operations: usize) -> Value {
    let operations: Vec<_> = (0..operations).map(|at| operation(host, at)).collect();
    json!({
        "schema_version": 1,
        "id": format!("{host}-{number:06}"),
        "display_name": format!("Host {number}"),
        "summary": random.words(10),
        "min_fornax_version": "0.0.9",
        "provenance": format!("https://example.com/{host}/docs/hooks/{number}"),
        "capabilities": ["plan", "install", "uninstall"],
        "target": { "format": "json", "path": format!("~/.{host}/settings.json") },
        "operations": operations,
    })
}

fn operation(host: &str, number: usize) -> Value {
    json!({
        "kind": "ensure_marked_array_element",
        "pointer": format!("/hooks/Event{number}"),
        "marker_key": "command",
        "marker_value": format!("fornax-hook-{host}"),
        "element": { "type": "command", "command": format!("fornax-hook-{host}") },
    })
}

/// A manifest that is only just small enough, most of it in the elements.
fn large(random: &mut Random) -> Value {
    let mut value = manifest("acme", 0, random, 16);
    for round in 0.. {
        let mut next = value.clone();
        let element = &mut next["operations"][round % 16]["element"];
        let argument = format!("{}-{}", WORDS[random.below(WORDS.len())], random.words(3));
        match element["args"].as_array_mut() {
            Some(arguments) => arguments.push(json!(argument)),
            None => element["args"] = json!([argument]),
        }
        // Room for what is typed into it.
        if text(&next).len() > LIMIT - 64 {
            break;
        }
        value = next;
    }
    value
}

/// Makes one to three faults.
fn spoil(value: &mut Value, random: &mut Random) {
    let faults: [fn(&mut Value); 6] = [
        |value| value["capabilities"][1] = json!("instal"),
        |value| value["sumary"] = json!("Left behind by a rename."),
        |value| value["operations"][0]["pointer"] = json!("hooks/0"),
        |value| value["target"]["path"] = json!("/etc/host.json"),
        |value| value["id"] = json!("Bad_Id"),
        |value| value["min_fornax_version"] = json!("1.2"),
    ];
    let first = random.below(faults.len());
    for at in 0..=random.below(3) {
        faults[(first + at) % faults.len()](value);
    }
}

/// Numbers that look random and are always the same (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        // The remainder is smaller than `limit`, so it fits.
        usize::try_from(self.next() % limit as u64).unwrap_or_default()
    }

    fn words(&mut self, count: usize) -> String {
        let words: Vec<_> = (0..count).map(|_| WORDS[self.below(WORDS.len())]).collect();
        words.join(" ")
    }
}
