//! Takes messages as clients send them: what is spelt otherwise than the protocol has it is read all
//! the same where it can be, and where it can't, that is said.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use tower_lsp_server::ls_types::notification::{self, Notification};
use tower_lsp_server::ls_types::request::{self, Request};

use crate::uri;

/// Stands for the version of a document whose client doesn't number them.
pub(crate) const UNVERSIONED: i32 = i32::MIN;

/// How much of what a client sent is quoted to it.
const QUOTED: usize = 200;

/// How many complaints about one message are of use.
const MOST_COMPLAINTS: usize = 20;

/// Where the parameters of any message have URIs in them; `*` stands for every item of a list.
const URIS: [&[&str]; 10] = [
    &["textDocument", "uri"],
    &["rootUri"],
    &["workspaceFolders", "*", "uri"],
    &["event", "added", "*", "uri"],
    &["event", "removed", "*", "uri"],
    &["changes", "*", "uri"],
    &["files", "*", "uri"],
    &["files", "*", "oldUri"],
    &["files", "*", "newUri"],
    &["previousResultIds", "*", "uri"],
];

/// Where they have folders in them.
const FOLDERS: [&[&str]; 3] = [
    &["workspaceFolders", "*"],
    &["event", "added", "*"],
    &["event", "removed", "*"],
];

/// Mends a message before it is read; what can't be read for all that, in words.
pub(crate) fn mend(message: &mut Value) -> Vec<String> {
    let is_notification = message.get("id").is_none();
    let Some(members) = message.as_object_mut() else {
        return Vec::new();
    };
    let Some(Value::String(method)) = members.get("method").cloned() else {
        return Vec::new();
    };
    let params = members.entry("params").or_insert(Value::Null);
    respell(&method, params);
    let complaints = match (reader(&method), least(&method)) {
        (Some(reads), Some(least)) if params.is_object() => {
            let mut sieve = Sieve {
                method: &method,
                reads,
                least,
                complaints: Vec::new(),
            };
            let reason = reads(params).err();
            sieve.sift(params);
            // What lacks what it must have has nothing in it that could be complained about.
            let reason = reason.filter(|_| is_notification && sieve.complaints.is_empty());
            sieve
                .complaints
                .extend(reason.map(|reason| passed_over(&method, params, &reason)));
            sieve.complaints
        }
        (Some(reads), _) if is_notification => reads(params)
            .err()
            .map(|reason| passed_over(&method, params, &reason))
            .into_iter()
            .collect(),
        _ => Vec::new(),
    };
    if params.is_null() {
        members.remove("params");
    }
    complaints
}

/// Puts what clients are known to spell in some way of their own as the protocol has it.
fn respell(method: &str, params: &mut Value) {
    match method {
        // Neither says anything.
        "shutdown" => *params = Value::Null,
        "initialized" => *params = json!({}),
        "workspace/didChangeConfiguration" if says_nothing(params) => {
            *params = json!({ "settings": null });
        }
        "textDocument/didOpen" | "textDocument/didChange" => {
            if let Some(Value::Object(document)) = params.get_mut("textDocument") {
                describe(document);
            }
        }
        // Actions are made from what is found now, never from what an editor shows.
        "textDocument/codeAction" => {
            if let Some(Value::Object(context)) = params.get_mut("context") {
                context.insert("diagnostics".to_owned(), json!([]));
            }
        }
        _ => {}
    }
    // No folder is open.
    if params.get("rootUri").and_then(Value::as_str) == Some("") {
        params["rootUri"] = Value::Null;
    }
    for path in URIS {
        each(params, path, &mut |uri| {
            if let Some(read) = uri.as_str().and_then(uri::read) {
                *uri = read.as_str().into();
            }
        });
    }
    for path in FOLDERS {
        each(params, path, &mut |folder| {
            // Nobody is shown it.
            if let Some(folder) = folder.as_object_mut() {
                folder.insert("name".to_owned(), "".into());
            }
        });
    }
}

fn says_nothing(params: &Value) -> bool {
    match params {
        Value::Null => true,
        Value::Object(members) => members.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

/// The protocol once let clients say less of a document.
fn describe(document: &mut Map<String, Value>) {
    if document.get("version").is_none_or(Value::is_null) {
        document.insert("version".to_owned(), UNVERSIONED.into());
    }
    if !document.get("languageId").is_some_and(Value::is_string) {
        document.insert("languageId".to_owned(), "".into());
    }
}

/// Does something with every value at a path.
fn each(value: &mut Value, path: &[&str], act: &mut dyn FnMut(&mut Value)) {
    match path {
        [] => act(value),
        ["*", rest @ ..] => {
            for item in value.as_array_mut().into_iter().flatten() {
                each(item, rest, act);
            }
        }
        [name, rest @ ..] => {
            if let Some(member) = value.get_mut(name) {
                each(member, rest, act);
            }
        }
    }
}

// ---- what can be read ------------------------------------------------------------------------

/// Tells whether parameters can be read, and else why not.
type Reads = fn(&Value) -> Result<(), String>;

fn reads<T: DeserializeOwned>(params: &Value) -> Result<(), String> {
    T::deserialize(params)
        .map(drop)
        .map_err(|error| error.to_string())
}

/// The same of a list of files, whose URIs are any texts to the library.
fn reads_files<T: DeserializeOwned>(params: &Value) -> Result<(), String> {
    reads::<T>(params)?;
    let files = params["files"].as_array().into_iter().flatten();
    for name in ["uri", "oldUri", "newUri"] {
        let mut uris = files.clone().filter_map(|file| file[name].as_str());
        if let Some(uri) = uris.find(|uri| uri::read(uri).is_none()) {
            return Err(format!("`{}` is no URI", quoted(uri)));
        }
    }
    Ok(())
}

/// What reads the parameters of a message to which nobody else would answer that they make no sense.
fn reader(method: &str) -> Option<Reads> {
    fn of<N: Notification>(method: &str) -> Option<Reads>
    where
        N::Params: DeserializeOwned,
    {
        (method == N::METHOD).then_some(reads::<N::Params> as Reads)
    }
    fn of_files<N: Notification>(method: &str) -> Option<Reads>
    where
        N::Params: DeserializeOwned,
    {
        (method == N::METHOD).then_some(reads_files::<N::Params> as Reads)
    }
    let request = match method {
        request::Initialize::METHOD => Some(reads::<<request::Initialize as Request>::Params> as _),
        request::WorkspaceDiagnosticRequest::METHOD => {
            Some(reads::<<request::WorkspaceDiagnosticRequest as Request>::Params> as _)
        }
        _ => None,
    };
    request
        .or_else(|| of::<notification::DidOpenTextDocument>(method))
        .or_else(|| of::<notification::DidChangeTextDocument>(method))
        .or_else(|| of::<notification::DidSaveTextDocument>(method))
        .or_else(|| of::<notification::DidCloseTextDocument>(method))
        .or_else(|| of::<notification::DidChangeWatchedFiles>(method))
        .or_else(|| of_files::<notification::DidCreateFiles>(method))
        .or_else(|| of_files::<notification::DidRenameFiles>(method))
        .or_else(|| of_files::<notification::DidDeleteFiles>(method))
        .or_else(|| of::<notification::DidChangeWorkspaceFolders>(method))
        .or_else(|| of::<notification::DidChangeConfiguration>(method))
        .or_else(|| of::<notification::WorkDoneProgressCancel>(method))
        .or_else(|| of::<notification::SetTrace>(method))
        .or_else(|| of::<notification::Cancel>(method))
}

/// The least that such a message has to say, if what it says besides can be taken piece by piece. The
/// changes of a document can't: each counts on the one before.
fn least(method: &str) -> Option<Value> {
    Some(match method {
        request::Initialize::METHOD => json!({ "capabilities": {} }),
        request::WorkspaceDiagnosticRequest::METHOD => json!({ "previousResultIds": [] }),
        notification::DidChangeWatchedFiles::METHOD => json!({ "changes": [] }),
        notification::DidCreateFiles::METHOD
        | notification::DidRenameFiles::METHOD
        | notification::DidDeleteFiles::METHOD => json!({ "files": [] }),
        notification::DidChangeWorkspaceFolders::METHOD => {
            json!({ "event": { "added": [], "removed": [] } })
        }
        _ => return None,
    })
}

/// Parts what can be read of some parameters from what can't.
struct Sieve<'a> {
    method: &'a str,
    reads: Reads,
    least: Value,
    complaints: Vec<String>,
}

impl Sieve<'_> {
    /// Leaves what can be read.
    fn sift(&mut self, params: &mut Value) {
        if (self.reads)(params).is_ok() {
            return;
        }
        let whole = params.take();
        *params = self.kept(&mut Vec::new(), whole).unwrap_or_default();
        // A part that can be read alone may not be one that can be read beside others.
        if (self.reads)(params).is_err() {
            params.clone_from(&self.least);
        }
    }

    /// What can be read of the part at `path`: each member and item counts for itself.
    fn kept(&mut self, path: &mut Vec<String>, part: Value) -> Option<Value> {
        let reason = match self.try_at(path, part.clone()) {
            Ok(()) => return Some(part),
            Err(reason) => reason,
        };
        let least = path
            .iter()
            .try_fold(&self.least, |value, name| value.get(name))
            .cloned();
        match part {
            Value::Object(members) => {
                let least = least.unwrap_or_else(|| json!({}));
                if self.try_at(path, least.clone()).is_ok()
                    && let Value::Object(mut kept) = least
                {
                    for (name, member) in members {
                        path.push(name);
                        if let Some(member) = self.kept(path, member) {
                            kept.insert(path.last().cloned().unwrap_or_default(), member);
                        }
                        path.pop();
                    }
                    return Some(Value::Object(kept));
                }
            }
            Value::Array(items) if self.try_at(path, json!([])).is_ok() => {
                let mut kept = Vec::new();
                for (number, item) in items.into_iter().enumerate() {
                    match self.try_at(path, json!([item])) {
                        Ok(()) => kept.push(item),
                        Err(reason) => self.complain(path, Some(number), &reason),
                    }
                }
                return Some(Value::Array(kept));
            }
            _ => {}
        }
        self.complain(path, None, &reason);
        None
    }

    /// Whether a message that says no more than it must, and this, can be read.
    fn try_at(&self, path: &[String], part: Value) -> Result<(), String> {
        let mut params = self.least.clone();
        let mut at = &mut params;
        for name in path {
            at = match at {
                Value::Object(members) => members.entry(name.clone()).or_insert(json!({})),
                other => other,
            };
        }
        *at = part;
        (self.reads)(&params)
    }

    fn complain(&mut self, path: &[String], item: Option<usize>, reason: &str) {
        if self.complaints.len() >= MOST_COMPLAINTS {
            return;
        }
        let item = item.map(|number| format!("[{number}]")).unwrap_or_default();
        let place = format!("{}{item}", path.join("."));
        self.complaints.push(format!(
            "`{}`: `{}` can't be read and is taken as absent: {}",
            self.method,
            quoted(&place),
            quoted(reason),
        ));
    }
}

fn passed_over(method: &str, params: &Value, reason: &str) -> String {
    let mut complaint = format!(
        "`{method}` can't be read and is passed over: {}",
        quoted(reason)
    );
    let uri = &params["textDocument"]["uri"];
    if let (notification::DidChangeTextDocument::METHOD, Some(uri)) = (method, uri.as_str()) {
        complaint.push_str(&format!(
            ". Of {} the text before it counts until the document is sent whole or opened again",
            quoted(uri)
        ));
    }
    complaint
}

/// What a client sent, as it can be shown on a line.
pub(crate) fn quoted(text: &str) -> String {
    let mut shown: String = text.chars().take(QUOTED).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown.replace(char::is_control, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(method: &str, params: Value) -> (Value, Vec<String>) {
        let mut message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        if method == "initialize" {
            message["id"] = json!(1);
        }
        let complaints = mend(&mut message);
        (message["params"].take(), complaints)
    }

    /// What of an `initialize` is complained about.
    fn places(params: Value) -> (Value, Vec<String>) {
        let (params, complaints) = mended("initialize", params);
        assert_eq!(reader("initialize").unwrap()(&params), Ok(()));
        let place = |complaint: &String| complaint.split('`').nth(3).unwrap().to_owned();
        (params, complaints.iter().map(place).collect())
    }

    #[test]
    fn an_introduction_is_taken_piece_by_piece() {
        let item = json!({"snippetSupport": true, "documentationFormat": ["markdown", 7]});
        let (params, left) = places(json!({
            "processId": -1,
            "trace": "compact",
            "locale": 5,
            "clientInfo": {"name": 1},
            "rootUri": "nowhere",
            "rootPath": false,
            "workDoneToken": {},
            "initializationOptions": {"codeLens": "no"},
            "capabilities": {
                "general": {"positionEncodings": "utf-8"},
                "textDocument": {"completion": {"completionItem": item}, "hover": 1, "diagnostic": {}},
                "workspace": [],
                "x": {"y": 1},
            },
            "workspaceFolders": [{"uri": "file:///a b"}, {"uri": 7}, "c"],
        }));
        let mut left = left;
        left.sort_unstable();
        assert_eq!(
            left,
            [
                "capabilities.general.positionEncodings",
                "capabilities.textDocument.completion.completionItem.documentationFormat[1]",
                "capabilities.textDocument.hover",
                "capabilities.workspace",
                "clientInfo",
                "locale",
                "processId",
                "rootPath",
                "rootUri",
                "trace",
                "workDoneToken",
                "workspaceFolders[1]",
                "workspaceFolders[2]",
            ]
        );
        let text = &params["capabilities"]["textDocument"];
        let item = &text["completion"]["completionItem"];
        assert_eq!(item["snippetSupport"], true);
        assert_eq!(item["documentationFormat"], json!(["markdown"]));
        assert_eq!(text["diagnostic"], json!({}));
        assert_eq!(params["workspaceFolders"][0]["uri"], "file:///a%20b");
        assert_eq!(params["initializationOptions"]["codeLens"], "no");
    }

    #[test]
    fn an_introduction_need_say_nothing() {
        for params in [
            json!({}),
            json!({"capabilities": null}),
            json!({"capabilities": []}),
            json!({"processId": null, "rootUri": "", "capabilities": {}}),
        ] {
            let (params, _) = places(params);
            assert_eq!(params["capabilities"], json!({}));
        }
        let (_, complaints) = mended("initialize", json!({"rootUri": "", "capabilities": {}}));
        assert_eq!(complaints, [""; 0]);
        for params in [json!(null), json!([]), json!(7)] {
            let (params, _) = mended("initialize", params);
            assert!(reader("initialize").unwrap()(&params).is_err(), "{params}");
        }
    }

    #[test]
    fn however_much_makes_no_sense_few_words_are_made_of_it() {
        let folders: Vec<Value> = (0..1000).map(Value::from).collect();
        let trace = "x".repeat(100_000);
        let params = json!({"trace": trace, "workspaceFolders": folders});
        let (_, complaints) = mended("initialize", params);
        assert_eq!(complaints.len(), MOST_COMPLAINTS);
        assert!(complaints.iter().all(|complaint| complaint.len() < 1000));
    }

    #[test]
    fn one_file_that_makes_no_sense_costs_itself_only() {
        let uri = "file:///a.json";
        let change = json!({"uri": uri, "type": 1});
        let file = json!({"uri": uri});
        let rename = json!({"oldUri": uri, "newUri": uri});
        let folder = json!({"uri": uri, "name": ""});
        for (method, list, good) in [
            ("workspace/didChangeWatchedFiles", "/changes", change),
            ("workspace/didCreateFiles", "/files", file.clone()),
            ("workspace/didDeleteFiles", "/files", file),
            ("workspace/didRenameFiles", "/files", rename),
            (
                "workspace/didChangeWorkspaceFolders",
                "/event/added",
                folder.clone(),
            ),
            (
                "workspace/didChangeWorkspaceFolders",
                "/event/removed",
                folder,
            ),
        ] {
            let mut params = least(method).unwrap();
            let mut relative = good.clone();
            for uri in relative.as_object_mut().unwrap().values_mut() {
                if *uri == "file:///a.json" {
                    *uri = "a.json".into();
                }
            }
            *params.pointer_mut(list).unwrap() = json!([{"uri": 1}, good, null, relative]);
            let (params, complaints) = mended(method, params);
            assert_eq!(params.pointer(list), Some(&json!([good])), "{method}");
            assert_eq!(complaints.len(), 3, "{complaints:?}");
            // Without the list there is nothing to be read.
            let (params, complaints) = mended(method, json!({}));
            assert_eq!(params, least(method).unwrap());
            assert_eq!(complaints.len(), 1, "{complaints:?}");
        }
    }

    #[test]
    fn a_change_is_taken_whole_or_not_at_all() {
        let document = json!({"uri": "file:///a.json", "version": 2});
        let good = json!({"text": "{}"});
        for bad in [
            json!(5),
            json!([good, {"text": null}]),
            json!([{"text": "", "range": {"start": {"line": -1, "character": 0}, "end": {"line": 0, "character": 0}}}]),
            json!(null),
        ] {
            let params = json!({"textDocument": document, "contentChanges": bad});
            let (_, complaints) = mended("textDocument/didChange", params);
            assert_eq!(complaints.len(), 1, "{bad}");
            assert!(complaints[0].starts_with("`textDocument/didChange` can't be read"));
            assert!(complaints[0].contains("Of file:///a.json the text before"));
        }
        let params = json!({"textDocument": document, "contentChanges": [good]});
        assert_eq!(mended("textDocument/didChange", params).1, [""; 0]);
    }
}
