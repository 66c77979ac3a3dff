//! Order is kept: random edits against a buffer that is written without a look at the server's.

use std::time::Duration;

use fornax_manifest::{Document, DocumentKind, Nowhere, Options, check, fornax_pin};
use serde_json::{Value, json};

use crate::client::{Client, rules, sample};
use crate::editing::Buffer;

const URI: &str = "file:///w/ak-adapter.json";
const EDITS: usize = 10_500;

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    /// A number below `sides`.
    fn roll(&mut self, sides: usize) -> usize {
        // Knuth's 64-bit linear congruential generator; its upper bits are the better ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % sides
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len())]
    }
}

const PIECES: [&str; 18] = [
    "a",
    "\"",
    ",",
    "é",
    "日本",
    "😀",
    "👩‍👩‍👧",
    "\r\n",
    "\n",
    "\r",
    "\u{2028}",
    "\u{85}",
    "{\"x\": 1}",
    "\t",
    "",
    "e\u{301}",
    "\u{feff}",
    "[1,]",
];

/// One random edit of the buffer, as a content change.
fn edit(buffer: &mut Buffer, unit: &str, dice: &mut Dice) -> Value {
    // Now and then everything is replaced, so that the text stays small and mostly JSON.
    if dice.roll(400) == 0 || buffer.len() > 20_000 {
        let text = sample("ak-adapter").replace('\n', dice.pick(&["\n", "\r\n", "\r"]));
        *buffer = Buffer::new(&text);
        return json!({ "text": text });
    }
    let between = |mut at: usize, buffer: &Buffer| {
        while !buffer.is_between(at) {
            at += 1;
        }
        at
    };
    let start = between(dice.roll(buffer.len() + 1), buffer);
    let length = [0, 0, 1, 2, 7, 40][dice.roll(6)];
    let end = between((start + length).min(buffer.len()), buffer);
    let mut text = String::new();
    for _ in 0..dice.roll(4) {
        text.push_str(dice.pick(&PIECES));
    }
    let place = |at: usize| {
        let (line, character) = buffer.position(at, unit);
        json!({"line": line, "character": character})
    };
    let (from, to) = (place(start), place(end));
    // A client may say the ends of a range the wrong way round.
    let range = match dice.roll(20) {
        0 => json!({"start": to, "end": from}),
        _ => json!({"start": from, "end": to}),
    };
    buffer.replace(start, end, &text);
    json!({"range": range, "text": text})
}

/// A session in which a document is edited at random.
struct Session {
    client: Client,
    unit: &'static str,
    version: i64,
    buffer: Buffer,
}

impl Session {
    fn start(unit: &'static str) -> Self {
        let mut client = Client::start();
        let literals = json!({"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}});
        client.initialize(&json!({
            "capabilities": {
                "general": {"positionEncodings": [unit]},
                "textDocument": {"codeAction": literals},
            },
            "initializationOptions": {"lookAround": false},
        }));
        let text = sample("ak-adapter");
        client.open(URI, &text);
        Self {
            client,
            unit,
            version: 1,
            buffer: Buffer::new(&text),
        }
    }

    /// One notification with a few edits, each of which means the text after those before it.
    fn edit(&mut self, dice: &mut Dice) -> usize {
        let count = 1 + dice.roll(4);
        let changes: Vec<Value> = (0..count)
            .map(|_| edit(&mut self.buffer, self.unit, dice))
            .collect();
        self.version += 1;
        self.client.edit(URI, self.version, &json!(changes));
        count
    }

    /// Asks something about a random place; the request's id.
    fn ask(&mut self, dice: &mut Dice) -> i64 {
        let document = json!({"uri": URI});
        let position = json!({"line": dice.roll(60), "character": dice.roll(50)});
        let range = json!({"start": position, "end": position});
        let at = json!({"textDocument": document, "position": position});
        let context = json!({"diagnostics": []});
        let within = json!({"textDocument": document, "range": range, "context": context});
        let (method, params) = match dice.roll(3) {
            0 => ("textDocument/hover", at),
            1 => ("textDocument/completion", at),
            _ => ("textDocument/codeAction", within),
        };
        self.client.ask(method, params)
    }

    /// Holds the server's text against the buffer, byte for byte.
    fn compare_text(&mut self) {
        let digest = json!({"command": "fornax.digest", "arguments": [URI]});
        let digest = self.client.request("workspace/executeCommand", digest);
        let text = self.buffer.text();
        assert_eq!(
            digest,
            fornax_pin(text.as_bytes()),
            "{}: {text:?}",
            self.unit
        );
    }

    /// Holds what the server finds in its text against a fresh check of the buffer.
    fn compare(&mut self) {
        let Self {
            client,
            unit,
            version,
            buffer,
        } = self;
        let text = buffer.text();
        let published = client.published_for(URI, *version);
        let document = Document::parse(text.as_bytes(), DocumentKind::AkAdapter);
        let expected = check(&document, &Options::default(), &Nowhere);
        let names: Vec<_> = expected.iter().map(|finding| finding.rule.name).collect();
        assert_eq!(rules(&published), names, "{unit}: {text:?}");
        // A finding may be about the first half of a line end, which no position divides.
        let before = |at: u32| {
            let at = text[..at as usize].encode_utf16().count();
            if buffer.is_between(at) { at } else { at - 1 }
        };
        let items = published["diagnostics"].as_array().unwrap();
        for (item, finding) in items.iter().zip(&expected) {
            let place = |at: u32| {
                let (line, character) = buffer.position(before(at), unit);
                json!({"line": line, "character": character})
            };
            let range = json!({"start": place(finding.span.start), "end": place(finding.span.end)});
            assert_eq!(
                item["range"], range,
                "{unit}: {} in {text:?}",
                finding.message
            );
            let message = item["message"].as_str().unwrap();
            assert!(message.starts_with(&finding.message), "{unit}: {message}");
        }
    }
}

fn random_edits(unit: &'static str, seed: u64) {
    let mut dice = Dice(seed);
    let mut session = Session::start(unit);
    let mut edits = 0;
    let mut asked = Vec::new();
    while edits < EDITS {
        edits += session.edit(&mut dice);
        if dice.roll(12) == 0 {
            asked.push(session.ask(&mut dice));
        }
        if dice.roll(60) == 0 {
            session.compare();
            session.compare_text();
        }
    }
    session.edit(&mut dice);
    session.compare();
    session.compare_text();
    for id in asked {
        let answer = session.client.answer(&json!(id));
        assert!(answer["error"].is_null(), "{unit}: {answer}");
    }
    session.client.finish_reading_nothing();
}

#[test]
fn ten_thousand_edits_in_utf_8() {
    random_edits("utf-8", 8);
}

#[test]
fn ten_thousand_edits_in_utf_16() {
    random_edits("utf-16", 16);
}

#[test]
fn ten_thousand_edits_in_utf_32() {
    random_edits("utf-32", 32);
}

#[test]
fn changes_that_come_at_once_are_taken_in_order() {
    let mut client = Client::with(&json!({}));
    client.open_and_check(URI, "{\n}");
    let line = |line: u64| json!({"line": line, "character": 0});
    for version in 2..=200 {
        let text = format!("\"k{version}\": 1,\n");
        let range = json!({"start": line(version - 1), "end": line(version - 1)});
        client.edit(
            URI,
            i64::try_from(version).unwrap(),
            &json!([{"range": range, "text": text}]),
        );
    }
    let published = client.published_for(URI, 200);
    let unknown: Vec<_> = published["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| item["code"] == "unknown-field")
        .map(|item| {
            item["message"]
                .as_str()
                .unwrap()
                .split('`')
                .nth(1)
                .unwrap()
                .to_owned()
        })
        .collect();
    let expected: Vec<_> = (2..=200).map(|version| format!("k{version}")).collect();
    assert_eq!(unknown, expected);
    client.finish_reading_nothing();
}

#[test]
fn a_burst_ends_with_the_findings_of_its_last_version() {
    let mut client = Client::with(&json!({}));
    let uri = "file:///w/x.manifest.json";
    let filler = " ".repeat(60_000);
    let text = format!("{}{filler}", sample("fornax-manifest"));
    client.open_and_check(uri, &text);
    let pause = Duration::from_millis(5);
    let start = json!({"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}});
    for version in 2..=200 {
        client.edit(uri, version, &json!([{"range": start, "text": " "}]));
        std::thread::sleep(pause);
    }
    client.edit(uri, 201, &json!([{"range": start, "text": "x"}]));
    let mut last = 1;
    let published = loop {
        let published = client.published(uri);
        let version = published["version"].as_i64().unwrap();
        assert!(last < version, "{version} after {last}");
        last = version;
        if version == 201 {
            break published;
        }
    };
    assert!(rules(&published).contains(&"syntax-error"), "{published}");
    assert!(
        client.drain().is_empty(),
        "nothing comes after the last version"
    );
    client.finish();
}
