//! Fornax registry indexes.

use serde_json::{Value, json};

use super::fault::Verdict::{Accept, Reject};
use super::fault::{Fault, remove, set};
use super::layout::raw;
use super::random::Random;

const REFUSED: super::fault::Verdict = Reject(None);

fn entry(id: &str) -> Value {
    let digit = id.len() % 10;
    json!({
        "id": id,
        "manifest_file": format!("{id}.manifest.json"),
        "digest": format!("sha256:{}", format!("{digit}f").repeat(32)),
        "source_path": format!("/srv/adapters/{id}/source.json"),
        "registered_at": "2026-11-02T08:15:00Z",
        "enabled": true,
    })
}

pub(crate) fn sound(random: &mut Random) -> Value {
    let ids = ["alder-agent", "birch", "cobalt-2", "dune"];
    let count = 1 + random.below(3);
    let entries: Vec<Value> = ids[..count]
        .iter()
        .map(|id| {
            let mut entry = entry(id);
            entry["enabled"] = json!(random.percent(70));
            entry["registered_at"] = json!(*random.pick(&[
                "2026-11-02T08:15:00Z",
                "2026-02-28T23:59:59.125+05:30",
                "2024-02-29t00:00:00z",
            ]));
            entry
        })
        .collect();
    json!({ "schema_version": 1, "entries": entries })
}

pub(crate) fn faults() -> Vec<Fault> {
    let mut faults = Vec::new();
    let twice = entry("abc").to_string().replace('{', "{\"id\": \"abc\", ");
    for field in [
        "id",
        "manifest_file",
        "digest",
        "source_path",
        "registered_at",
        "enabled",
    ] {
        let pointer = format!("/entries/0/{field}");
        faults.push(remove("missing", &pointer, REFUSED));
        for value in [json!(null), json!(3), json!(["x"])] {
            faults.push(set("type", &pointer, value, REFUSED));
        }
    }
    faults.extend([
        remove("default", "/schema_version", Accept),
        remove("default", "/entries", Accept),
        set("default", "/schema_version", 0, Accept),
        set("schema-version", "/schema_version", 2, REFUSED),
        set("type", "/schema_version", raw("1.0"), REFUSED),
        set("type", "/schema_version", "1", REFUSED),
        set("type", "/schema_version", Value::Null, REFUSED),
        set("type", "/entries", json!({}), REFUSED),
        set("type", "/entries", Value::Null, REFUSED),
        set("type", "/entries/0", "alder-agent", REFUSED),
        set("unknown", "/version", 1, REFUSED),
        set("unknown", "/entries/0/name", "Alder", REFUSED),
        set("unknown", "/entries/0/sourcePath", "/srv", REFUSED),
        set("root", "", json!([]), REFUSED),
        set("root", "", json!(true), REFUSED),
        set(
            "repeated",
            "/entries",
            json!([entry("same"), entry("same")]),
            REFUSED,
        ),
        set("duplicate", "/entries/0", raw(&twice), REFUSED)
            .where_also("/entries", json!([entry("abc")])),
        set("id", "/entries", json!([entry("codex")]), REFUSED),
        set("id", "/entries", json!([entry("no")]), REFUSED),
        set("id", "/entries", json!([entry("Upper")]), REFUSED),
        set("id", "/entries", json!([entry("007")]), Accept),
        set("count", "/entries", many(64), Accept),
        set("count", "/entries", many(65), REFUSED),
    ]);
    let first = |field: &str| format!("/entries/0/{field}");
    for file in [
        "other.manifest.json",
        "alder-agent.json",
        "./alder-agent.manifest.json",
        "",
    ] {
        faults.push(set("file", &first("manifest_file"), file, REFUSED));
    }
    let digits = "0123456789abcdef".repeat(4);
    for (digest, verdict) in [
        (digits.clone(), REFUSED),
        (format!("sha256:{}", digits.to_uppercase()), REFUSED),
        (format!("sha256:{}", &digits[1..]), REFUSED),
        (format!("sha512:{digits}"), REFUSED),
        (format!("sha256:{digits} "), REFUSED),
        (String::new(), REFUSED),
        (format!("sha256:{digits}"), Accept),
    ] {
        faults.push(set("digest", &first("digest"), digest, verdict));
    }
    for (time, verdict) in [
        ("2026-11-02", REFUSED),
        ("2026-11-02T08:15:00", REFUSED),
        ("2026-13-02T08:15:00Z", REFUSED),
        ("2026-02-30T08:15:00Z", REFUSED),
        ("2026-11-02T24:15:00Z", REFUSED),
        ("02.11.2026", REFUSED),
        ("", REFUSED),
        ("2026-11-02T08:15:00.5-00:30", Accept),
    ] {
        faults.push(set("time", &first("registered_at"), time, verdict));
    }
    for path in ["", "../x.json", "C:\\adapters\\x.json"] {
        faults.push(set("source", &first("source_path"), path, Accept));
    }
    faults
}

fn many(count: usize) -> Value {
    (0..count)
        .map(|index| entry(&format!("agent-{index}")))
        .collect()
}
