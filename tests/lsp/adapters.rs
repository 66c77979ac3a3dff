//! The commands about an open manifest's adapter: what it would change, and registering it.

use std::fs;
use std::path::{Path, PathBuf};

use fornax_lsp::Server;
use fornax_manifest::fornax_pin;
use fornax_project::Homes;
use serde_json::{Value, json};

use crate::client::{Client, range_of, sample};

const QUESTION: &str = "window/showMessageRequest";

/// The protocol's `RequestFailed`.
const FAILED: i64 = -32803;

/// A user's folders, and a session that works among them.
struct Desk {
    folder: tempfile::TempDir,
    client: Client,
}

impl Desk {
    fn new() -> Self {
        Self::with(&json!({}), &json!({}))
    }

    fn with(capabilities: &Value, options: &Value) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("home/.acme")).unwrap();
        fs::create_dir(folder.path().join("work")).unwrap();
        let homes = Homes {
            home: Some(folder.path().join("home")),
            fornax: None,
        };
        let mut client = Client::of(Server::new(homes));
        client.is_silent = true;
        client.initialize(&json!({
            "capabilities": capabilities,
            "initializationOptions": options,
        }));
        Self { folder, client }
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn uri(&self, name: &str) -> String {
        format!("file://{}", self.path("work").join(name).display())
    }

    /// A manifest, on disk and open.
    fn open(&mut self, name: &str, text: &str) -> String {
        let uri = self.uri(name);
        write(&self.path("work").join(name), text);
        self.client.open_and_check(&uri, text);
        uri
    }

    /// Asks for a command; its result, or the words of its refusal.
    fn execute(&mut self, command: &str, uri: &str) -> Result<Value, String> {
        let params = json!({"command": command, "arguments": [uri]});
        let id = self.client.ask("workspace/executeCommand", params);
        let answer = self.client.answer(&json!(id));
        match answer["error"]["code"].as_i64() {
            None => Ok(answer["result"].clone()),
            Some(FAILED) => Err(answer["error"]["message"].as_str().unwrap().to_owned()),
            Some(_) => panic!("{answer}"),
        }
    }

    /// Has the server ask whether a manifest is to be registered.
    fn asks(&mut self, uri: &str) -> Value {
        assert_eq!(self.execute("fornax.register", uri), Ok(Value::Null));
        self.client.question(QUESTION)
    }

    fn answers(&mut self, question: &Value, title: &str) {
        self.client.reply(question, &json!({ "title": title }));
    }

    /// The next message to the user.
    fn told(&mut self) -> String {
        let message = self.client.notified("window/showMessage");
        message["message"].as_str().unwrap().to_owned()
    }

    /// The names in the registry's folder.
    fn registered(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.path("home/.fornax/adapters")) else {
            return Vec::new();
        };
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.filter(|name| name != "registry.lock").collect();
        names.sort();
        names
    }

    /// The titles of a document's code lenses, with the command and the argument of each.
    fn lenses(&mut self, uri: &str) -> Vec<(String, String, Value)> {
        let params = json!({"textDocument": {"uri": uri}});
        let lenses = self.client.request("textDocument/codeLens", params);
        let lenses = lenses.as_array().unwrap().iter();
        lenses
            .map(|lens| {
                let text = |name: &str| lens["command"][name].as_str().unwrap().to_owned();
                let argument = lens["command"]["arguments"][0].clone();
                (text("title"), text("command"), argument)
            })
            .collect()
    }

    fn offers_to_register(&mut self, uri: &str) -> bool {
        let lenses = self.lenses(uri);
        let mut offers = lenses
            .iter()
            .filter(|(_, command, _)| command == "fornax.register");
        let offer = offers.next();
        if let Some((title, _, argument)) = offer {
            assert_eq!(title, "Register this manifest…");
            assert_eq!(argument, uri);
        }
        offer.is_some()
    }
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;

        fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
    }
}

fn manifest() -> String {
    sample("fornax-manifest")
}

#[test]
fn only_what_was_shown_and_confirmed_is_registered() {
    let refreshes = json!({
        "textDocument": {"codeLens": {}},
        "workspace": {"codeLens": {"refreshSupport": true}},
    });
    let mut desk = Desk::with(&refreshes, &json!({}));
    let text = manifest();
    let uri = desk.open("acme.manifest.json", &text);
    assert!(desk.offers_to_register(&uri));
    let question = desk.asks(&uri);
    let digest = fornax_pin(text.as_bytes());
    let message = question["params"]["message"].as_str().unwrap();
    let lines: Vec<_> = message.lines().collect();
    assert_eq!(
        lines,
        [
            "Register the adapter `acme-agent`?",
            &format!("Digest: {digest}."),
            "On this machine, installing it would add 2 elements to ~/.acme/settings.json.",
            "Capabilities: plan, install, uninstall.",
            "Needs Fornax 0.0.9.",
            "Provenance, unverified, since anybody can write this: “https://example.com/acme/fornax-adapter”",
            "It calls itself “Acme Agent”, and says of itself: “Adds the Fornax hook to the settings of Acme Agent.”",
        ]
    );
    let actions = &question["params"]["actions"];
    assert_eq!(
        *actions,
        json!([{"title": "Register"}, {"title": "Cancel"}])
    );
    assert_eq!(desk.registered(), [""; 0], "before the answer");

    // The session goes on meanwhile, but asks nothing twice.
    let again = desk.execute("fornax.register", &uri).unwrap_err();
    assert!(again.contains("answer that first"), "{again}");
    // What was shown is what counts, whatever becomes of the file.
    write(&desk.path("work/acme.manifest.json"), "{}");
    desk.answers(&question, "Register");
    let told = desk.told();
    assert!(
        told.contains("`acme-agent`") && told.contains(&digest),
        "{told}"
    );
    let copy = "acme-agent.manifest.json";
    assert_eq!(desk.registered(), [copy, "registry.json"]);
    let folder = desk.path("home/.fornax/adapters");
    assert_eq!(fs::read_to_string(folder.join(copy)).unwrap(), text);
    let index = fs::read_to_string(folder.join("registry.json")).unwrap();
    assert!(index.contains(&digest), "{index}");

    desk.client.question("workspace/codeLens/refresh");
    assert!(!desk.offers_to_register(&uri));
    // It may be asked again once it is answered; now the id is taken.
    write(&desk.path("work/acme.manifest.json"), &text);
    let taken = desk.execute("fornax.register", &uri).unwrap_err();
    assert!(taken.contains("registered already"), "{taken}");
    // Of a text that has changed since it is told how to go on, for that would be refused, too.
    desk.client.change(&uri, 2, &text.replace("0.0.9", "0.0.8"));
    assert!(!desk.offers_to_register(&uri));
    let how = "to register it anew, run `fornax-adapter uninstall acme-agent` and `fornax-adapter remove acme-agent` first";
    let lenses = desk.lenses(&uri);
    let tells = |(title, command, _): &(String, String, Value)| title == how && command.is_empty();
    assert!(lenses.iter().any(tells), "{lenses:?}");
    desk.client.finish_reading_nothing();
}

#[test]
fn any_other_answer_registers_nothing() {
    let mut desk = Desk::new();
    let uri = desk.open("acme.manifest.json", &manifest());
    for answer in [
        json!({"title": "Cancel"}),
        json!({"title": "register"}),
        Value::Null,
    ] {
        let question = desk.asks(&uri);
        desk.client.reply(&question, &answer);
        desk.client.drain();
        assert_eq!(desk.registered(), [""; 0], "{answer}");
    }
    assert!(!desk.path("home/.fornax").exists());
    desk.client.finish();
}

#[test]
fn an_editor_that_cannot_ask_says_how_to_go_on() {
    let mut desk = Desk::new();
    let uri = desk.open("it's.manifest.json", &manifest());
    let question = desk.asks(&uri);
    desk.client.send(&json!({
        "jsonrpc": "2.0",
        "id": question["id"],
        "error": {"code": -32601, "message": "method not found"},
    }));
    let told = desk.told();
    let command = format!(
        "fornax-adapter review '{}/it'\\''s.manifest.json'",
        desk.path("work").display()
    );
    assert!(
        told.contains("can't ask") && told.ends_with(&command),
        "{told}"
    );
    assert_eq!(desk.registered(), [""; 0]);
    desk.client.finish();
}

#[test]
fn a_question_that_is_never_answered_holds_up_nothing() {
    let mut desk = Desk::new();
    let uris: Vec<_> = (0..8)
        .map(|number| desk.open(&format!("{number}.manifest.json"), &manifest()))
        .collect();
    for uri in &uris {
        desk.asks(uri);
    }
    let text = manifest().replace("0.0.9", "9");
    desk.client.change(&uris[0], 2, &text);
    let findings = desk.client.published_for(&uris[0], 2);
    assert_ne!(findings["diagnostics"], json!([]));
    // Ends within a second.
    desk.client.finish_reading_nothing();
}

/// The words with which a manifest is refused; nothing may be asked or written then.
fn refusal(desk: &mut Desk, uri: &str) -> String {
    let words = desk.execute("fornax.register", uri).unwrap_err();
    desk.client.drain();
    let is_question = |asked: &Value| asked["method"] == QUESTION;
    assert!(!desk.client.asked.iter().any(is_question), "{words}");
    assert_eq!(desk.registered(), [""; 0], "{words}");
    words
}

#[test]
fn what_the_command_line_refuses_is_refused_in_the_editor() {
    let mut desk = Desk::new();
    let text = manifest();
    let uri = desk.open("acme.manifest.json", &text);
    desk.client.change(&uri, 2, &format!("{text} "));
    let words = refusal(&mut desk, &uri);
    assert!(words.contains("save the manifest first"), "{words}");

    let uri = desk.open("bad.manifest.json", &text.replace("0.0.9", "9"));
    let words = refusal(&mut desk, &uri);
    assert!(
        words.starts_with("the manifest is refused: line 6: "),
        "{words}"
    );

    let uri = desk.open("codex.manifest.json", &text.replace("acme-agent", "codex"));
    let words = refusal(&mut desk, &uri);
    assert!(words.contains("codex"), "{words}");

    desk.client
        .open_and_check("untitled:acme.manifest.json", &text);
    let words = refusal(&mut desk, "untitled:acme.manifest.json");
    assert!(words.contains("save the manifest as one first"), "{words}");

    let uri = desk.open("ak-adapter.json", &sample("ak-adapter"));
    let words = refusal(&mut desk, &uri);
    assert!(
        words.contains("only what a Fornax manifest declares"),
        "{words}"
    );

    let gone = desk.uri("gone.manifest.json");
    desk.client.open_and_check(&gone, &text);
    let words = refusal(&mut desk, &gone);
    assert!(words.contains("can't be read"), "{words}");
    desk.client.finish();
}

#[cfg(unix)]
#[test]
fn a_file_that_others_may_have_made_is_refused_in_the_editor() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let mut desk = Desk::new();
    let uri = desk.open("acme.manifest.json", &manifest());
    symlink("acme.manifest.json", desk.path("work/link.manifest.json")).unwrap();
    let link = desk.uri("link.manifest.json");
    desk.client.open_and_check(&link, &manifest());
    let words = refusal(&mut desk, &link);
    assert!(words.contains("symbolic link"), "{words}");
    let mode = fs::Permissions::from_mode(0o666);
    fs::set_permissions(desk.path("work/acme.manifest.json"), mode).unwrap();
    let words = refusal(&mut desk, &uri);
    assert!(words.contains("chmod go-w"), "{words}");
    desk.client.finish();
}

#[test]
fn a_command_needs_an_open_document() {
    let mut desk = Desk::new();
    for command in ["fornax.register", "fornax.preview"] {
        for arguments in [json!([]), json!([1]), json!(["file:///none.json"])] {
            let params = json!({"command": command, "arguments": arguments});
            let code = desk.client.refused("workspace/executeCommand", params);
            assert_eq!(code, -32602, "{command} {arguments}");
        }
    }
    desk.client.finish();
}

#[test]
fn nothing_is_done_in_a_workspace_that_is_not_trusted() {
    for options in [
        json!({"trusted": false}),
        json!({"fornax": {"codeLens": true}, "trusted": false}),
    ] {
        let mut desk = Desk::with(&json!({}), &options);
        let uri = desk.open("acme.manifest.json", &manifest());
        // A workspace can't say it of itself.
        let settings = json!({"settings": {"fornax": {"trusted": true}}});
        desk.client
            .notify("workspace/didChangeConfiguration", settings);
        let words = refusal(&mut desk, &uri);
        assert!(words.contains("trust it in the editor"), "{words}");
        let words = desk.execute("fornax.preview", &uri).unwrap_err();
        assert!(words.contains("trust it in the editor"), "{words}");
        // So it isn't offered either; what is known is shown.
        let lenses = desk.lenses(&uri);
        let commands = lenses.iter().map(|(_, command, _)| &**command);
        let commands: Vec<_> = commands.filter(|name| !name.is_empty()).collect();
        assert_eq!(commands, ["fornax.copy"], "{lenses:?}");
        let has = |words: &str| lenses.iter().any(|(title, ..)| title.contains(words));
        assert!(has("KiB"), "{lenses:?}");
        for words in ["egister", "would", "installed"] {
            assert!(!has(words), "{words}: {lenses:?}");
        }
        desk.client.finish_reading_nothing();
    }
    let mut desk = Desk::with(&json!({}), &json!({"trusted": true}));
    let uri = desk.open("acme.manifest.json", &manifest());
    desk.asks(&uri);
    desk.client.finish();
}

#[test]
fn nothing_outside_of_a_workspace_without_trust_is_looked_at() {
    for (is_trusted, options) in [
        (true, json!({"trusted": true})),
        (false, json!({"trusted": false})),
    ] {
        let mut desk = Desk::with(&json!({}), &options);
        let folders =
            json!({"event": {"added": [{"uri": desk.uri(""), "name": "w"}], "removed": []}});
        desk.client
            .notify("workspace/didChangeWorkspaceFolders", folders);
        write(
            &desk.path("home/.acme/settings.json"),
            r#"{"hooks": {"secretly": []}}"#,
        );
        // Of the target: lens, hover and completion.
        let text = manifest();
        let uri = desk.open("acme.manifest.json", &text);
        let lenses = desk.lenses(&uri);
        let promises = lenses.iter().any(|(title, ..)| title.starts_with("would"));
        assert_eq!(promises, is_trusted, "{lenses:?}");
        let at = |needle: &str| {
            let position = range_of(&text, needle)["start"].clone();
            json!({"textDocument": {"uri": uri}, "position": position})
        };
        let hover = desk
            .client
            .request("textDocument/hover", at(".acme/settings.json"));
        let hover = hover.to_string();
        assert_eq!(
            hover.contains("The file exists here"),
            is_trusted,
            "{hover}"
        );
        let hover = desk
            .client
            .request("textDocument/hover", at("/hooks/SessionStart"));
        let hover = hover.to_string();
        assert_eq!(hover.contains("stands there today"), is_trusted, "{hover}");
        let position = range_of(&text, "SessionStart")["start"].clone();
        let place = json!({"textDocument": {"uri": uri}, "position": position});
        let items = desk.client.request("textDocument/completion", place);
        let items = items.to_string();
        assert_eq!(items.contains("secretly"), is_trusted, "{items}");

        // Of what a kit names, only what lies in the folder; not even by way of a link.
        let adapter = sample("ak-adapter");
        for path in ["work/adapters/ak-adapter.json", "other/ak-adapter.json"] {
            let path = desk.path(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            write(&path, &adapter);
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(desk.path("other"), desk.path("work/link")).unwrap();
        let root = desk.folder.path().display().to_string();
        let mut places = vec![
            (format!("{root}/work/adapters/ak-adapter.json"), true),
            (format!("{root}/other/ak-adapter.json"), is_trusted),
            (
                format!("{root}/work/adapters/../../other/ak-adapter.json"),
                is_trusted,
            ),
        ];
        if cfg!(unix) {
            places.push((format!("{root}/work/link/ak-adapter.json"), is_trusted));
        }
        for (source, is_seen) in places {
            let kit = json!({"hostAdapters": [{"name": "acme", "source": source}]});
            let uri = desk.open("kit.json", &kit.to_string());
            let lenses = desk.lenses(&uri);
            assert_eq!(!lenses.is_empty(), is_seen, "{source}: {lenses:?}");
        }
        desk.client.finish_reading_nothing();
    }
}

#[test]
fn texts_of_the_author_pass_for_nothing_else() {
    let mut desk = Desk::new();
    let hostile = "x](command:evil) \\u202e\\u200b “ok”. Digest: sha256:0";
    let text = manifest().replace("https://example.com/acme/fornax-adapter", hostile);
    let uri = desk.open("acme.manifest.json", &text);
    let (line, is_asked) = match desk.execute("fornax.register", &uri) {
        Ok(_) => {
            let question = desk.client.question(QUESTION);
            let message = question["params"]["message"].as_str().unwrap();
            // An editor that cuts a long message cuts off what is the author's.
            let digest = fornax_pin(text.as_bytes());
            assert!(
                message.find(&digest) < message.find("x] (command"),
                "{message}"
            );
            (message.to_owned(), true)
        }
        Err(words) => (words, false),
    };
    assert!(!line.contains("]("), "{line}");
    assert!(!line.contains(['\u{202e}', '\u{200b}']), "{line}");
    assert!(is_asked || line.contains("U+202E"), "{line}");
    desk.client.finish();
}

#[test]
fn the_change_of_the_target_is_shown() {
    let capabilities = json!({"textDocument": {"codeLens": {}}});
    let mut desk = Desk::with(&capabilities, &json!({}));
    let target = desk.path("home/.acme/settings.json");
    let before = "{\n  \"theme\": \"dark\"\n}\n";
    fs::write(&target, before).unwrap();
    let text = manifest();
    let uri = desk.open("acme.manifest.json", &text);
    let lenses = desk.lenses(&uri);
    let shows = lenses
        .iter()
        .filter(|(_, command, _)| command == "fornax.preview");
    let shows: Vec<_> = shows
        .map(|(title, _, argument)| (&**title, argument))
        .collect();
    let title = "would add 2 elements to ~/.acme/settings.json";
    assert_eq!(shows, [(title, &json!(uri))]);

    let shown = desk.execute("fornax.preview", &uri).unwrap();
    assert_eq!(shown["path"], target.to_str().unwrap());
    assert_eq!(shown["before"], before);
    let after: Value = serde_json::from_str(shown["after"].as_str().unwrap()).unwrap();
    assert_eq!(
        after["hooks"]["SessionStart"][0]["command"],
        "fornax-hook-acme"
    );
    // The manifest as it stands in the editor.
    let range = range_of(&text, "/hooks/SessionStart");
    let change = json!([{"range": range, "text": "/hooks/Stop"}]);
    desk.client.edit(&uri, 2, &change);
    let shown = desk.execute("fornax.preview", &uri).unwrap();
    assert!(shown["after"].as_str().unwrap().contains("\"Stop\""));
    // Where nothing would change, both are the same.
    fs::write(&target, shown["after"].as_str().unwrap()).unwrap();
    let shown = desk.execute("fornax.preview", &uri).unwrap();
    assert_eq!(shown["before"], shown["after"]);
    // A target that isn't there is empty.
    fs::remove_file(&target).unwrap();
    let shown = desk.execute("fornax.preview", &uri).unwrap();
    assert_eq!(shown["before"], "");
    assert!(!target.exists());
    desk.client.finish_reading_nothing();
}

#[test]
fn a_change_that_would_be_refused_is_not_shown() {
    let mut desk = Desk::new();
    let target = desk.path("home/.acme/settings.json");
    let uri = desk.open("acme.manifest.json", &manifest());
    fs::write(&target, "{} // note").unwrap();
    let words = desk.execute("fornax.preview", &uri).unwrap_err();
    assert!(words.contains("comment in line 1"), "{words}");
    let file = fs::File::create(&target).unwrap();
    file.set_len(8_388_609).unwrap();
    let words = desk.execute("fornax.preview", &uri).unwrap_err();
    assert!(
        words.contains("8388609 bytes") && words.contains("8 MiB"),
        "{words}"
    );
    let removes = manifest().replace(r#"["plan", "install", "uninstall"]"#, r#"["uninstall"]"#);
    let uri = desk.open("removes.manifest.json", &removes);
    let words = desk.execute("fornax.preview", &uri).unwrap_err();
    assert!(words.contains("no `install`"), "{words}");
    let uri = desk.open("bad.manifest.json", &manifest().replace("0.0.9", "9"));
    let words = desk.execute("fornax.preview", &uri).unwrap_err();
    assert!(words.starts_with("the manifest is refused"), "{words}");
    desk.client.finish_reading_nothing();
}
