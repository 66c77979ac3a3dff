//! What bit language servers elsewhere, and the test in which each can't bite this one.
//!
//! The names are those of the collected reports: E for positions, L for the protocol, C for what an
//! editor is offered.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Client, rules, sample};
use crate::support::repo_root;

/// Each report, and the tests that would fail if it came true: file and function.
const TESTS: [(&str, &[&str]); 40] = [
    // Columns in the wrong unit.
    (
        "E01",
        &["lsp/positions.rs columns_are_counted_in_the_units_of_the_client"],
    ),
    // Positions out of range.
    ("E02", &["lsp/positions.rs a_position_may_be_out_of_range"]),
    // Line ends that aren't the protocol's.
    (
        "E03",
        &["lsp/positions.rs only_the_protocols_line_ends_end_lines"],
    ),
    // Carriage returns counted, or lost in a fix.
    (
        "E04",
        &["field_reports/places.rs e04_line_ends_of_two_bytes_shift_nothing_and_fixes_keep_them"],
    ),
    (
        "E05",
        &["field_reports/places.rs e05_a_lone_carriage_return_ends_a_line"],
    ),
    // A byte-order mark that shifts columns.
    (
        "E06",
        &["lsp/positions.rs a_byte_order_mark_is_one_finding_at_the_very_start"],
    ),
    // Edits applied wrongly.
    (
        "E08",
        &[
            "lsp/order.rs ten_thousand_edits_in_utf_16",
            "lsp/positions.rs several_changes_in_one_notification_build_on_each_other",
        ],
    ),
    // A unit that the client didn't offer.
    (
        "E10",
        &["lsp/positions.rs the_first_unit_that_a_client_offers_and_the_server_knows_is_taken"],
    ),
    // Places that the deserializer tells.
    (
        "E11",
        &["field_reports/places.rs e11_a_fault_in_a_tagged_value_has_a_place"],
    ),
    // A whole block marked.
    (
        "E12",
        &["lsp/positions.rs a_missing_field_is_marked_at_the_brace"],
    ),
    // Tests in ASCII only.
    ("E14", &["rules/variations.rs places_move_with_their_text"]),
    // Changes that overtake each other.
    (
        "L01",
        &[
            "lsp/order.rs changes_that_come_at_once_are_taken_in_order",
            "lsp/leniency.rs the_text_that_was_sent_last_counts_whatever_its_version",
        ],
    ),
    // Handlers that wait for a client that doesn't answer.
    (
        "L02",
        &[
            "lsp/hostile.rs a_client_that_never_answers_is_not_waited_for",
            "lsp/binary.rs a_client_need_not_read",
        ],
    ),
    // A panic that ends the session.
    (
        "L03",
        &[
            "lsp/hostile.rs a_fault_costs_its_document_and_nothing_else",
            "lsp/hostile.rs a_request_that_meets_a_fault_has_an_answer",
        ],
    ),
    // The end of the session, and its code.
    (
        "L04",
        &[
            "lsp/binary.rs the_exit_code_tells_how_the_session_ended",
            "lsp/binary.rs the_server_ends_with_its_client",
            "lsp/hostile.rs nothing_that_is_stuck_keeps_the_session_from_ending",
        ],
    ),
    // Lines among the messages.
    (
        "L05",
        &["lsp/binary.rs nothing_but_messages_goes_to_stdout"],
    ),
    // Findings of old versions.
    (
        "L06",
        &["lsp/order.rs a_burst_ends_with_the_findings_of_its_last_version"],
    ),
    // Findings that outlive their document.
    (
        "L07",
        &[
            "lsp/documents.rs what_is_open_outlives_its_file",
            "lsp/documents.rs a_document_that_stops_being_ours_is_cleared",
            "lsp/documents.rs another_language_is_another_document",
            "lsp/workspace.rs files_that_are_not_open_are_shown_to_those_who_want_that",
        ],
    ),
    // Findings sent and asked for.
    (
        "L08",
        &[
            "lsp/diagnostics.rs a_client_that_asks_is_sent_nothing",
            "lsp/diagnostics.rs a_client_that_does_not_ask_is_not_offered_to",
        ],
    ),
    // Registering what the client didn't offer.
    (
        "L09",
        &[
            "lsp/reported.rs l09_nothing_is_registered_that_was_not_offered",
            "lsp/configuration.rs a_client_may_refuse_what_it_is_asked",
        ],
    ),
    // URIs taken for paths.
    (
        "L11",
        &[
            "lsp/documents.rs a_document_of_any_scheme_is_checked",
            "lsp/reported.rs l11_every_request_takes_any_uri",
            "lsp/leniency.rs a_uri_need_not_be_spelt_as_it_should",
        ],
    ),
    // Paths as the system has them instead of the user.
    (
        "L13",
        &["lsp/reported.rs l13_a_path_is_named_as_the_editor_names_it"],
    ),
    // Configurations of several folders.
    (
        "L14",
        &[
            "lsp/configuration.rs the_nearest_configuration_in_the_folder_governs",
            "lsp/configuration.rs folders_come_and_go",
        ],
    ),
    // A configuration that breaks.
    (
        "L15",
        &[
            "lsp/configuration.rs a_configuration_may_come_change_break_and_go",
            "lsp/workspace.rs a_broken_configuration_is_told_of_where_it_governs",
        ],
    ),
    // The disk read instead of the editor's text.
    (
        "L16",
        &["lsp/documents.rs what_is_open_counts_before_what_is_on_disk"],
    ),
    // Errors that belong to no request.
    (
        "L18",
        &[
            "lsp/reported.rs l18_a_refusal_has_the_id_of_its_request",
            "lsp/hostile.rs unknown_and_ill_formed_requests_are_refused",
        ],
    ),
    // Typing that does something outside.
    (
        "L19",
        &[
            "lsp/documents.rs looking_changes_nothing",
            "lsp/binary.rs nothing_is_started",
            "sync/sources.rs nothing_is_executed_and_nothing_is_fetched",
        ],
    ),
    // One runtime within another.
    ("L20", &["sync/crates.rs the_server_holds_no_command_line"]),
    // Whose file it is.
    (
        "L21",
        &[
            "lsp/documents.rs documents_are_known_by_name_or_by_what_they_hold",
            "lsp/status.rs a_document_is_left_alone_for_a_reason",
        ],
    ),
    // Quotes, commas and colons.
    (
        "C01",
        &[
            "ide/completion.rs a_key_comes_with_its_quotes_its_colon_and_its_commas",
            "ide/completion.rs a_value_comes_with_its_quotes_and_its_commas",
            "ide/typing.rs a_member_that_is_typed_among_others",
            "lsp/help.rs proposals_replace_the_whole_token",
        ],
    ),
    // Snippets for whom they are no use.
    ("C02", &["lsp/help.rs snippets_are_for_those_who_know_them"]),
    // Proposals of what is there, or refused.
    (
        "C03",
        &[
            "ide/completion.rs missing_required_members_come_first_and_none_that_is_there",
            "ide/completion.rs what_is_refused_is_not_proposed",
        ],
    ),
    // Lists that flicker.
    (
        "C04",
        &[
            "lsp/help.rs typing_letter_by_letter_keeps_the_list",
            "ide/completion.rs nothing_is_proposed_behind_something_complete",
        ],
    ),
    // Text of a manifest that becomes markup.
    (
        "C05",
        &[
            "ide/hover.rs manifest_text_is_shown_and_never_obeyed",
            "lsp/help.rs hover_is_in_the_kind_of_text_that_the_client_likes_best",
        ],
    ),
    // Edits that overlap.
    (
        "C08",
        &["lsp/reported.rs c08_fixes_within_one_another_leave_json"],
    ),
    // Fixes of a text that is gone.
    (
        "C09",
        &[
            "lsp/actions.rs a_fix_is_an_action_on_the_current_text",
            "lsp/leniency.rs actions_do_not_depend_on_what_the_editor_shows",
        ],
    ),
    // Fixes that harm the layout.
    (
        "C10",
        &[
            "cli/fix.rs nothing_but_the_fault_changes_in_any_layout",
            "lsp/actions.rs edits_are_counted_in_the_units_of_the_client",
        ],
    ),
    // Fixes that hide a fault.
    (
        "C11",
        &["lsp/actions.rs what_might_not_be_meant_is_not_fixed_unseen"],
    ),
    // Kinds of action that nobody asked for.
    (
        "C12",
        &["lsp/actions.rs only_what_was_asked_for_is_offered"],
    ),
    // Not of the reports: a request that nobody waits for.
    (
        "-32800",
        &["lsp/workspace.rs a_request_that_is_cancelled_before_it_is_done_says_so"],
    ),
];

#[test]
fn every_report_has_its_test() {
    for (report, tests) in TESTS {
        for test in tests {
            let (file, name) = test.split_once(' ').unwrap();
            let source = fs::read_to_string(repo_root().join("tests").join(file)).unwrap();
            let is_there = source.contains(&format!("#[test]\nfn {name}()"));
            assert!(is_there, "{report}: no test {name} in {file}");
        }
    }
}

#[test]
fn l09_nothing_is_registered_that_was_not_offered() {
    for capabilities in [
        json!({}),
        json!({"workspace": {"configuration": true}}),
        json!({"workspace": {
            "didChangeWatchedFiles": {"dynamicRegistration": false},
            "didChangeConfiguration": {"dynamicRegistration": false},
        }}),
        // Whoever can't be asked for settings needn't tell of them.
        json!({"workspace": {"didChangeConfiguration": {"dynamicRegistration": true}}}),
    ] {
        let root = tempfile::tempdir().unwrap();
        let uri = format!("file://{}", root.path().to_str().unwrap());
        let mut client = Client::start();
        client.initialize(&json!({
            "capabilities": capabilities,
            "workspaceFolders": [{"uri": uri, "name": "w"}],
        }));
        client.drain();
        let text = "[files]\nak-adapter = [\"x.json\"]\n";
        fs::write(root.path().join("fornax-lint.toml"), text).unwrap();
        let changes = json!([{"uri": format!("{uri}/fornax-lint.toml"), "type": 1}]);
        client.notify(
            "workspace/didChangeWatchedFiles",
            json!({ "changes": changes }),
        );
        client.open_and_check(&format!("{uri}/x.json"), "{");
        client.drain();
        let asked = client.asked.iter().map(|request| request["method"].clone());
        let asked: Vec<Value> = asked.collect();
        assert!(
            asked
                .iter()
                .all(|method| method == "workspace/configuration"),
            "{capabilities}: {asked:?}"
        );
        client.finish();
    }
}

#[test]
fn l11_every_request_takes_any_uri() {
    let mut client = Client::with(&json!({"textDocument": {
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
        "codeLens": {},
        "inlayHint": {},
    }}));
    let text = sample("ak-adapter");
    let place = json!({"line": 1, "character": 4});
    let range = json!({"start": place, "end": place});
    for uri in [
        "untitled:Untitled-1",
        "vscode-remote://ssh-remote%2Bhost/w/ak-adapter.json",
        "git:/w/ak-adapter.json?%7B%22ref%22%3A%22HEAD%22%7D",
        "file://server/share/ak-adapter.json",
        "file:///w/a%2Fb/ak-adapter.json",
        "file:///w/%FF/ak-adapter.json",
        "file:///w/ak-adapter.json#fragment",
        "x:ak-adapter.json",
    ] {
        client.open_and_check(uri, &text);
        let document = json!({"uri": uri});
        let at = json!({"textDocument": document, "position": place});
        let with = |more: Value| {
            let mut params = at.clone();
            for (name, value) in more.as_object().unwrap() {
                params[name] = value.clone();
            }
            params
        };
        let options = json!({"tabSize": 2, "insertSpaces": true});
        for (method, params) in [
            ("textDocument/hover", at.clone()),
            ("textDocument/completion", at.clone()),
            ("textDocument/definition", at.clone()),
            ("textDocument/documentHighlight", at.clone()),
            (
                "textDocument/references",
                with(json!({"context": {"includeDeclaration": true}})),
            ),
            ("textDocument/prepareRename", at.clone()),
            ("textDocument/documentSymbol", at.clone()),
            ("textDocument/foldingRange", at.clone()),
            (
                "textDocument/selectionRange",
                with(json!({"positions": [place]})),
            ),
            ("textDocument/documentLink", at.clone()),
            (
                "textDocument/formatting",
                with(json!({ "options": options })),
            ),
            ("textDocument/codeLens", at.clone()),
            ("textDocument/inlayHint", with(json!({ "range": range }))),
            (
                "textDocument/codeAction",
                with(json!({"range": range, "context": {"diagnostics": []}})),
            ),
            ("textDocument/diagnostic", at.clone()),
            ("fornax/status", at.clone()),
        ] {
            client.request(method, params);
        }
        client.close(uri);
        assert_eq!(client.published(uri)["diagnostics"], json!([]));
    }
    client.finish_reading_nothing();
}

#[test]
fn selections_are_within_the_text_whatever_it_is() {
    let mut client = Client::with(&json!({}));
    let far = json!({"line": 99, "character": 99});
    for (uri, text, end) in [
        (
            "file:///w/ak-adapter.json",
            String::new(),
            json!({"line": 0, "character": 0}),
        ),
        (
            "file:///w/x/ak-adapter.json",
            "{\n ".to_owned(),
            json!({"line": 1, "character": 1}),
        ),
        // Too large to be looked into.
        (
            "file:///w/y/ak-adapter.json",
            format!("\n{}", " ".repeat(262_144)),
            json!({"line": 1, "character": 262_144}),
        ),
    ] {
        client.open_and_check(uri, &text);
        let params = json!({"textDocument": {"uri": uri}, "positions": [far]});
        let found = client.request("textDocument/selectionRange", params);
        let mut range = &found[0];
        while range["parent"].is_object() {
            range = &range["parent"];
        }
        assert_eq!(range["range"]["end"], end, "{uri}: {found}");
    }
    // Another program's document has none.
    let uri = "file:///w/package.json";
    client.open(uri, "{}");
    let params = json!({"textDocument": {"uri": uri}, "positions": [far]});
    let found = client.request("textDocument/selectionRange", params);
    assert_eq!(found, Value::Null);
    client.finish();
}

#[cfg(unix)]
#[test]
fn l13_a_path_is_named_as_the_editor_names_it() {
    let root = tempfile::tempdir().unwrap();
    let (real, link) = (root.path().join("real"), root.path().join("link"));
    fs::create_dir(&real).unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let text = sample("ak-adapter").replacen('}', ",}", 1);
    fs::write(real.join("ak-adapter.json"), text).unwrap();
    let uri = |name: &str| format!("file://{}/{name}", link.to_str().unwrap());
    let mut client = Client::start();
    client.initialize(&json!({
        "capabilities": {},
        "initializationOptions": {"diagnosticScope": "workspace"},
        "workspaceFolders": [{"uri": uri(""), "name": "w"}],
    }));
    let published = client.published(&uri("ak-adapter.json"));
    assert_eq!(rules(&published), ["trailing-comma"]);
    client.finish();
}

#[test]
fn l18_a_refusal_has_the_id_of_its_request() {
    let mut client = Client::with(&json!({}));
    let document = json!({"uri": "file:///w/unknown.json"});
    let params = json!({"textDocument": document, "position": {"line": 0, "character": 0}});
    for id in [json!(7), json!("seven"), json!("")] {
        let method = "textDocument/hover";
        client.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        assert_eq!(client.answer(&id)["error"]["code"], -32602);
    }
    client.finish();
}

#[test]
fn c08_fixes_within_one_another_leave_json() {
    let mut client = Client::with(&json!({
        "workspace": {"workspaceEdit": {"documentChanges": true}},
        "textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}},
    }));
    let uri = "file:///w/ak-adapter.json";
    // A member that must go, and in it what must go, too.
    let text = sample("ak-adapter").replacen(
        "\"contract\"",
        "\"$schema\": { \"a\": [1, ], \"a\": { \"b\": 2, }, }, \"contract\"",
        1,
    );
    client.open_and_check(uri, &text);
    let everywhere =
        json!({"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}});
    let context = json!({"diagnostics": [], "only": ["source.fixAll.fornax"]});
    let params = json!({"textDocument": {"uri": uri}, "range": everywhere, "context": context});
    let actions = client.request("textDocument/codeAction", params);
    let edits = &actions[0]["edit"]["documentChanges"][0]["edits"];
    // One edit at most for each place, and none within another.
    let place = |edit: &Value, end: &str| {
        let place = &edit["range"][end];
        (
            place["line"].as_u64().unwrap(),
            place["character"].as_u64().unwrap(),
        )
    };
    let mut places: Vec<_> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| (place(edit, "start"), place(edit, "end")))
        .collect();
    places.sort_unstable();
    assert!(
        places.windows(2).all(|pair| pair[0].1 <= pair[1].0),
        "{places:?}"
    );
    // The editor applies them; what comes of it is JSON without a fault.
    let changes: Vec<Value> = edits
        .as_array()
        .unwrap()
        .iter()
        .rev()
        .map(|edit| json!({"range": edit["range"], "text": edit["newText"]}))
        .collect();
    client.edit(uri, 2, &json!(changes));
    let published = client.published_for(uri, 2);
    let left = rules(&published);
    assert!(
        left.iter()
            .all(|rule| !["syntax-error", "trailing-comma"].contains(rule)),
        "{left:?}"
    );
    client.finish();
}
