"""The guide for Kakoune, followed: keys are typed, and what a person then sees is read."""

import contextlib
import json
import os
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

import editors

PAGE = "kakoune.md"
SIZE = (40, 160)


def test_the_guide(server, tmp_path):
    kakoune = editors.program("kak", "FORNAX_KAKOUNE")
    client = editors.program("kak-lsp", "FORNAX_KAKOUNE_LSP")
    wrong = editors.text({"sample": "fornax-manifest/complete", "replace": [["~/.acme", "/home/ann/.acme"]]})
    comma = '{ "hostAdapters": [], }\n'
    files = {"acme.manifest.json": wrong, "kit.json": comma, "package.json": '{ "name": "x", }\n'}
    session = editors.Session.new(tmp_path, {"files": files}, server)
    (session.programs / "kak-lsp").symlink_to(client)
    config = tmp_path / "kak"
    config.mkdir()
    blocks = [editors.snippet(PAGE, heading, "kak") for heading in ("Set up", "Fix when saving")]
    (config / "kakrc").write_text("\n".join(blocks), "utf-8")
    editor = Editor(kakoune, session, config)
    try:
        editor.type(":edit acme.manifest.json<ret>")
        editor.until(lambda: "acme-agent" in editor.screen, "the manifest isn't shown")
        editor.repeat(
            ":edit acme.manifest.json<ret>:lsp-diagnostics<ret>",
            lambda: re.search(r"json:\d+:\d+: .*\[target-path-outside-home\]", editor.screen),
            "the finding isn't listed",
        )
        # What a value is.
        editor.type(":buffer acme.manifest.json<ret>gg/ann<ret>")
        editor.repeat(":lsp-hover<ret>", lambda: "target.path" in editor.info, "there is no help")
        # A fix is chosen from the list.
        editor.type(":lsp-code-actions<ret>")
        editor.choose("Change the path to")
        editor.until(lambda: "~/.acme/settings.json" in editor.screen, "the fix isn't applied")
        editor.type(":write<ret>")
        place = session.root / "acme.manifest.json"
        editor.until(lambda: "~/.acme/settings.json" in place.read_text("utf-8"), "the fix isn't saved")
        # What is safe is fixed when the document is saved.
        editor.type(":edit kit.json<ret>")
        place = session.root / "kit.json"
        editor.repeat(":write<ret>", lambda: place.read_text("utf-8") != comma, "saving fixes nothing")
        json.loads(place.read_text("utf-8"))
        editor.repeat(
            ":buffer kit.json<ret>:lsp-diagnostics<ret>",
            lambda: "*diagnostics*" in editor.screen and "comma" not in editor.screen,
            "what is mended is still listed",
        )
        # Another program's file is left alone.
        editor.type(":edit package.json<ret>:write<ret>")
        assert (session.root / "package.json").read_text("utf-8") == files["package.json"]
        editor.quit()
    finally:
        editor.kill()
    # kakoune-lsp ends a server without having it shut down, which the server answers with 1.
    assert session.is_over(), "the server is still there"
    editor.until(lambda: not clients(session), "kakoune-lsp is still there")


class Editor:
    """A Kakoune whose screen is a stream of messages."""

    def __init__(self, program, session, config):
        environment = {**session.environment(), "KAKOUNE_CONFIG_DIR": str(config), "TERM": "xterm"}
        self.process = subprocess.Popen(
            [program, "-ui", "json"],
            cwd=session.root,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.session = session
        self.lines = self.status = self.info = ""
        self.items = []
        threading.Thread(target=self.listen, daemon=True).start()
        self.send("resize", *SIZE)
        # Keys that are pressed before are lost.
        self.until(lambda: "*scratch*" in self.screen, "Kakoune doesn't start")

    def listen(self):
        for line in self.process.stdout:
            message = json.loads(line)
            method, given = message["method"], message["params"]
            if method == "draw":
                self.lines = "\n".join(plain(each) for each in given[0])
            elif method == "draw_status":
                self.status = plain(given[0]) + " " + plain(given[1])
            elif method == "info_show":
                self.info = "\n".join(plain(each) for each in [given[0], *given[1]])
            elif method == "info_hide":
                self.info = ""
            elif method == "menu_show":
                self.items = [plain(each) for each in given[0]]
            elif method == "menu_hide":
                self.items = []

    @property
    def screen(self):
        return f"{self.lines}\n{self.status}"

    def send(self, method, *given):
        line = json.dumps({"jsonrpc": "2.0", "method": method, "params": given})
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def type(self, keys):
        self.send("keys", "<esc>", keys)

    def choose(self, title):
        """Takes an entry of the menu, once it is there: the key for the next one leads to the first."""
        self.until(lambda: any(title in item for item in self.items), "this isn't offered: " + title)
        at = next(index for index, item in enumerate(self.items) if title in item)
        self.send("keys", *["<tab>"] * (at + 1), "<ret>")

    def until(self, holds, complaint, patience=editors.PATIENCE):
        deadline = time.monotonic() + patience
        while not holds():
            assert time.monotonic() < deadline, f"{complaint}; shown:\n{self.screen}\n{self.info}\n{self.items}"
            time.sleep(0.05)

    def repeat(self, keys, holds, complaint):
        """Types something until it has the effect: at first the server may not be there yet."""
        deadline = time.monotonic() + editors.PATIENCE
        while True:
            self.type(keys)
            try:
                return self.until(holds, complaint, 3)
            except AssertionError:
                if time.monotonic() > deadline:
                    raise

    def quit(self):
        self.type(":kill!<ret>")
        self.process.wait(editors.PATIENCE)

    def kill(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        if self.process.poll() != 0:
            # Not having been left, it has not ended what it had started.
            for pid in clients(self.session):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)


def clients(session):
    """The processes of kakoune-lsp that were started in a session."""
    home = f"HOME={session.environment()['HOME']}\0".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"kak-lsp\0" in (folder / "cmdline").read_bytes() and home in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            pass
    return found


def plain(line):
    return "".join(atom["contents"] for atom in line).rstrip("\n")
