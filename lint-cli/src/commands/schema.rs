//! `fornax-lint schema`: the JSON Schemas that are built in.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use fornax_manifest::DocumentKind;

/// What a schema describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Described {
    Document(DocumentKind),
    Configuration,
    Report,
    Finding,
    AdapterReport,
}

impl ValueEnum for Described {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::Document(DocumentKind::FornaxManifest),
            Self::Document(DocumentKind::FornaxRegistry),
            Self::Document(DocumentKind::AkAdapter),
            Self::Document(DocumentKind::AkKit),
            Self::Configuration,
            Self::Report,
            Self::Finding,
            Self::AdapterReport,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Document(kind) => PossibleValue::new(kind.name()).help(kind.title()),
            Self::Configuration => PossibleValue::new("config").help("fornax-lint.toml"),
            Self::Report => PossibleValue::new("report").help("What `--format json` writes"),
            Self::Finding => {
                PossibleValue::new("finding").help("A line of what `--format jsonl` writes")
            }
            Self::AdapterReport => {
                PossibleValue::new("adapter-report").help("What `fornax-adapter --json` writes")
            }
        })
    }
}

pub(crate) fn of(described: Described) -> &'static str {
    match described {
        Described::Document(kind) => kind.schema(),
        Described::Configuration => include_str!("schema/fornax-lint.schema.json"),
        Described::Report => include_str!("schema/report-v1.schema.json"),
        Described::Finding => include_str!("schema/finding-v1.schema.json"),
        Described::AdapterReport => include_str!("schema/adapter-report-v1.schema.json"),
    }
}
