//! What the workflows of the published repository promise.

use crate::files::{TextFile, text_files};

fn workflows() -> impl Iterator<Item = TextFile> {
    text_files()
        .into_iter()
        .filter(|file| file.path.starts_with(".github/workflows/"))
}

#[test]
fn actions_are_pinned_by_commit() {
    for workflow in workflows() {
        for line in workflow.text.lines() {
            let Some((_, action)) = line.split_once("uses: ") else {
                continue;
            };
            let commit = action
                .split_once('@')
                .and_then(|(_, rest)| rest.split_once(" # v"))
                .map(|(commit, _)| commit);
            assert!(
                commit.is_some_and(|commit| {
                    commit.len() == 40 && commit.chars().all(|c| c.is_ascii_hexdigit())
                }),
                "{}: {action:?} is not pinned by a full commit with its version beside it",
                workflow.path
            );
        }
    }
}

#[test]
fn workflows_start_without_permissions() {
    for workflow in workflows() {
        assert!(
            workflow.text.contains("\npermissions: {}\n"),
            "{} must give each job only what it needs",
            workflow.path
        );
    }
}

#[test]
fn one_job_stands_for_all_others() {
    let workflow = workflows()
        .find(|file| file.path.ends_with("/ci.yml"))
        .unwrap();
    let (_, jobs) = workflow.text.split_once("\njobs:\n").unwrap();
    let names: Vec<&str> = jobs
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.strip_suffix(':'))
        .filter(|name| !name.starts_with([' ', '#']))
        .collect();
    let (last, others) = names.split_last().unwrap();
    assert_eq!(*last, "all-green");
    assert!(
        jobs.contains(&format!("needs: [{}]", others.join(", "))),
        "`all-green` must need every other job: {others:?}"
    );
}
