"""The guides of editors that no test can get: what they show is well formed, and names what there is."""

import json
import re
import tomllib

import pytest

import editors

PAGES = editors.ROOT / "docs/editors"

# What each page has somebody write, by the language of its blocks.
READ = {"json": json.loads, "toml": tomllib.loads}
SHOWN = {"helix.md": "toml", "zed.md": "json", "sublime.md": "json"}

# How the pages begin an object of settings.
SECTION = r"(?:\"fornax\": |fornax = |init_options = |settings\.fornax\]\n)(\{?[^}`]*)"


def shown(page, language):
    text = (PAGES / page).read_text("utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def members(value, path=()):
    """Every member of a configuration that is no object itself, with the keys that lead to it."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from members(item, (*path, key))
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for item in value:
            yield from members(item, path)
    else:
        yield path, value


@pytest.mark.parametrize("page", SHOWN)
def test_what_is_shown_can_be_read(page):
    blocks = shown(page, SHOWN[page])
    assert blocks, f"{page} shows no configuration"
    commands = []
    for block in blocks:
        for path, value in members(READ[SHOWN[page]](block)):
            if path[-1] == "command":
                commands.append(value if isinstance(value, str) else value[0])
    assert set(commands) & {"fornax-lsp", "fornax-lint"}, f"{page} starts {commands}"


def test_every_setting_and_code_action_exists():
    reference = (editors.ROOT / "docs/reference/language-server.md").read_text("utf-8")
    settings = set(re.findall(r"^\| `fornax\.(\w+)` \|", reference, re.MULTILINE))
    assert len(settings) > 3, settings
    for page in sorted(PAGES.glob("*.md")):
        # Those that VS Code's extension has besides stand in a table of its own page.
        text = page.read_text("utf-8")
        own = set(re.findall(r"^\| `fornax\.([\w.]+)` \|", text, re.MULTILINE))
        named = set(re.findall(r"\bfornax\.(\w+(?:\.\w+)?)(?=[`\"'])", text))
        for block in re.findall(SECTION, text):
            named |= set(re.findall(r"(?:^|[{,]) *\"?(\w+)\"? ?[:=]", block, re.MULTILINE))
        assert named <= settings | own, f"{page.name} names {named - settings - own}"
        actions = set(re.findall(r"source\.fixAll\.?\w*", text))
        assert actions <= {"source.fixAll.fornax"}, f"{page.name} names {actions}"
