"""The scenarios that Eglot knows something about, played in Emacs."""

import json
import os

import pytest

import editors

# What Eglot does, and how far this is played: documents are shown, fixed and left.
VERBS = {"open", "findings", "replace", "act", "fix_all", "rename", "format", "save", "file", "close"}

# Names that the guide has Emacs take for manifests.
NAMES = ("ak-adapter.json", ".manifest.json", "kit.json")


def played(scenario):
    verbs = {next(iter(step)) for step in scenario["steps"]}
    # Emacs watches files, but without a screen it is not told of them: saving another file changes nothing.
    opened = [step.get("open") or step.get("save") for step in scenario["steps"] if {"open", "save"} & step.keys()]
    return verbs <= VERBS and all(name.endswith(NAMES) for name in opened)


SCENARIOS = [each for each in editors.scenarios("eglot") if played(each)]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda each: each["name"])
def test_scenario(scenario, server, tmp_path):
    program = editors.program("emacs", "FORNAX_EMACS")
    session = editors.Session.new(tmp_path, scenario, server)
    blocks = [editors.snippet("emacs.md", "Eglot", "elisp")]
    if scenario.get("fixes_on_save"):
        blocks.append(editors.snippet("emacs.md", "Fix when saving", "elisp"))
    init = tmp_path / "init.el"
    init.write_text("\n".join(blocks), "utf-8")
    job = tmp_path / "job"
    job.write_text(json.dumps({**scenario, "init": str(init)}), "utf-8")
    variables = {"FORNAX_JOB": str(job), "FORNAX_PATIENCE": str(editors.PATIENCE)}
    editors.run([program, "--batch", "-q", "-l", str(editors.HERE / "emacs.el")], session, job, variables)
    if scenario.get("end") == "killed":
        assert session.is_over(), "the server is still there"
    else:
        session.check_end(kills=True)


def test_enough_is_played():
    """Opening, showing, fixing and leaving is the least."""
    verbs = {next(iter(step)) for scenario in SCENARIOS for step in scenario["steps"]}
    assert {"open", "findings", "act", "fix_all", "close"} <= verbs
    assert os.path.exists(editors.HERE / "emacs.el")
