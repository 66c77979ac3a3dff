//! `kit.json` files.

use serde_json::{Value, json};

use super::fault::Verdict::{Accept, Reject};
use super::fault::{Fault, remove, set};
use super::layout::raw;
use super::random::Random;

const INVALID: super::fault::Verdict = Reject(Some("invalid-entry"));

pub(crate) fn sound(random: &mut Random) -> Value {
    let sources = [
        "npm:alder-adapter@1.2.3",
        "npm:@birch/adapter",
        "https://example.com/cobalt/ak-adapter.json",
        "/srv/dune/ak-adapter.json",
        "npm:ember@next",
    ];
    let first = random.below(sources.len());
    let entries: Vec<Value> = (0..=random.below(3))
        .map(|index| {
            let name = ["alder", "birch", "cobalt", "dune"][index];
            let mut entry =
                json!({ "name": name, "source": sources[(first + index) % sources.len()] });
            if random.percent(40) {
                entry["contract"] = json!(1);
            }
            entry
        })
        .collect();
    json!({ "profile": "équipe", "hostAdapters": entries, "theme": { "dark": true } })
}

pub(crate) fn faults() -> Vec<Fault> {
    let entry = "/hostAdapters/0";
    let at = |field: &str| format!("{entry}/{field}");
    let mut faults = vec![
        set("list", "/hostAdapters", json!({}), Reject(None)),
        set("list", "/hostAdapters", Value::Null, Reject(None)),
        set("list", "/hostAdapters", "alder", Reject(None)),
        set("list", "/hostAdapters", json!([]), Accept),
        set("entry", entry, "npm:alder", INVALID),
        set("entry", entry, Value::Null, INVALID),
        set("entry", entry, json!([]), INVALID),
        remove("missing", &at("name"), INVALID),
        remove("missing", &at("source"), INVALID),
        set(
            "repeated",
            "/hostAdapters/1",
            json!({ "name": "twice", "source": "npm:b" }),
            Reject(None),
        )
        .where_also(
            "/hostAdapters",
            json!([{ "name": "twice", "source": "npm:a" }]),
        ),
        set("unknown", &at("version"), "1.0.0", Accept),
        set("unknown", "/anything", json!({ "hostAdapters": 1 }), Accept),
    ];
    for field in ["name", "source"] {
        for value in [json!(null), json!(1), json!(""), json!(["x"])] {
            faults.push(set("type", &at(field), value, INVALID));
        }
    }
    for (contract, verdict) in [
        (json!(0), Reject(None)),
        (json!(-1), Reject(None)),
        (json!(1.5), Reject(None)),
        (json!("1"), Reject(None)),
        (json!(null), Reject(None)),
        (json!(true), Reject(None)),
        (raw("1.0"), Accept),
        (raw("1e0"), Accept),
        (json!(2), Accept),
    ] {
        faults.push(set("contract", &at("contract"), contract, verdict));
    }
    faults.push(set(
        "source",
        &at("source"),
        "http://example.com/ak-adapter.json",
        Reject(Some("source-insecure")),
    ));
    for source in [
        "npm:",
        "npm:@",
        "npm:@birch",
        "npm:@birch/",
        "npm:alder@",
        "npm:alder@1",
        "npm:alder@1.x",
        "npm:alder@^1.0.0",
        "npm:alder@*",
        "npm:alder@latest@1",
        "npm:.alder",
        "npm:alder@github:a/b",
        "npm:alder@1.0.0 ",
        "npm: alder",
    ] {
        faults.push(set(
            "source",
            &at("source"),
            source,
            Reject(Some("source-invalid")),
        ));
    }
    for source in [
        "npm:alder@1.0.0-rc.1+b",
        "npm:@birch/a.b_c@latest",
        "HTTPS://example.com/x.json",
        "./ak-adapter.json",
        "adapters/x.json",
        "~/x.json",
        "npm/alder",
        "npm:alder@v1",
    ] {
        faults.push(set("source", &at("source"), source, Accept));
    }
    faults
}
