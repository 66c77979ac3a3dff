//! What the workflows of the published repository promise.

use std::fs;

use crate::crates::packages;
use crate::files::{TextFile, text_files};
use crate::support::repo_root;

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

#[test]
fn what_is_released_is_what_binstall_looks_for() {
    let release = workflows()
        .find(|file| file.path.ends_with("/release.yml"))
        .unwrap();
    let mut count = 0;
    for package in packages() {
        let wanted = &package["metadata"]["binstall"];
        let Some(url) = wanted["pkg-url"].as_str() else {
            continue;
        };
        count += 1;
        let (place, archive) = url.rsplit_once('/').unwrap();
        let archive = archive.replace("{ name }", "$program");
        let archive = archive.replace("{ target }", "$TARGET");
        // The archive has this name, and the program lies at its top.
        let packed = format!("tar -czf \"packed/{archive}\" -C \"$folder\" \"$binary\"");
        assert!(release.text.contains(&packed), "{packed}");
        assert_eq!(wanted["bin-dir"], "{ bin }{ binary-ext }");
        assert_eq!(wanted["pkg-fmt"], "tgz");
        // The release is that of the tag, which is the version.
        assert_eq!(place, "{ repo }/releases/download/v{ version }");
        let tag = "[[ \"$GITHUB_REF_NAME\" == \"v$version\" ]]";
        assert!(
            release.text.contains(tag)
                && release
                    .text
                    .contains("gh release create \"$GITHUB_REF_NAME\"")
        );
        let name = package["name"].as_str().unwrap();
        let programs = release
            .text
            .lines()
            .find_map(|line| line.trim().strip_prefix("for program in "));
        assert!(
            programs.is_some_and(|programs| programs.contains(name)),
            "{name}"
        );
    }
    assert!(count > 0);
}

#[test]
fn the_site_is_published_where_its_pages_say_that_they_are() {
    let repository = &packages()[0]["repository"];
    let (owner, name) = repository
        .as_str()
        .and_then(|address| address.strip_prefix("https://github.com/"))
        .and_then(|path| path.split_once('/'))
        .unwrap();
    // Where GitHub serves a repository's pages.
    let address = format!("https://{owner}.github.io/{name}/");
    assert_eq!(fornax_manifest::ide::DOCUMENTATION_URL, address);
    let read = |path: &str| fs::read_to_string(repo_root().join(path)).unwrap();
    let settings = read("mkdocs.yml");
    assert!(
        settings.contains(&format!("\nsite_url: {address}\n")),
        "{address}"
    );
    let workflow = read(".github/workflows/site.yml");
    let (build, publish) = workflow.split_once("\n  publish:\n").unwrap();
    for step in ["run: tests/run site", "path: target/site"] {
        assert!(build.contains(step), "{step}");
    }
    assert!(publish.contains("needs: build") && publish.contains("actions/deploy-pages@"));
}
