//! The results as a reader wants them: what is aimed at and what was reached, and then the tables.

use std::fmt::Write as _;
use std::io;

use serde_json::Value;

/// One aim: what it is about, where the value is among the results, and the most that it may be.
struct Aim {
    what: &'static str,
    value: fn(&Value) -> Option<f64>,
    unit: &'static str,
    most: f64,
}

const AIMS: [Aim; 24] = [
    aim(
        "`fornax-lint --version`, beside an empty program",
        |r| ratio(r, "version", "fornax-lint --version"),
        "×",
        1.2,
    ),
    aim(
        "`fornax-lsp --version`, beside an empty program",
        |r| ratio(r, "version", "fornax-lsp --version"),
        "×",
        1.2,
    ),
    aim(
        "one small manifest, beside the floor",
        |r| ratio(r, "small", "fornax-lint"),
        "×",
        1.5,
    ),
    aim(
        "one with three errors, beside the floor",
        |r| ratio(r, "three-errors", "fornax-lint"),
        "×",
        2.0,
    ),
    aim(
        "one of 64 KiB, beside the floor",
        |r| ratio(r, "large", "fornax-lint"),
        "×",
        2.0,
    ),
    aim(
        "many, beside the parallel floor",
        |r| ratio(r, "many", "fornax-lint"),
        "×",
        1.5,
    ),
    aim(
        "many: most memory",
        |r| row(&r["processes"]["many"], "fornax-lint")?["peak_mib"].as_f64(),
        "MiB",
        30.0,
    ),
    aim(
        "server: start to the answer to `initialize`",
        |r| server(r, "small", "initialize", "p50_ms"),
        "ms",
        5.0,
    ),
    aim(
        "server: open to findings",
        |r| server(r, "small", "open", "p50_ms"),
        "ms",
        2.0,
    ),
    aim(
        "server: change to findings, p50, beside the floor",
        |r| beside(r, "change", "p50_ms"),
        "×",
        3.0,
    ),
    aim(
        "server: change to findings, p99, beside the floor's p99",
        |r| beside(r, "change", "p99_ms"),
        "×",
        10.0,
    ),
    aim(
        "server: change to findings at 64 KiB, p50",
        |r| server(r, "large", "change", "p50_ms"),
        "ms",
        1.0,
    ),
    aim(
        "server: change to findings at 64 KiB, p99",
        |r| server(r, "large", "change", "p99_ms"),
        "ms",
        3.0,
    ),
    aim(
        "server: hover, p99",
        |r| server(r, "small", "hover", "p99_ms"),
        "ms",
        0.5,
    ),
    aim(
        "server: hover at 64 KiB, p99",
        |r| server(r, "large", "hover", "p99_ms"),
        "ms",
        0.5,
    ),
    aim(
        "server: completion, p99",
        |r| server(r, "small", "completion", "p99_ms"),
        "ms",
        0.5,
    ),
    aim(
        "server: completion at 64 KiB, p99",
        |r| server(r, "large", "completion", "p99_ms"),
        "ms",
        0.5,
    ),
    aim(
        "server: first hover of a process",
        |r| server(r, "small", "first_hover", "p50_ms"),
        "ms",
        0.5,
    ),
    aim(
        "server: last of 50 changes at once to findings",
        |r| server(r, "small", "burst", "p50_ms"),
        "ms",
        5.0,
    ),
    aim(
        "server: the same at 64 KiB",
        |r| server(r, "large", "burst", "p50_ms"),
        "ms",
        5.0,
    ),
    aim(
        "server: memory with one document",
        |r| server(r, "small", "peak_mib", ""),
        "MiB",
        12.0,
    ),
    aim(
        "server: memory with 100 documents",
        |r| server(r, "small", "documents_mib", ""),
        "MiB",
        20.0,
    ),
    aim(
        "`fornax-lint`, the file",
        |r| megabytes(r, "fornax-lint"),
        "MB",
        6.0,
    ),
    aim(
        "`fornax-lsp`, the file",
        |r| megabytes(r, "fornax-lsp"),
        "MB",
        6.0,
    ),
];

const fn aim(
    what: &'static str,
    value: fn(&Value) -> Option<f64>,
    unit: &'static str,
    most: f64,
) -> Aim {
    Aim {
        what,
        value,
        unit,
        most,
    }
}

fn row<'a>(rows: &'a Value, name: &str) -> Option<&'a Value> {
    rows.as_array()?.iter().find(|row| row["name"] == name)
}

fn ratio(results: &Value, group: &str, name: &str) -> Option<f64> {
    row(&results["processes"][group], name)?["ratio"].as_f64()
}

fn of_server(row: &Value, phase: &str, figure: &str) -> Option<f64> {
    if figure.is_empty() {
        row[phase].as_f64()
    } else {
        row[phase][figure].as_f64()
    }
}

fn server(results: &Value, size: &str, phase: &str, figure: &str) -> Option<f64> {
    of_server(row(&results["servers"][size], "fornax-lsp")?, phase, figure)
}

/// A figure of ours, beside the same of the server that does nothing.
fn beside(results: &Value, phase: &str, figure: &str) -> Option<f64> {
    let floor = row(&results["servers"]["small"], "floor")?;
    Some(server(results, "small", phase, figure)? / of_server(floor, phase, figure)?)
}

fn megabytes(results: &Value, name: &str) -> Option<f64> {
    Some(results["bytes"][name].as_f64()? / 1e6)
}

/// All of it; an error if something that is aimed at was not measured.
pub fn markdown(results: &Value) -> io::Result<String> {
    if let Some(aim) = AIMS.iter().find(|aim| (aim.value)(results).is_none()) {
        return Err(io::Error::other(format!("not measured: {}", aim.what)));
    }
    let mut out = String::new();
    write_all(results, &mut out).map_err(io::Error::other)?;
    Ok(out)
}

fn write_all(results: &Value, out: &mut String) -> std::fmt::Result {
    let text = |key: &str| results[key].as_str().unwrap_or_default();
    writeln!(
        out,
        "Measured on {} ({}; {}).\n",
        text("date"),
        text("machine"),
        text("rust")
    )?;
    writeln!(
        out,
        "| what | measured | at most | |\n| --- | ---: | ---: | --- |"
    )?;
    for aim in &AIMS {
        let Some(value) = (aim.value)(results) else {
            continue;
        };
        let verdict = if value <= aim.most {
            "reached"
        } else {
            "**missed**"
        };
        let unit = aim.unit;
        writeln!(
            out,
            "| {} | {value:.2} {unit} | {} {unit} | {verdict} |",
            aim.what, aim.most
        )?;
    }
    let titles = [
        ("version", "Start, print, end"),
        ("small", "One small manifest"),
        ("three-errors", "One small manifest with three errors"),
        ("large", "One manifest of 64 KiB"),
    ];
    for (group, title) in titles {
        processes(out, title, &results["processes"][group])?;
    }
    let title = format!(
        "{} small manifests, one in twenty invalid",
        results["files"]
    );
    processes(out, &title, &results["processes"]["many"])?;
    for (size, title) in [
        ("small", "a small manifest"),
        ("large", "a manifest of 64 KiB"),
    ] {
        servers(out, title, &results["servers"][size])?;
    }
    Ok(())
}

fn processes(out: &mut String, title: &str, rows: &Value) -> std::fmt::Result {
    writeln!(out, "\n### {title}\n")?;
    writeln!(
        out,
        "| | median, ms | beside the floor | least, ms | most memory, MiB |"
    )?;
    writeln!(out, "| --- | ---: | ---: | ---: | ---: |")?;
    for row in rows.as_array().into_iter().flatten() {
        let number = |key: &str| row[key].as_f64().unwrap_or(f64::NAN);
        writeln!(
            out,
            "| {} | {} | {:.2} × | {} | {:.1} |",
            row["name"].as_str().unwrap_or_default(),
            short(number("median_ms")),
            number("ratio"),
            short(number("least_ms")),
            number("peak_mib")
        )?;
    }
    Ok(())
}

fn servers(out: &mut String, title: &str, rows: &Value) -> std::fmt::Result {
    writeln!(out, "\n### Servers, with {title}\n")?;
    writeln!(
        out,
        "| | start, ms | open to findings | first hover | first completion | change to findings \
         | hover | completion | 50 changes at once | memory, MiB | with 100 documents |"
    )?;
    writeln!(out, "| --- |{}", " ---: |".repeat(10))?;
    for row in rows.as_array().into_iter().flatten() {
        let figure = |phase: &str, figure: &str| of_server(row, phase, figure).unwrap_or(f64::NAN);
        let median = |phase: &str| short(figure(phase, "p50_ms"));
        let tail = |phase: &str| format!("{} / {}", median(phase), short(figure(phase, "p99_ms")));
        let cells = [
            row["name"].as_str().unwrap_or_default().to_owned(),
            median("initialize"),
            median("open"),
            median("first_hover"),
            median("first_completion"),
            tail("change"),
            tail("hover"),
            tail("completion"),
            median("burst"),
            format!("{:.1}", figure("peak_mib", "")),
            format!("{:.1}", figure("documents_mib", "")),
        ];
        writeln!(out, "| {} |", cells.join(" | "))?;
    }
    writeln!(
        out,
        "\nWhere two numbers stand, they are the median and the 99th percentile."
    )
}

/// A number with as many places as it deserves.
fn short(value: f64) -> String {
    let places = match value {
        ..1.0 => 3,
        1.0..100.0 => 2,
        _ => 0,
    };
    format!("{value:.places$}")
}
