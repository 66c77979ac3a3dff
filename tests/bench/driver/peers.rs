//! The tools that people check JSON documents with, as far as they are installed, and how each is called.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::processes::{Timed, quoted};
use crate::servers::Server;

/// Where the peers are, if anywhere.
#[derive(Default)]
pub struct Peers {
    /// None if none are measured.
    folder: Option<PathBuf>,
    schema: PathBuf,
}

/// A command that checks files, with `{schema}` and `{file}` to be filled in.
struct Check {
    name: &'static str,
    /// The file, below the folder of the peers, without which it can't run.
    program: &'static str,
    /// What goes before the program, and after it.
    before: &'static str,
    one: &'static str,
    /// How it checks the folder `many`; none if that takes too long to wait for.
    many: Option<&'static str>,
}

const NATIVE_SOURCEMETA: &str =
    "npm/node_modules/@sourcemeta/jsonschema/build/github-releases/jsonschema-linux-x86_64";

const CHECKS: [Check; 10] = [
    Check {
        name: "jsonschema-cli",
        program: "cargo/bin/jsonschema-cli",
        before: "",
        one: "validate {schema} -i {file}",
        many: Some("xargs -s 2000000 -x -a many.txt {program} validate --errors-only {schema} -i"),
    },
    Check {
        name: "sourcemeta, native",
        program: NATIVE_SOURCEMETA,
        before: "",
        one: "validate {schema} {file}",
        many: Some("{program} validate --continue {schema} many"),
    },
    Check {
        name: "sourcemeta, npm",
        program: "npm/node_modules/.bin/jsonschema",
        before: "",
        one: "validate {schema} {file}",
        many: None,
    },
    Check {
        name: "biome lint, native (no schema)",
        program: "npm/node_modules/@biomejs/cli-linux-x64/biome",
        before: "",
        one: "lint {file}",
        many: Some("{program} lint many"),
    },
    Check {
        name: "ajv-cli",
        program: "npm/node_modules/.bin/ajv",
        before: "",
        one: "validate --spec=draft2020 --strict=false --all-errors -s {schema} -d {file}",
        many: Some(
            "{program} validate --spec=draft2020 --strict=false --all-errors -s {schema} -d many/**/*.json",
        ),
    },
    Check {
        name: "check-jsonschema",
        program: "python/bin/check-jsonschema",
        before: "",
        one: "--schemafile {schema} {file}",
        many: Some("xargs -s 2000000 -x -a many.txt {program} --schemafile {schema}"),
    },
    Check {
        name: "v8r",
        program: "npm/node_modules/.bin/v8r",
        before: "",
        one: "-s {schema} {file}",
        many: None,
    },
    Check {
        name: "@prantlf/jsonlint",
        program: "npm/node_modules/@prantlf/jsonlint/lib/cli.js",
        before: "node ",
        one: "-q -V {schema} -e draft-2020-12 {file}",
        many: None,
    },
    Check {
        name: "jsonlint (syntax only)",
        program: "npm/node_modules/jsonlint/lib/cli.js",
        before: "node ",
        one: "-q {file}",
        many: None,
    },
    Check {
        name: "demjson3 (syntax only)",
        program: "python/bin/jsonlint",
        before: "",
        one: "-q {file}",
        many: None,
    },
];

impl Peers {
    /// Those below `folder`, checking by `schema`.
    pub fn installed(folder: &Path, schema: &Path) -> Self {
        Self {
            folder: Some(folder.to_path_buf()),
            schema: schema.to_path_buf(),
        }
    }

    /// What is installed of these, and where.
    fn present(&self) -> impl Iterator<Item = (&'static Check, PathBuf)> {
        let places = CHECKS.iter().filter_map(|check| {
            let place = self.folder.as_ref()?.join(check.program);
            place.exists().then_some((check, place))
        });
        places.collect::<Vec<_>>().into_iter()
    }

    fn fill(&self, template: &str, program: &Path) -> String {
        template
            .replace("{schema}", &quoted(&self.schema))
            .replace("{program}", &quoted(program))
    }

    /// The commands that check one file.
    pub fn checks(&self, file: &str) -> Vec<Timed> {
        let commands = self.present().map(|(check, program)| Timed {
            name: check.name.to_owned(),
            command: format!(
                "{}{} {}",
                check.before,
                quoted(&program),
                self.fill(check.one, &program).replace("{file}", file)
            ),
            // What a scripting language starts takes a hundred times as long.
            runs: if is_native(check) { 10 } else { 2 },
        });
        commands.collect()
    }

    /// The commands that check the folder `many`.
    pub fn checks_of_many(&self) -> Vec<Timed> {
        let commands = self.present().filter_map(|(check, program)| {
            Some(Timed {
                name: check.name.to_owned(),
                command: self.fill(check.many?, &program),
                runs: 2,
            })
        });
        commands.collect()
    }

    /// The language servers.
    pub fn servers(&self, edits: usize) -> Vec<Server> {
        let Some(folder) = &self.folder else {
            return Vec::new();
        };
        let schema = format!("file://{}", self.schema.display());
        let read = fs::read_to_string(&self.schema).unwrap_or_default();
        let content: Value = serde_json::from_str(&read).unwrap_or_default();
        let server = |name: &str, program: &str, arguments: &[&str]| Server {
            name: name.to_owned(),
            command: std::iter::once(folder.join(program).display().to_string())
                .chain(arguments.iter().map(ToString::to_string))
                .collect(),
            language: ("json", "manifest.json"),
            is_asked: false,
            settings: Value::Null,
            options: json!({}),
            settle: Duration::from_millis(300),
            edits,
        };
        let bin = "npm/node_modules/.bin";
        let association = json!({ "fileMatch": ["*"], "url": schema, "schema": content });
        let servers = [
            Server {
                is_asked: true,
                settings: json!({ "json": {
                    "validate": { "enable": true },
                    "schemas": [association],
                }, "http": {} }),
                options: json!({ "handledSchemaProtocols": ["file"], "provideFormatter": true }),
                ..server(
                    "vscode-json-language-server, asked for findings",
                    &format!("{bin}/vscode-json-language-server"),
                    &["--stdio"],
                )
            },
            Server {
                language: ("yaml", "manifest.json"),
                settings: json!({ "yaml": {
                    "validate": true,
                    "hover": true,
                    "completion": true,
                    "schemas": { &schema: ["*"] },
                    "schemaStore": { "enable": false },
                }, "http": {}, "[yaml]": {} }),
                // It lets a fifth of a second pass before it says anything.
                edits: edits.min(50),
                ..server(
                    "yaml-language-server",
                    &format!("{bin}/yaml-language-server"),
                    &["--stdio"],
                )
            },
            Server {
                language: ("toml", "toml"),
                settings: json!({ "evenBetterToml": { "schema": {
                    "enabled": true,
                    "associations": { ".*": schema },
                } } }),
                edits: edits.min(100),
                ..server(
                    "taplo, the same as TOML",
                    "cargo/bin/taplo",
                    &["lsp", "stdio"],
                )
            },
        ];
        let is_present = |server: &Server| Path::new(&server.command[0]).exists();
        servers.into_iter().filter(is_present).collect()
    }

    /// The versions of what is installed.
    pub fn versions(&self) -> Value {
        let mut versions = Map::new();
        let Some(folder) = &self.folder else {
            return Value::Object(versions);
        };
        if let Ok(text) = fs::read_to_string(folder.join("versions")) {
            for line in text.lines() {
                if let Some((name, version)) = line.split_once(' ') {
                    versions.insert(name.to_owned(), json!(version));
                }
            }
        }
        Value::Object(versions)
    }
}

fn is_native(check: &Check) -> bool {
    check.before.is_empty()
        && !check.program.contains("/.bin/")
        && !check.program.starts_with("python/")
}
