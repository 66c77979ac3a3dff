"""The scenarios, played by pytest-lsp: a client on pygls, in the name of several editors."""

import asyncio
import fnmatch
import os
import re
import signal
import warnings
from pathlib import Path

import lsprotocol.types as lsp
import pytest
import pytest_lsp
from pygls import uris
from pytest_lsp.checks import LspSpecificationWarning

import editors

# A client that asks for findings, and can be told to ask again.
ASKING = "+asking"

# What these editors say of themselves: columns in UTF-16, UTF-8 and UTF-32, findings sent and asked for.
PROFILES = ["visual-studio-code@1.65.2", f"visual-studio-code@1.65.2{ASKING}", "neovim@0.11.0", "emacs@29.1"]

LANGUAGES = {".json": "json", ".toml": "toml"}


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("scenario", editors.scenarios("pytest-lsp"), ids=lambda each: each["name"])
def test_scenario(scenario, profile, server, tmp_path):
    session = editors.Session.new(tmp_path, scenario, server)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        asyncio.run(play(scenario, profile, session))
    # The client holds each answer against what it has said that it can do.
    broken = [str(each.message) for each in caught if issubclass(each.category, LspSpecificationWarning)]
    assert not broken, broken
    session.check_end()


async def play(scenario, profile, session):
    editor = Editor(session)
    try:
        await editor.start(scenario, profile)
        for number, step in enumerate(scenario["steps"], 1):
            verb = next(iter(step))
            try:
                await asyncio.wait_for(getattr(editor, verb)(step), 2 * editors.PATIENCE)
            except Exception as error:
                raise AssertionError(f"step {number}, {verb}: {error}") from error
        await asyncio.wait_for(editor.client.shutdown_session(), editors.PATIENCE)
        assert editor.client.error is None, editor.client.error
    finally:
        if editor.client._server.returncode is None:
            os.killpg(editor.client._server.pid, signal.SIGKILL)
        await editor.client.stop()


class Buffer:
    """A text as the protocol sees it: lines, and columns in one of three units."""

    def __init__(self, uri, text, encoding):
        self.uri, self.text, self.encoding, self.version = uri, text, encoding, 1

    def starts(self):
        return [0, *(end.end() for end in re.finditer(r"\r\n|\n|\r", self.text))]

    def width(self, text):
        match self.encoding:
            case "utf-8":
                return len(text.encode())
            case "utf-16":
                return len(text.encode("utf-16-le")) // 2
            case _:
                return len(text)

    def position(self, at):
        line, start = [each for each in enumerate(self.starts()) if each[1] <= at][-1]
        return lsp.Position(line, self.width(self.text[start:at]))

    def offset(self, position):
        start = self.starts()[position.line]
        at = start
        while self.width(self.text[start:at]) < position.character:
            assert at < len(self.text), f"{position} is outside of the text"
            at += 1
        assert self.width(self.text[start:at]) == position.character, f"{position} is inside of a character"
        return at

    def range(self, start, end):
        return lsp.Range(self.position(start), self.position(end))

    def marked(self, range_):
        return self.text[self.offset(range_.start) : self.offset(range_.end)]

    def find(self, needle):
        """The place of the mark in a piece of the text; without a mark, its start."""
        plain = needle.replace("¦", "", 1)
        plain = plain if plain in self.text else plain.replace("\n", "\r\n")
        assert plain in self.text, f"no {plain!r} in {self.text!r}"
        return self.text.index(plain) + max(needle.find("¦"), 0)

    def apply(self, edits):
        spans = [(self.offset(each.range.start), self.offset(each.range.end), each.new_text) for each in edits]
        spans.sort(key=lambda span: span[:2])
        for before, after in zip(spans, spans[1:]):
            assert before[1] <= after[0], f"two edits overlap: {before} {after}"
        for start, end, new in reversed(spans):
            self.text = self.text[:start] + new + self.text[end:]


class Editor:
    """A small editor on top of the client: it has buffers, and tells the server what happens to them."""

    def __init__(self, session):
        self.session = session
        self.client = pytest_lsp.make_test_lsp_client()
        self.buffers = {}
        self.watched = []

    async def start(self, scenario, profile):
        @self.client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
        def register(params: lsp.RegistrationParams):
            for each in params.registrations:
                if each.method == lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES:
                    self.watched += [str(watcher["globPattern"]) for watcher in each.register_options["watchers"]]

        @self.client.feature(lsp.WORKSPACE_CODE_LENS_REFRESH)
        def refresh(_params):
            return None

        capabilities = pytest_lsp.client_capabilities(profile.removesuffix(ASKING))
        if profile.endswith(ASKING):
            capabilities.text_document.diagnostic = lsp.DiagnosticClientCapabilities()
            capabilities.workspace.diagnostics = lsp.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
        capabilities.workspace.did_change_watched_files = lsp.DidChangeWatchedFilesClientCapabilities(
            dynamic_registration=True
        )
        await self.client.start_io(
            str(self.session.programs / "fornax-lsp"),
            cwd=self.session.root,
            env=self.session.environment(),
            start_new_session=True,
        )
        folders = [self.session.root / folder for folder in scenario.get("folders", ["."])]
        result = await self.client.initialize_session(
            lsp.InitializeParams(
                capabilities=capabilities,
                workspace_folders=[lsp.WorkspaceFolder(folder.as_uri(), folder.name) for folder in folders],
            )
        )
        self.capabilities = result.capabilities
        self.encoding = result.capabilities.position_encoding or "utf-16"

    def uri(self, name):
        return "untitled:Untitled-1" if name == "untitled" else (self.session.root / name).as_uri()

    def identifier(self, name):
        return lsp.TextDocumentIdentifier(self.uri(name))

    def place(self, step, verb):
        buffer = self.buffers[step[verb]]
        position = buffer.position(buffer.find(step["at"]))
        return {"text_document": self.identifier(step[verb]), "position": position}

    def expect(self, name, text):
        assert self.buffers[name].text == text, f"{self.buffers[name].text!r} is not {text!r}"

    # ---- documents -------------------------------------------------------------------------------

    async def open(self, step):
        name = step["open"]
        self.show(name, (self.session.root / name).read_bytes().decode())

    async def untitled(self, step):
        self.show("untitled", step["untitled"])

    def show(self, name, text):
        self.buffers[name] = Buffer(self.uri(name), text, self.encoding)
        language = LANGUAGES.get(Path(name).suffix, "json")
        item = lsp.TextDocumentItem(self.uri(name), language, 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def change(self, name, changes):
        buffer = self.buffers[name]
        buffer.version += 1
        document = lsp.VersionedTextDocumentIdentifier(buffer.version, buffer.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, changes))

    async def replace(self, step):
        buffer = self.buffers[step["in"]]
        start = buffer.find(step["replace"])
        end = start + len(step["replace"])
        change = lsp.TextDocumentContentChangePartial(text=step["with"], range=buffer.range(start, end))
        buffer.text = buffer.text[:start] + step["with"] + buffer.text[end:]
        self.change(step["in"], [change])

    async def set(self, step):
        self.set_text(step["set"], step["text"])

    def set_text(self, name, text):
        self.buffers[name].text = text
        self.change(name, [lsp.TextDocumentContentChangeWholeDocument(text)])

    async def save(self, step):
        name = step["save"]
        await self.write({"write": name, "text": self.buffers[name].text})
        self.client.text_document_did_save(lsp.DidSaveTextDocumentParams(self.identifier(name)))

    async def write(self, step):
        path = self.session.root / step["write"]
        was_there = path.exists()
        if step["text"] is None:
            path.unlink()
        else:
            path.write_bytes(step["text"].encode())
        await self.until(lambda: self.watched, "the server wants no file to be watched")
        if any(fnmatch.fnmatch(str(path), pattern.replace("**/", "*/")) for pattern in self.watched):
            kind = lsp.FileChangeType.Changed if was_there else lsp.FileChangeType.Created
            kind = lsp.FileChangeType.Deleted if step["text"] is None else kind
            event = lsp.FileEvent(path.as_uri(), kind)
            self.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))

    async def close(self, step):
        name = step["close"]
        params = lsp.DidCloseTextDocumentParams(self.identifier(name))
        self.client.text_document_did_close(params)
        if not self.capabilities.diagnostic_provider:
            await self.until(lambda: not self.client.diagnostics.get(self.uri(name), [None]), "findings are left")
        del self.buffers[name]

    # ---- findings --------------------------------------------------------------------------------

    async def findings(self, step):
        name, expected = step["findings"], step["are"]
        seen = None

        async def holds():
            nonlocal seen
            seen = await self.found(name)
            return bool(seen) if expected == "some" else seen == [tuple(each) for each in expected]

        try:
            await self.until(holds, "")
        except AssertionError:
            raise AssertionError(f"{name}: {seen} are not {expected}") from None

    async def found(self, name):
        buffer = self.buffers[name]
        # What is wrong with a configuration is told unasked, to every client.
        if self.capabilities.diagnostic_provider and not name.endswith(".toml"):
            params = lsp.DocumentDiagnosticParams(self.identifier(name))
            report = await self.client.text_document_diagnostic_async(params)
            items = report.items
        else:
            items = self.client.diagnostics.get(buffer.uri, [])
        try:
            ordered = sorted(items, key=lambda item: buffer.offset(item.range.start))
            return [(item.code, buffer.marked(item.range)) for item in ordered]
        except (AssertionError, IndexError) as error:
            return str(error)

    async def until(self, holds, complaint):
        for _ in range(int(editors.PATIENCE / 0.02)):
            result = holds()
            if asyncio.iscoroutine(result):
                result = await result
            if result:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(complaint)

    # ---- help ------------------------------------------------------------------------------------

    async def hover(self, step):
        hover = await self.client.text_document_hover_async(lsp.HoverParams(**self.place(step, "hover")))
        said = hover.contents.value
        for words in step["says"]:
            assert words in said, f"no {words!r} in {said!r}"

    async def complete(self, step):
        buffer = self.buffers[step["complete"]]
        params = lsp.CompletionParams(**self.place(step, "complete"))
        items = await self.client.text_document_completion_async(params)
        labels = [item.label for item in items]
        picked = [item for item in items if item.label.strip('"') == step["pick"]]
        assert len(picked) == 1, f"{step['pick']} is not in {labels} once"
        resolved = await self.client.completion_item_resolve_async(picked[0])
        assert resolved.documentation, "nothing is said of it"
        buffer.apply([resolved.text_edit, *(resolved.additional_text_edits or [])])
        buffer.text = re.sub(r"\$\{?\d+:?([^}$]*)\}?", r"\1", buffer.text)
        self.set_text(step["complete"], buffer.text)
        self.expect(step["complete"], step["then"])

    # ---- actions ---------------------------------------------------------------------------------

    async def act(self, step):
        name = step["act"]
        at = self.place(step, "act")["position"]
        actions = await self.actions(name, lsp.Range(at, at), None)
        titles = [action.title for action in actions]
        assert step["title"] in titles, f"{step['title']!r} is not in {titles}"
        self.apply(actions[titles.index(step["title"])].edit)
        if "then" in step:
            self.expect(name, step["then"])

    async def fix_all(self, step):
        name = step["fix_all"]
        everything = self.buffers[name].range(0, len(self.buffers[name].text))
        actions = await self.actions(name, everything, ["source.fixAll"])
        assert [action.kind for action in actions] == ["source.fixAll.fornax"]
        self.apply(actions[0].edit)
        self.expect(name, step["then"])

    async def actions(self, name, range_, only):
        context = lsp.CodeActionContext(diagnostics=[], only=only)
        params = lsp.CodeActionParams(self.identifier(name), range_, context)
        return await self.client.text_document_code_action_async(params)

    async def rename(self, step):
        place = self.place(step, "rename")
        prepared = await self.client.text_document_prepare_rename_async(lsp.PrepareRenameParams(**place))
        assert self.buffers[step["rename"]].marked(prepared.range).strip('"') == prepared.placeholder
        params = lsp.RenameParams(new_name=step["to"], **place)
        self.apply(await self.client.text_document_rename_async(params))
        for name, text in step["then"].items():
            self.expect(name, text)

    async def format(self, step):
        options = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
        params = lsp.DocumentFormattingParams(self.identifier(step["format"]), options)
        self.buffers[step["format"]].apply(await self.client.text_document_formatting_async(params))
        self.expect(step["format"], step["then"])

    def apply(self, edit):
        """Applies an edit as an editor does, in documents that are open and in others."""
        changes = edit.document_changes
        if changes is None:
            changes = [
                lsp.TextDocumentEdit(lsp.OptionalVersionedTextDocumentIdentifier(uri), edits)
                for uri, edits in edit.changes.items()
            ]
        for change in changes:
            if isinstance(change, lsp.CreateFile):
                Path(uris.to_fs_path(change.uri)).touch()
                continue
            uri, version = change.text_document.uri, change.text_document.version
            path = Path(uris.to_fs_path(uri)) if uri.startswith("file:") else None
            name = str(path.relative_to(self.session.root)) if path else "untitled"
            if name not in self.buffers:
                assert version is None, f"{name} is not open, but it has version {version}"
                self.show(name, path.read_bytes().decode())
            buffer = self.buffers[name]
            assert version in (None, buffer.version), f"version {version} of {name} is not {buffer.version}"
            buffer.apply(change.edits)
            self.set_text(name, buffer.text)

    # ---- structure -------------------------------------------------------------------------------

    async def definition(self, step):
        place = self.place(step, "definition")
        found = await self.client.text_document_definition_async(lsp.DefinitionParams(**place))
        assert sorted({each.uri for each in found}) == sorted(self.uri(name) for name in step["leads_to"])

    async def references(self, step):
        params = lsp.ReferenceParams(context=lsp.ReferenceContext(True), **self.place(step, "references"))
        found = await self.client.text_document_references_async(params)
        lines = sorted((each.uri, each.range.start.line + 1) for each in found)
        assert lines == sorted((self.uri(name), line) for name, line in step["are"]), lines

    async def symbols(self, step):
        params = lsp.DocumentSymbolParams(self.identifier(step["symbols"]))
        left = list(await self.client.text_document_document_symbol_async(params))
        names = []
        while left:
            symbol = left.pop()
            names.append(symbol.name)
            left += getattr(symbol, "children", None) or []
        assert set(step["include"]) <= set(names), names

    async def links(self, step):
        buffer = self.buffers[step["links"]]
        params = lsp.DocumentLinkParams(self.identifier(step["links"]))
        found = await self.client.text_document_document_link_async(params)
        links = [[buffer.marked(link.range).strip('"'), link.target] for link in found]
        assert links == step["are"], links

    async def command(self, step):
        params = lsp.ExecuteCommandParams(step["command"], [self.uri(step["of"])])
        returned = await self.client.workspace_execute_command_async(params)
        assert re.search(step["returns"], returned), returned
