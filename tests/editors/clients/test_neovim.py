"""The scenarios, played in Neovim: keys are typed, and what the editor then holds and shows is read."""

import os
import re
import signal
import subprocess
import threading
import time

import pynvim
import pytest

import editors

PAGE = "neovim.md"

# Each version's client, where its program is, and the block of the guide that is for it.
VERSIONS = {
    "neovim": ("nvim", "FORNAX_NEOVIM", "Neovim 0.7 to 0.10"),
    "neovim-0.11": ("nvim-0.11", "FORNAX_NEOVIM_0_11", "Neovim 0.11 and later"),
}

CASES = [
    pytest.param(version, scenario, id=f"{version}-{scenario['name']}")
    for version in VERSIONS
    for scenario in editors.scenarios(version)
]


@pytest.mark.parametrize("version, scenario", CASES)
def test_scenario(version, scenario, server, tmp_path):
    name, variable, heading = VERSIONS[version]
    program = editors.program(name, variable)
    session = editors.Session.new(tmp_path, scenario, server)
    blocks = [editors.snippet(PAGE, heading, "lua")]
    if scenario.get("fixes_on_save"):
        blocks.append(editors.snippet(PAGE, "Fix when saving", "lua"))
    init = tmp_path / "init.lua"
    init.write_text("\n".join(blocks), "utf-8")
    editor = Editor(version, program, init, session, scenario)
    try:
        for number, step in enumerate(scenario["steps"], 1):
            verb = next(iter(step))
            try:
                getattr(editor, verb)(step)
            except Exception as error:
                raise AssertionError(f"step {number}, {verb}: {error}\n{editor.messages()}") from error
        if scenario.get("end") == "killed":
            os.kill(editor.pid, signal.SIGKILL)
            assert session.is_over(), "the server is still there"
        else:
            editor.quit()
            session.check_end()
    finally:
        editor.kill()


class Editor:
    """A Neovim without a screen."""

    def __init__(self, version, program, init, session, scenario):
        self.version = version
        self.session = session
        self.buffers = {}
        self.folders = [session.root / folder for folder in scenario.get("folders", ["."])]
        variables = [f"{name}={value}" for name, value in session.environment().items()]
        command = [program, "--embed", "--headless", "-n", "-i", "NONE", "-u", str(init)]
        self.nvim = pynvim.attach("child", argv=["env", "-i", "-C", str(self.folders[0]), *variables, *command])
        self.pid = self.nvim.funcs.getpid()
        # A question that is never answered must not hold up the tests.
        self.watchdog = threading.Timer(6 * editors.PATIENCE, self.kill)
        self.watchdog.start()
        self.is_old = not self.nvim.funcs.has("nvim-0.8")
        # Whoever is asked to choose takes what the scenario says.
        self.lua("""
            vim.opt.completeopt = { 'menuone', 'noinsert' }
            vim.ui.select = function(items, options, choose)
              fornax_titles = {}
              for index, item in ipairs(items) do
                fornax_titles[index] = (options.format_item(item))
                if fornax_titles[index] == fornax_title then
                  fornax_title = nil
                  return choose(item, index)
                end
              end
            end""")

    def lua(self, code, *arguments):
        return self.nvim.exec_lua(code, *arguments)

    def kill(self):
        self.watchdog.cancel()
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def quit(self):
        if not self.is_old:
            # Later versions leave without a word, and perhaps before the server has been told.
            self.lua("vim.lsp.stop_client(vim.lsp.get_clients())")
            self.until(lambda: self.lua("return #vim.lsp.get_clients()") == 0, "the server doesn't stop")
        try:
            self.nvim.command("qa!")
        except (EOFError, OSError):
            pass

    def messages(self):
        try:
            return self.nvim.command_output("messages")
        except (EOFError, OSError):
            return "Neovim is gone"

    def until(self, holds, complaint):
        deadline = time.monotonic() + editors.PATIENCE
        while not holds():
            assert time.monotonic() < deadline, complaint() if callable(complaint) else complaint
            time.sleep(0.02)

    # ---- texts -----------------------------------------------------------------------------------

    def lines(self, name):
        return self.buffers[name][:]

    def text(self, name):
        end = "\r\n" if self.buffers[name].options["fileformat"] == "dos" else "\n"
        return "".join(line + end for line in self.lines(name))

    def expect(self, name, text):
        self.until(lambda: self.text(name) == text, lambda: f"{self.text(name)!r} is not {text!r}")

    def place(self, name, at):
        """A place in the text as row and column of bytes."""
        before = "\n".join(self.lines(name)).encode() + b"\n"
        before = before[:at]
        return before.count(b"\n"), at - (before.rfind(b"\n") + 1)

    def find(self, name, needle):
        """The place, in bytes, of the mark in a piece of the text; without a mark, its start."""
        text = "\n".join(self.lines(name)) + "\n"
        plain = needle.replace("¦", "", 1)
        assert plain in text, f"no {plain!r} in {text!r}"
        at = text.index(plain) + max(needle.find("¦"), 0)
        return len(text[:at].encode())

    def go(self, name, needle):
        """Puts the cursor there."""
        self.nvim.command("cclose")
        self.nvim.current.buffer = self.buffers[name]
        row, column = self.place(name, self.find(name, needle))
        self.nvim.current.window.cursor = (row + 1, column)
        return row, column

    # ---- documents -------------------------------------------------------------------------------

    def open(self, step):
        name = step["open"]
        self.nvim.command(f"edit {self.session.root / name}")
        self.buffers[name] = self.nvim.current.buffer
        self.attached(name)

    def untitled(self, step):
        # Neovim's client shows nothing in a buffer that has no name.
        self.open({"open": "untitled.json"})
        self.buffers["untitled"] = self.buffers.pop("untitled.json")
        self.buffers["untitled"][:] = step["untitled"].splitlines()

    def attached(self, name):
        """Waits until Neovim has the server look at a buffer, if it is to."""
        number = self.buffers[name].number
        here = "return #vim.tbl_keys(vim.lsp.buf_get_clients(...))"
        self.until(lambda: self.lua(here, number) > 0, "the server isn't asked")
        if self.is_old:
            for folder in self.folders[1:]:
                self.lua("vim.lsp.buf.add_workspace_folder(...)", str(folder))

    def replace(self, step):
        name = step["in"]
        start = self.find(name, step["replace"])
        end = start + len(step["replace"].encode())
        if end > len("\n".join(self.lines(name)).encode()):
            # The last line's end is no text to Neovim.
            end -= 1
        new = step["with"].split("\n")
        self.nvim.api.buf_set_text(self.buffers[name], *self.place(name, start), *self.place(name, end), new)

    def set(self, step):
        self.buffers[step["set"]][:] = step["text"].splitlines()

    def save(self, step):
        name = step["save"]
        if name not in self.buffers:
            number = self.nvim.funcs.bufnr(str(self.session.root / name))
            assert number > 0, f"{name} isn't open"
            self.buffers[name] = self.nvim.buffers[number]
        self.nvim.current.buffer = self.buffers[name]
        self.nvim.command("write")

    def file(self, step):
        holds = (self.session.root / step["file"]).read_bytes().decode()
        assert holds == step["holds"], f"{holds!r} is not {step['holds']!r}"

    def close(self, step):
        self.nvim.command(f"bwipeout! {self.buffers.pop(step['close']).number}")
        assert self.lua("return #vim.diagnostic.get()") == 0, "findings are left"

    # ---- findings --------------------------------------------------------------------------------

    def findings(self, step):
        name, expected = step["findings"], step["are"]

        def holds():
            found = self.found(name)
            return bool(found) if expected == "some" else found == expected

        self.until(holds, lambda: f"{name}: {self.found(name)} are not {expected}")

    def found(self, name):
        """The rule and the marked text of each finding that Neovim shows."""
        return self.lua(
            """
            local buffer = ...
            local found = vim.diagnostic.get(buffer)
            table.sort(found, function(a, b)
              return a.lnum < b.lnum or a.lnum == b.lnum and a.col < b.col
            end)
            return vim.tbl_map(function(each)
              local rule = each.code or vim.tbl_get(each, 'user_data', 'lsp', 'code') or ''
              -- What is shown still may belong to a text that was longer.
              local is_inside, text = pcall(vim.api.nvim_buf_get_text,
                buffer, each.lnum, each.col, each.end_lnum, each.end_col, {})
              return { rule, is_inside and table.concat(text, '\\n') or text }
            end, found)""",
            self.buffers[name].number,
        )

    # ---- help ------------------------------------------------------------------------------------

    def hover(self, step):
        self.go(step["hover"], step["at"])
        self.lua("vim.lsp.buf.hover()")

        def shown():
            windows = [each for each in self.nvim.windows if self.nvim.api.win_get_config(each)["relative"]]
            return "\n".join(windows[0].buffer[:]) if windows else ""

        self.until(lambda: all(words in shown() for words in step["says"]), shown)
        self.nvim.command("only")

    def complete(self, step):
        name = step["complete"]
        row, column = self.go(name, step["at"])
        if self.version in step.get("as_plug_in", []):
            self.take_over_whole(row, column, step["pick"])
        else:
            keys = "A" if column == len(self.lines(name)[row].encode()) else "i"
            self.nvim.input(keys + "<C-x><C-o>")

            def proposals():
                items = self.nvim.funcs.complete_info(["items"])["items"]
                return [item["abbr"].strip('"') for item in items]

            self.until(lambda: step["pick"] in proposals(), lambda: f"{step['pick']} is not in {proposals()}")
            self.nvim.api.select_popupmenu_item(proposals().index(step["pick"]), True, False, {})
            self.nvim.input("<C-y>")
        self.expect(name, step["then"])
        self.nvim.input("<Esc>")

    def take_over_whole(self, row, column, label):
        """Takes over a proposal as plug-ins for completion do."""
        self.lua(
            """
            local row, column, label, buffer = ...
            local id, client = next(vim.lsp.buf_get_clients(0))
            local params = vim.lsp.util.make_position_params(0, client.offset_encoding)
            params.position.character =
              vim.str_utfindex(vim.api.nvim_get_current_line(), column)
            local answers = vim.lsp.buf_request_sync(0, 'textDocument/completion', params, 10000)
            local _, answer = next(answers)
            for _, item in ipairs(answer.result.items or answer.result) do
              if item.label:gsub('"', '') == label then
                vim.lsp.util.apply_text_edits({ item.textEdit }, buffer, client.offset_encoding)
                return
              end
            end
            error('it is not proposed')""",
            row,
            column,
            label,
            self.nvim.current.buffer.number,
        )

    # ---- actions ---------------------------------------------------------------------------------

    def act(self, step):
        name = step["act"]
        self.go(name, step["at"])
        self.lua("fornax_title = ...; vim.lsp.buf.code_action()", step["title"])
        self.until(
            lambda: self.lua("return fornax_title == nil"),
            lambda: f"{step['title']!r} is not in {self.lua('return fornax_titles')}",
        )
        if "then" in step:
            self.expect(name, step["then"])

    def fix_all(self, step):
        name = step["fix_all"]
        self.nvim.current.buffer = self.buffers[name]
        only = "{ only = { 'source.fixAll.fornax' }, diagnostics = {} }"
        arguments = only if self.is_old else f"{{ context = {only} }}"
        self.lua(f"fornax_title = 'Apply all safe fixes'; vim.lsp.buf.code_action({arguments})")
        self.expect(name, step["then"])

    def rename(self, step):
        self.go(step["rename"], step["at"])
        self.lua("vim.lsp.buf.rename(...)", step["to"])
        for name, text in step["then"].items():
            path = str(self.session.root / name)
            self.until(lambda path=path: self.nvim.funcs.bufnr(path) > 0, f"{name} isn't changed")
            self.buffers[name] = self.nvim.buffers[self.nvim.funcs.bufnr(path)]
            self.expect(name, text)

    def format(self, step):
        self.nvim.current.buffer = self.buffers[step["format"]]
        self.nvim.command("setlocal expandtab shiftwidth=2")
        if self.is_old:
            self.lua("vim.lsp.buf.formatting_sync(nil, 10000)")
        else:
            self.lua("vim.lsp.buf.format({ timeout_ms = 10000 })")
        self.expect(step["format"], step["then"])

    # ---- structure -------------------------------------------------------------------------------

    def listed(self):
        """What stands in the quickfix list, and in the one of the window."""
        lists = [self.nvim.funcs.getqflist(), self.nvim.funcs.getloclist(0)]
        return [each for found in lists for each in found]

    def relative(self, item):
        path = self.nvim.funcs.fnamemodify(self.nvim.funcs.bufname(item["bufnr"]), ":p")
        return os.path.relpath(path, self.session.root)

    def definition(self, step):
        self.go(step["definition"], step["at"])
        self.lua("vim.fn.setqflist({}); vim.lsp.buf.definition()")
        places = lambda: sorted({self.relative(item) for item in self.listed()})
        self.until(lambda: places() == sorted(step["leads_to"]), places)

    def references(self, step):
        self.go(step["references"], step["at"])
        self.lua("vim.fn.setqflist({}); vim.lsp.buf.references()")
        lines = lambda: sorted([self.relative(item), item["lnum"]] for item in self.listed())
        self.until(lambda: lines() == sorted(step["are"]), lines)

    def symbols(self, step):
        self.nvim.current.buffer = self.buffers[step["symbols"]]
        self.lua("vim.lsp.buf.document_symbol()")
        names = lambda: {re.sub(r"^\[\w+\] ", "", item["text"]) for item in self.listed()}
        self.until(lambda: set(step["include"]) <= names(), names)

    def links(self, step):
        """Neovim asks for no links by itself."""
        links = self.lua(
            """
            local buffer = ...
            local params = { textDocument = { uri = vim.uri_from_bufnr(buffer) } }
            local answers = vim.lsp.buf_request_sync(buffer, 'textDocument/documentLink', params, 10000)
            local id, answer = next(answers)
            local encoding = vim.lsp.get_client_by_id(id).offset_encoding
            return vim.tbl_map(function(link)
              local item = { uri = params.textDocument.uri, range = link.range }
              local place = vim.lsp.util.locations_to_items({ item }, encoding)[1]
              return { place.lnum, place.col, link.target }
            end, answer.result)""",
            self.buffers[step["links"]].number,
        )
        lines = [line.encode() for line in self.lines(step["links"])]
        found = [[lines[row - 1][column - 1 :].decode().split('"')[0], target] for row, column, target in links]
        assert found == step["are"], found

    def command(self, step):
        answer = self.lua(
            """
            local buffer, command = ...
            local params = { command = command, arguments = { vim.uri_from_bufnr(buffer) } }
            local answers = vim.lsp.buf_request_sync(buffer, 'workspace/executeCommand', params, 10000)
            local _, answer = next(answers)
            return answer.result""",
            self.buffers[step["of"]].number,
            step["command"],
        )
        assert re.search(step["returns"], answer), answer
