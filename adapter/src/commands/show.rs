//! `list` and `info`: what the registry says, without a look at any target.

use fornax_manifest::load::fornax::Capability;

use crate::adapter::Adapter;
use crate::commands::Context;
use crate::output::{
    AdapterReport, Answer, InfoReport, ListReport, Registration, Rejected, Report, Verdict,
};
use crate::refusal::Refusal;
use crate::registry::{Entry, Registry, State};

pub(super) fn list(cx: &Context) -> Answer {
    let registry = Registry::load(&cx.homes, &cx.options);
    let disabled = registry.entries().iter();
    let disabled = disabled.filter(|entry| matches!(entry.state(), State::Disabled));
    let fault = registry.fault();
    Answer {
        verdict: match fault {
            None => Verdict::Done,
            Some(_) => Verdict::Failed,
        },
        report: Report::List(ListReport {
            adapters: registry.adapters().map(adapter_report).collect(),
            disabled: disabled.map(|entry| entry.id().to_owned()).collect(),
            rejected: registry.entries().iter().filter_map(rejected).collect(),
            fault: fault.map(Into::into),
            is_early: registry.is_early(),
        }),
    }
}

pub(super) fn info(id: &str, cx: &Context) -> Result<Answer, Refusal> {
    let registry = Registry::load(&cx.homes, &cx.options);
    if let Some(adapter) = registry
        .adapters()
        .find(|adapter| adapter.is_built_in() && adapter.id() == id)
    {
        return Ok(Answer {
            report: Report::Info(InfoReport {
                id: id.to_owned(),
                adapter: Some(adapter_report(adapter)),
                min_fornax_version: None,
                unverified_provenance: None,
                registration: None,
                rejected: registry
                    .entries()
                    .iter()
                    .find(|entry| entry.id() == id)
                    .and_then(rejected),
            }),
            verdict: Verdict::Done,
        });
    }
    let entry = registry.entry(id)?;
    let manifest = entry.external().map(crate::adapter::External::manifest);
    Ok(Answer {
        verdict: match entry.state() {
            State::Loaded(_) => Verdict::Done,
            State::Disabled | State::Rejected(_) => Verdict::Pending,
        },
        report: Report::Info(InfoReport {
            id: id.to_owned(),
            adapter: entry.external().map(|adapter| adapter_report(adapter)),
            min_fornax_version: manifest.map(|manifest| manifest.min_fornax_version.to_string()),
            unverified_provenance: manifest.map(|manifest| manifest.provenance.clone()),
            registration: registration(entry),
            rejected: rejected(entry),
        }),
    })
}

fn registration(entry: &Entry) -> Option<Registration> {
    entry.registration().map(|registration| Registration {
        digest: registration.digest.clone(),
        source_path: registration.source_path.clone(),
        registered_at: registration.registered_at.clone(),
        enabled: registration.enabled,
    })
}

/// Why an entry can't be used, if it can't.
pub(super) fn rejected(entry: &Entry) -> Option<Rejected> {
    match entry.state() {
        State::Rejected(rejection) => Some(Rejected {
            id: entry.id().to_owned(),
            entry: entry.number(),
            reason: rejection.reason(),
            message: rejection.to_string(),
        }),
        State::Loaded(_) | State::Disabled => None,
    }
}

/// What every report says of an adapter.
pub(super) fn adapter_report(adapter: &dyn Adapter) -> AdapterReport {
    AdapterReport {
        id: adapter.id().to_owned(),
        display_name: adapter.display_name().to_owned(),
        summary: adapter.summary().to_owned(),
        built_in: adapter.is_built_in(),
        capabilities: adapter
            .capabilities()
            .iter()
            .map(|capability| Capability::as_str(*capability))
            .collect(),
        target: format!("~/{}", adapter.target()),
    }
}
