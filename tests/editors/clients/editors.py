"""What every client's tests share: the scenario list, its folders on disk, and the server that they start."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]

# How long a client may wait for what it expects, in seconds; a busy machine is no fault.
PATIENCE = float(os.environ.get("FORNAX_PATIENCE", "30"))

# How soon nothing of the server may be left, in seconds.
END = 5


class Missing(Exception):
    """A client that this machine doesn't have."""


# ---- the list ------------------------------------------------------------------------------------


def scenarios(client):
    """The scenarios that a client runs, each with its texts written out."""
    listed = json.loads((HERE / "scenarios.json").read_text("utf-8"))["scenarios"]
    names = [scenario["name"] for scenario in listed]
    assert len(set(names)) == len(names), "two scenarios have one name"
    for scenario in listed:
        assert bool(scenario.get("clients")) == bool(scenario.get("because")), (
            f"{scenario['name']}: some clients only, and no reason, or the other way round"
        )
    return [expand(each) for each in listed if client in each.get("clients", [client])]


def expand(value):
    """A value of the list with each description of a text replaced by the text."""
    if isinstance(value, list):
        return [expand(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "sample" in value or "lines" in value:
        return text(value)
    return {key: expand(item) for key, item in value.items()}


def text(described):
    """The text that is described: a sample of the schemas or lines, some of it replaced."""
    if "sample" in described:
        kind, name = described["sample"].split("/")
        path = ROOT / "schemas/samples" / kind / "valid" / f"{name}.json"
        content = path.read_text("utf-8")
    else:
        content = "".join(line + "\n" for line in described["lines"])
    for old, new in described.get("replace", []):
        assert old in content, f"nothing to replace: {old}"
        content = content.replace(old, new, 1)
    return content.replace("\n", described.get("line_end", "\n"))


# ---- a session -----------------------------------------------------------------------------------


@dataclass
class Session:
    """A folder for one scenario, and in it the program that clients find on their PATH."""

    root: Path
    programs: Path
    log: Path

    @classmethod
    def new(cls, root, scenario, server):
        """Lays out a scenario's files, and puts a program in front of the server that keeps its end."""
        root = root.resolve()
        work = root / "work"
        work.mkdir()
        for name, content in scenario.get("files", {}).items():
            # A tilde is the user's folder, as in a manifest.
            path = root / "home" / name[2:] if name.startswith("~/") else work / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode())
        session = cls(work, root / "bin", root / "sessions")
        session.programs.mkdir()
        program = session.programs / "fornax-lsp"
        fault = os.environ.get("FORNAX_FAULT")
        command = f'"{sys.executable}" "{HERE}/tamper.py" {fault} "{server}"' if fault else f'"{server}"'
        program.write_text(
            "#!/bin/sh\n"
            "exec 3<&0\n"
            f'{command} "$@" <&3 3<&- &\n'
            f'echo "started $!" >>"{session.log}"\n'
            "wait $!\n"
            f'echo "ended $!" $? >>"{session.log}"\n'
        )
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        return session

    def environment(self):
        """What a client is started with: no user's configuration, and our program first on the PATH."""
        home = self.root.parent / "home"
        home.mkdir(exist_ok=True)
        kept = {name: os.environ[name] for name in ("LANG", "TERM") if name in os.environ}
        return {
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "LC_ALL": "C.UTF-8",
            "PATH": f"{self.programs}:{os.environ['PATH']}",
            **kept,
        }

    def check_end(self, kills=False):
        """Every server that was started has ended, in time and well.

        A client that kills what it has told to end may be too fast for the end to be seen.
        """
        deadline = time.monotonic() + END
        while True:
            lines = self.log.read_text().splitlines() if self.log.exists() else []
            started = {line.split()[1] for line in lines if line.startswith("started")}
            ended = {line.split()[1]: int(line.split()[2]) for line in lines if line.startswith("ended")}
            left = {pid for pid in started - ended.keys() if not kills or is_alive(pid)}
            if (started and not left) or time.monotonic() > deadline:
                break
            time.sleep(0.02)
        assert started, "the server was never started"
        assert not left, f"the server is still there: {left}"
        assert not any(ended.values()), f"the server ended with {ended}"

    def is_over(self):
        """No server of this session runs any more, whether its end was seen or not."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        pids = [line.split()[1] for line in lines if line.startswith("started")]
        deadline = time.monotonic() + END
        while any(is_alive(pid) for pid in pids):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        return bool(pids)


def is_alive(pid):
    """Whether a process runs; what has ended and was not asked how has no command line any more."""
    try:
        return bool(Path("/proc", pid, "cmdline").read_bytes())
    except FileNotFoundError:
        return False


def run(command, session, job, variables):
    """Runs a client to its end; it leaves beside its job what came of it."""
    timeout = 4 * PATIENCE
    try:
        done = subprocess.run(
            command,
            cwd=session.root,
            env={**session.environment(), **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        said = (late.stdout or b"").decode(errors="replace")
        raise AssertionError(f"the client hangs; it said:\n{said}\n{result_of(job)}") from None
    said = done.stdout.decode(errors="replace")
    result = result_of(job)
    assert result == "ok", f"{result}\nexit code {done.returncode}; the client said:\n{said}"


def result_of(job):
    path = Path(f"{job}.result")
    return path.read_text("utf-8") if path.exists() else "the client has left no result"


# ---- the guides ----------------------------------------------------------------------------------


def snippet(page, heading, language):
    """The first block of code in this language below a heading of an editor's guide."""
    content = (ROOT / "docs/editors" / page).read_text("utf-8")
    sections = re.split(r"^#+ +(.+)$", content, flags=re.MULTILINE)
    for title, body in zip(sections[1::2], sections[2::2]):
        if title == heading:
            found = re.search(rf"^```{language}\n(.*?)^```$", body, re.MULTILINE | re.DOTALL)
            assert found, f"no {language} below {heading} in {page}"
            return found[1]
    raise AssertionError(f"no heading {heading} in {page}")


def program(name, variable):
    """A client's program, as the environment or the PATH has it."""
    found = os.environ.get(variable) or shutil.which(name)
    if not found:
        raise Missing(f"{name} isn't installed")
    return found
