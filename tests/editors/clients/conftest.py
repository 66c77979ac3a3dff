"""Where the tests find the server, and what is done about a client that is missing."""

import os
from pathlib import Path

import pytest

import editors


def pytest_addoption(parser):
    parser.addoption("--server", help="the fornax-lsp to test")


@pytest.fixture
def server(request):
    path = request.config.getoption("--server") or editors.ROOT / "target/debug/fornax-lsp"
    path = Path(path).resolve()
    assert path.exists(), f"{path} isn't built"
    return path


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    try:
        return (yield)
    except editors.Missing as missing:
        # Where everything can be had, nothing may be left out.
        if os.environ.get("CI") == "true" and os.geteuid() == 0:
            raise
        pytest.skip(str(missing))
