// What a person does with the extension, and what must then be on screen, on disk and running.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { sleep, until } from "./editor.mjs";

const REPOSITORY = fileURLToPath(new URL("../../..", import.meta.url));

/** The most that activation may take, in milliseconds. */
const ACTIVATION_MS = 200;

export const SCENARIOS = {
  async "another program's JSON wakes no server"(editor) {
    await editor.openFile("package.json");
    let all = await activations(editor);
    const found = () => all.find(({ name }) => name === "fornax-lint.fornax-lint");
    // On a busy machine the report may be made before the extension was woken.
    await until("the extension is awake", async () => {
      if (found() === undefined) {
        await editor.command("View: Close Editor");
        all = await activations(editor);
      }
      return found() !== undefined;
    });
    const ours = found();
    const others = all.filter((one) => one !== ours);
    console.log(`        activate() took ${ours.call} ms and ${ours.finish} ms to finish, after ${ours.load} ms of loading`);
    console.log(`        loading of the others: ${others.map(({ load }) => load).join(", ")} ms`);
    assert.ok(ours.own < ACTIVATION_MS, `activate() took ${ours.own} ms`);
    // All that wake with JSON are loaded at once, and on a busy machine wait for one another.
    const slowest = Math.max(...others.map(({ load }) => load));
    assert.ok(ours.load + ours.own < ACTIVATION_MS || ours.load < 2 * slowest, `activation took ${ours.load + ours.own} ms`);
    assert.deepEqual(await editor.servers(), []);
    assert.equal(await editor.offers("Fornax: Apply All Safe Fixes"), false);
  },

  async "an unknown key is exactly one problem in every kind of file"(editor) {
    for (const file of ["ak-adapter.json", "one.manifest.json", "kit.json", "adapters/registry.json"]) {
      await editor.openFile(`unknown/${file}`);
    }
    await editor.expectProblems("zzAdapter", "zzManifest", "zzKit", "zzRegistry");
    await editor.shoot("unknown-keys");
  },

  async "a fault of the syntax is reported once, and can be fixed"(editor) {
    await editor.openFile("comma.manifest.json");
    await editor.expectProblems("Trailing comma");
    await editor.goTo(8, 48);
    await quickFix(editor, "Remove the trailing comma");
    await editor.expectProblems();
    await editor.save();
    assert.doesNotMatch(await editor.read("comma.manifest.json"), /,\]/);
  },

  async "squiggles stand under what is wrong in a Fornax manifest"(editor) {
    await editor.openFile("squiggles.manifest.json");
    await editor.expectProblems("sumary", "target.path", "element");
    await until("three squiggles", async () => (await editor.squiggles()) >= 3);
    await editor.shoot("squiggles");
  },

  async "a self-asserted capability is told with the loader's word"(editor) {
    await editor.openFile("capability/ak-adapter.json");
    await editor.expectProblems("canBePrimary");
    await until("a squiggle", async () => (await editor.squiggles()) >= 1);
    const [row] = await editor.problems();
    assert.match(row.text, /cap-can-be-primary/);
    await editor.shoot("capability");
  },

  async "hover says what a field is"(editor) {
    await editor.openFile("hover/ak-adapter.json");
    await editor.goTo(11, 10);
    await editor.command("Show or Focus Hover");
    const hover = editor.page.locator(".monaco-hover:visible .hover-contents").first();
    await hover.waitFor();
    await until("words in the hover", async () => /canBePrimary/.test((await hover.textContent()) ?? ""));
    await editor.shoot("hover");
  },

  async "a proposal is accepted with the keyboard"(editor) {
    await editor.openFile("complete/ak-adapter.json");
    await editor.expectProblems("transcripts");
    await editor.goTo(13, 1);
    await editor.press("End", "Enter");
    await editor.type('"trans');
    const widget = editor.page.locator(".suggest-widget.visible .monaco-list-row.focused");
    // An editor that is busy while one types may pass over the moment: then one asks.
    await widget.waitFor({ timeout: 10_000 }).catch(() => editor.press("Control+Space"));
    await widget.waitFor();
    await until("the field is proposed", async () => ((await widget.textContent()) ?? "").includes("transcripts"));
    await editor.shoot("completion");
    await editor.press("Enter");
    await editor.expectProblems();
    await editor.press("Escape");
    await editor.save();
    const text = await editor.read("complete/ak-adapter.json");
    assert.match(text, /"commandStatusline": false,\n {6}"transcripts": false,\n {6}"usage": false,\n/);
    JSON.parse(text);
  },

  async "a marker mismatch is fixed from the light bulb, both ways"(editor) {
    const file = "marker.manifest.json";
    await editor.openFile(file);
    await editor.expectProblems("fornax_hook");
    // They move the lines below them.
    await editor.page.locator(".codelens-decoration").first().waitFor();
    await editor.goTo(16, 60);
    const bulb = editor.page.locator(".monaco-editor .lightBulbWidget, .monaco-editor .codicon-gutter-lightbulb-auto-fix, .monaco-editor .codicon-gutter-lightbulb").first();
    const cursor = editor.page.locator(".editor-instance .monaco-editor .cursors-layer .cursor").first();
    // The one of the document before is kept, out of sight, until it is needed here.
    await until("a light bulb stands at the cursor", async () => {
      const [light, line] = await Promise.all([bulb.boundingBox(), cursor.boundingBox()]);
      return light !== null && line !== null && light.width > 0 && Math.abs(light.y - line.y) < 2 * line.height;
    });
    await bulb.click();
    await editor.page.locator(".action-widget .monaco-list-row").first().waitFor();
    await editor.shoot("light-bulb");
    await chooseAction(editor, "of the element to");
    await editor.expectProblems();
    await editor.save();
    assert.match(await editor.read(file), /"marker_value": "fornax-hook-marker",[^]*"command": "fornax-hook-marker" }/);
    await editor.press("Control+Z");
    await editor.expectProblems("fornax_hook");
    await editor.goTo(16, 60);
    await quickFix(editor, "Change `marker_value` to");
    await editor.save();
    assert.match(await editor.read(file), /"marker_value": "fornax_hook",[^]*"command": "fornax_hook" }/);
  },

  async "a code lens shows the digest, and copies it"(editor) {
    await editor.openFile("lens.manifest.json");
    const digest = `sha256:${createHash("sha256").update(await editor.read("lens.manifest.json")).digest("hex")}`;
    const lens = editor.page.locator(".codelens-decoration a", { hasText: digest.slice(0, 15) });
    await lens.first().click();
    await until("the digest is on the clipboard", async () => (await editor.clipboard()) === digest);
    await editor.shoot("lens");
  },

  async "what installing would change is shown, and nothing is written"(editor) {
    await editor.openFile("register.manifest.json");
    await lens(editor, "would create ~/.register.json").click();
    const after = editor.page.locator(".monaco-diff-editor .modified .view-lines").first();
    await until("the change", async () => /fornax-hook-register/.test((await after.textContent()) ?? ""));
    await editor.shoot("preview");
    assert.equal(existsSync(join(editor.home, ".register.json")), false);
    await editor.closeAll();
  },

  async "a manifest is registered when its user says so"(editor) {
    const index = join(editor.home, ".fornax/adapters/registry.json");
    await editor.openFile("register.manifest.json");
    const text = await editor.read("register.manifest.json");
    const digest = createHash("sha256").update(text).digest("hex");
    await lens(editor, "Register this manifest").click();
    const question = editor.dialog("Register the adapter `register`?");
    await question.waitFor();
    const shown = (await question.textContent()) ?? "";
    for (const part of [`sha256:${digest}`, "~/.register.json", "plan, install, uninstall", "unverified"]) {
      assert.ok(shown.includes(part), `${part}: ${shown}`);
    }
    await editor.shoot("register");
    assert.equal(existsSync(index), false);
    // It stays until it is answered, each thing that it says on a line of its own.
    assert.match(await question.innerText(), /\nDigest: sha256:[0-9a-f]{64}\.\nOn this machine/);
    assert.doesNotMatch(shown, /\.”\./);
    await question.locator(".monaco-button", { hasText: "Register" }).first().click();
    await until("the adapter is registered", async () => existsSync(index));
    await editor.notification("Registered `register`").waitFor();
    await lens(editor, "Register this manifest").waitFor({ state: "detached" });
    await editor.command("Notifications: Clear All Notifications");
    // Its id is taken now.
    await editor.command("Fornax: Register This Manifest");
    await editor.notification("registered already").waitFor();
    await editor.command("Notifications: Clear All Notifications");
  },

  async "nothing is promised of a manifest that would be refused"(editor) {
    await editor.openFile("promise.manifest.json");
    await editor.expectProblems("zzPromise");
    // A fact that does nothing when it is chosen is no link.
    const facts = editor.page.locator(".codelens-decoration");
    await facts.filter({ hasText: "would be refused: the manifest has an error" }).first().waitFor();
    assert.equal(await facts.filter({ hasText: "would create" }).count(), 0);
    await editor.shoot("promise");
  },

  async "a configuration that can't be used is a problem, and the status tells of it"(editor) {
    await editor.openFile("broken/one.manifest.json");
    await editor.expectProblems("rulez");
    await until("the status tells of it", async () => /can't be used/.test(await editor.languageStatus()));
    await editor.shoot("broken-configuration");
    await editor.page.mouse.move(600, 300);
    await editor.command("Notifications: Clear All Notifications");
    await editor.command("Fornax: Show Whether and Why This File Is Checked");
    const told = editor.notification(`Governed by ${join(editor.workspace, "broken/fornax-lint.toml")}, which can't be used`);
    await told.waitFor();
    await told.locator(".monaco-button", { hasText: "Open Configuration" }).click();
    await editor.page.locator(".tabs-container .tab.active", { hasText: "fornax-lint.toml" }).waitFor();
    await until("a squiggle in the configuration", async () => (await editor.squiggles()) >= 1);
    await editor.shoot("broken-configuration-open");
    await editor.write({ "broken/fornax-lint.toml": "published = true\n" });
    await editor.expectProblems();
    await editor.openFile("broken/one.manifest.json");
    await until("the status is content", async () => !/can't be used/.test(await editor.languageStatus()));
  },

  async "a rule's manual opens in the editor"(editor) {
    await editor.openFile("capability/ak-adapter.json");
    await editor.expectProblems("canBePrimary");
    await editor.page.locator(".markers-panel-container .marker-code").first().click();
    await manual(editor, "self-asserted-capability");
    await editor.shoot("manual");
    await editor.closeAll();
    await editor.openFile("capability/ak-adapter.json");
    await editor.expectProblems("canBePrimary");
    await editor.command("Fornax: Explain a Rule…");
    const first = editor.page.locator(".quick-input-list .monaco-list-row").first();
    await until("the rule at hand stands first", async () => /self-asserted-capability.*in this file/.test((await first.textContent()) ?? ""));
    await editor.shoot("rules");
    await editor.type("absent-field");
    await editor.choose("absent-field");
    await manual(editor, "absent-field");
  },

  async "safe fixes are applied on save"(editor) {
    await editor.settings({ "editor.codeActionsOnSave": { "source.fixAll.fornax": "explicit" } });
    await editor.openFile("save.manifest.json");
    await editor.expectProblems("Trailing comma", "Trailing comma");
    await until("the fixed text is on disk", async () => {
      // The setting is read when the editor gets round to it.
      await editor.goTo(1, 1);
      await editor.type(" ");
      await editor.press("Backspace");
      await editor.save();
      return !/,\]|, }/.test(await editor.read("save.manifest.json"));
    });
    await editor.expectProblems();
    await editor.settings({});
  },

  async "a command applies all safe fixes"(editor) {
    await editor.openFile("command/ak-adapter.json");
    await editor.expectProblems("comma");
    await editor.command("Fornax: Apply All Safe Fixes");
    await editor.expectProblems();
    await editor.save();
    assert.match(await editor.read("command/ak-adapter.json"), /\["cli-subprocess"\]/);
  },

  async "hashes are copied, and refused where there is none"(editor) {
    await editor.openFile("hash/ak-adapter.json");
    const lens = editor.page.locator(".codelens-decoration a", { hasText: "consent hash" }).first();
    await lens.waitFor();
    const start = ((await lens.textContent()) ?? "").replace(/consent hash |…/g, "");
    await editor.command("Fornax: Copy Consent Hash");
    await until("the hash is on the clipboard", async () => (await editor.clipboard()).startsWith(start));
    assert.match(await editor.clipboard(), /^[0-9a-f]{64}$/);
    await editor.closeAll();
    await editor.openFile("refused/ak-adapter.json");
    await editor.expectProblems("contract");
    await editor.command("Fornax: Copy Consent Hash");
    await editor.notification("There is no consent hash").waitFor();
    await editor.command("Notifications: Clear All Notifications");
    // A command that means nothing here is not offered.
    for (const title of ["Copy Digest", "Register This Manifest…", "Show What Installing Would Change"]) {
      assert.equal(await editor.offers(`Fornax: ${title}`), false, title);
    }
    await editor.closeAll();
    await editor.openFile("lens.manifest.json");
    await editor.expectProblems();
    await until("a digest is offered", () => editor.offers("Fornax: Copy Digest"));
    assert.equal(await editor.offers("Fornax: Copy Consent Hash"), false);
    await editor.goTo(1, 1);
    await editor.type(" ");
    await editor.command("Fornax: Copy Digest");
    await editor.notification("not what is on disk").waitFor();
    await editor.command("Notifications: Clear All Notifications");
  },

  async "the status item tells what a file is, and why it isn't one"(editor) {
    await editor.openFile("lens.manifest.json");
    await until("a manifest is told", async () => /Fornax manifest/.test(await editor.languageStatus()));
    await editor.shoot("status");
    await editor.openFile("site.manifest.json");
    await until("another's file is told", async () => /Not checked/.test(await editor.languageStatus()));
    await editor.shoot("status-not-ours");
  },

  async "settings take effect at once"(editor) {
    await editor.openFile("live.manifest.json");
    const lens = editor.page.locator(".codelens-decoration a", { hasText: "sha256" });
    await lens.first().waitFor();
    await editor.settings({ "fornax.codeLens": false });
    await lens.first().waitFor({ state: "detached" });
    await editor.settings({});
    await lens.first().waitFor();
    await editor.machineSettings({ "fornax.server.path": "/nowhere/fornax-lsp" });
    const told = editor.notification("/nowhere/fornax-lsp, does not exist");
    await told.waitFor();
    await editor.shoot("no-server");
    await editor.machineSettings({});
    await lens.first().waitFor();
    await editor.command("Notifications: Clear All Notifications");
  },

  async "a server that is killed comes back"(editor) {
    await editor.openFile("killed.manifest.json");
    await editor.page.locator(".codelens-decoration a", { hasText: "sha256" }).first().waitFor();
    let servers = [];
    for (let time = 1; time <= 5; time += 1) {
      await until("one server runs", async () => (await editor.servers()).length === 1);
      if (time === 2) {
        await editor.goTo(2, 1);
        await editor.type(' "zzKilled": 1,');
        await editor.expectProblems("zzKilled");
      }
      await until("one server is killed", async () => {
        servers = await editor.servers();
        return servers.length === 1 && kill(servers[0]);
      });
      // Whatever is on its way to it then is lost in silence.
      await editor.type(" ");
      await until("it is gone", async () => !(await editor.servers()).includes(servers[0]));
    }
    const told = await editor.broughtOut("ended 5 times within 3 minutes");
    for (const raw of ["EPIPE", "connection", "disposed"]) {
      assert.equal(await editor.notification(raw).count(), 0, raw);
    }
    await editor.shoot("given-up");
    await told.getByText("Show Output").waitFor();
    await told.getByText("Restart").click();
    await until("one server runs", async () => (await editor.servers()).length === 1);
    await editor.expectProblems("zzKilled");
    await editor.command("Fornax: Restart Language Server");
    await editor.command("Fornax: Show Version");
    await editor.notification(/with fornax-lsp \d+\.\d+\.\d+ \(bundled/).waitFor();
    await editor.command("Notifications: Clear All Notifications");
    await editor.command("Fornax: Show Output");
    await editor.page.locator(".part.panel .view-line", { hasText: /starting\s+fornax-lsp/ }).first().waitFor();
    await editor.shoot("output");
  },

  async "a new manifest has no problem"(editor) {
    await editor.command("Fornax: New Manifest from a Template…");
    await editor.choose("agentic-kit adapter");
    await accept(editor, "new/ak-adapter.json");
    await until("the template is there", async () => /"my-adapter"/.test(await editor.visibleText()));
    await editor.type("acme");
    await until("the id is everywhere", async () => !/my-adapter/.test(await editor.visibleText()));
    await editor.expectProblems();
    await until("it is an adapter", async () => /agentic-kit adapter/.test(await editor.languageStatus()));
    await editor.shoot("new-manifest");
    assert.equal(existsSync(join(editor.workspace, "new/ak-adapter.json")), false);
    await editor.save();
    JSON.parse(await editor.read("new/ak-adapter.json"));
    // A place that is taken is no place for it.
    await editor.closeAll();
    await editor.command("Fornax: New Manifest from a Template…");
    await editor.choose("Fornax manifest");
    await accept(editor, "lens.manifest.json", { isThere: true });
    await editor.notification("is there already").waitFor();
    await editor.command("Notifications: Clear All Notifications");
    await editor.command("Fornax: New Manifest from a Template…");
    await editor.choose("Fornax manifest");
    await accept(editor, "another.manifest.json");
    await until("the template is there", async () => /"my-adapter"/.test(await editor.visibleText()));
    await editor.expectProblems();
    // The server learnt of each document before it learnt of its changes.
    assert.doesNotMatch(await editor.output(), /isn't open, is passed over/);
  },

  async "what the server warns of stands once in the output, at its own level"(editor) {
    await editor.openFile("lens.manifest.json");
    await lens(editor, "would create").waitFor();
    await editor.settings({ "fornax.codeLens": "sometimes" });
    const warned = async () => (await editor.output()).split("\n").filter((line) => line.includes("`fornax.codeLens` must be"));
    await until("the warning", async () => (await warned()).length > 0);
    await sleep(500);
    const lines = await warned();
    await editor.settings({});
    assert.ok(lines.every((line) => line.includes("[warning]")), lines.join("\n"));
    assert.equal(lines.length, 1, lines.join("\n"));
  },

  async "the extension's page shows its pictures, and leads to pages that are there"(editor) {
    const page = await editor.installed("readme.md");
    const { repository } = JSON.parse(await editor.installed("package.json"));
    const links = [...page.matchAll(/\]\((https:[^)]*)\)/g)].map(([, link]) => link);
    const files = links.filter((link) => link.startsWith(`${repository.url}/raw/`) || link.startsWith(`${repository.url}/blob/`));
    assert.ok(files.length >= 5, links.join("\n"));
    for (const link of files) {
      const path = link.slice(repository.url.length).replace(/^\/(?:raw|blob)\/[^/]+\//, "");
      assert.ok(existsSync(join(REPOSITORY, path)), link);
    }
    assert.doesNotMatch(page, /\]\((?!https:|#)/);
  },

  async "a walkthrough leads through it"(editor) {
    await editor.command("Welcome: Open Walkthrough...");
    await editor.choose("Write an adapter manifest");
    await editor.page.locator(".gettingStartedContainer .step-title", { hasText: "Start from a template" }).first().waitFor();
    await editor.shoot("walkthrough");
    const step = (title) => editor.page.locator(".getting-started-step", { hasText: title }).first();
    const button = (title) => editor.page.locator(".getting-started-step.expanded .monaco-button", { hasText: title }).first();
    await step("Tell users what to confirm").click();
    await button("Copy Digest").click();
    await editor.notification("Open a manifest first").waitFor();
    // A step that is done is drawn anew, and takes the focus from whatever is open then.
    await sleep(2000);
    // The manifest that was last at hand is meant, though the walkthrough is now.
    await editor.openFile("lens.manifest.json");
    await until("the server knows it", () => editor.offers("Fornax: Copy Digest"));
    await editor.command("Welcome: Open Walkthrough...");
    await editor.choose("Write an adapter manifest");
    await step("Tell users what to confirm").click();
    const digest = `sha256:${createHash("sha256").update(await editor.read("lens.manifest.json")).digest("hex")}`;
    await button("Copy Digest").click();
    await until("the digest is on the clipboard", async () => (await editor.clipboard()) === digest);
    await button("Copy Consent Hash").click();
    await editor.notification("only an agentic-kit host adapter has a consent hash").waitFor();
    await editor.shoot("walkthrough-confirm");
    await sleep(2000);
    await editor.command("Notifications: Clear All Notifications");
  },

  async "the workspace's own server was never started"(editor) {
    assert.equal(existsSync(join(editor.workspace, "executed")), false);
  },
};

/** The same where the user doesn't trust the workspace. */
export const UNTRUSTED = {
  async "in a workspace without trust, only the package's own server runs"(editor) {
    await editor.page.locator(".monaco-dialog-box .monaco-button", { hasText: "No, I don't trust" }).click();
    await editor.openFile("unknown/one.manifest.json");
    await editor.expectProblems("zzManifest");
    assert.equal((await editor.servers()).length, 1);
    await editor.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).waitFor();
    await editor.shoot("restricted");
    await editor.openFile("register.manifest.json");
    await lens(editor, "sha256").waitFor();
    assert.equal(await lens(editor, "Register this manifest").count(), 0);
    assert.equal(await editor.page.locator(".codelens-decoration", { hasText: "would" }).count(), 0);
    await editor.command("Fornax: Show What Installing Would Change");
    await editor.notification("no target is looked at in a workspace that is not trusted").waitFor();
    await editor.shoot("restricted-preview");
    assert.equal(existsSync(join(editor.home, ".fornax")), false);
    assert.equal(existsSync(join(editor.workspace, "executed")), false);
  },
};

/**
 * The pictures of the extension's page and of the site. Each hands over the texts that can be read in it, to be
 * held against what the program says.
 */
export const PICTURES = {
  async findings(editor) {
    await editor.openFile("acme-agent.manifest.json");
    await editor.expectProblems("invalid-value", "target-path-outside-home", "marker-mismatch");
    await editor.page.locator(".codelens-decoration a", { hasText: "sha256" }).first().waitFor();
    await until("squiggles", async () => (await editor.squiggles()) >= 3);
    await editor.command("View: Toggle Primary Side Bar Visibility");
    await editor.picture("findings", (await editor.problems()).map(({ text }) => text));
  },

  async hover(editor) {
    await editor.openFile("acme-agent.manifest.json");
    await editor.expectProblems("invalid-value", "target-path-outside-home", "marker-mismatch");
    await editor.goTo(9, 60);
    await editor.restPointer();
    await editor.command("Show or Focus Hover");
    const hover = editor.page.locator(".monaco-hover:visible .hover-contents");
    await until("the finding and the field in the hover", async () => {
      const text = (await hover.allTextContents()).join(" ");
      return text.includes("target-path-outside-home") && text.includes("Target path");
    });
    await editor.pictureOfHover("vscode-hover", await hover.allTextContents());
    assert.ok(await hover.first().isVisible(), "the hover is in the picture");
    await editor.press("Escape");
    await editor.command("View: Toggle Panel Visibility");
  },

  async fixes(editor) {
    await editor.openFile("acme-agent.manifest.json");
    await editor.goTo(16, 60);
    await until("squiggles", async () => (await editor.squiggles()) >= 3);
    await editor.scrollToTop();
    await editor.press("Control+.");
    const actions = editor.page.locator(".action-widget .monaco-list-row");
    await actions.first().waitFor();
    await editor.picture("fixes", await actions.allTextContents());
    await editor.press("Escape");
  },

  async completion(editor) {
    await editor.openFile("ak-adapter.json");
    await editor.goTo(25, 1);
    await editor.press("End", "Enter");
    await editor.type('"ex');
    const row = editor.page.locator(".suggest-widget.visible .monaco-list-row.focused");
    await row.waitFor({ timeout: 10_000 }).catch(() => editor.press("Control+Space"));
    await until("the field is proposed", async () => ((await row.textContent()) ?? "").includes("execution"));
    const details = editor.page.locator(".suggest-details-container:visible .suggest-details");
    // What is proposed is described beside it, once that is asked for.
    if ((await details.count()) === 0) {
      await editor.press("Control+Space");
    }
    await until("the description", async () => ((await details.first().textContent()) ?? "").length > 40);
    await editor.picture("vscode-completion", [...(await row.allTextContents()), ...(await details.allTextContents())]);
    await editor.press("Escape");
    await editor.command("File: Revert File");
  },

  async manual(editor) {
    await editor.openFile("acme-agent.manifest.json");
    // Else half the text is out of sight, for the cursor's sake.
    await editor.goTo(1, 1);
    await editor.command("Fornax: Explain a Rule…");
    await editor.choose("marker-mismatch");
    await manual(editor, "marker-mismatch");
    await editor.command("View: Move Editor into Next Group");
    await editor.page.locator(".editor-group-container").nth(1).waitFor();
    // It is drawn anew in its new place.
    await editor.page.locator("iframe.webview.ready").first().waitFor();
    await manual(editor, "marker-mismatch");
    await sleep(2000);
    await editor.scrollToTop();
    await editor.picture("manual", []);
  },
};

/**
 * How long each extension took to be activated, in milliseconds, as the editor tells: to load its code, to call
 * `activate`, and until what that began was finished.
 */
async function activations(editor) {
  await editor.command("Developer: Startup Performance");
  const line = editor.page.locator(".editor-instance .view-line", { hasText: "System Info" }).first();
  await line.waitFor();
  // The report is longer than what is on screen. Its end may come later than its start, and the editor may
  // not have the focus yet.
  await until("the report is on the clipboard", async () => {
    await line.click();
    await editor.press("Control+A", "Control+C");
    await sleep(500);
    return (await editor.clipboard()).includes("Extension Activation Stats");
  });
  const rows = (await editor.clipboard()).matchAll(/^\| (\S+\.\S+) +\| \w+ +\| (\d+) +\| (\d+) +\| (\d+) +\|/gm);
  return [...rows].map(([, name, ...times]) => {
    const [load, call, finish] = times.map(Number);
    return { name, load, call, finish, own: call + finish };
  });
}

/** The line above another that has this in it. */
function lens(editor, text) {
  return editor.page.locator(".codelens-decoration a", { hasText: text }).first();
}

/** Accepts a path of the workspace in the dialog that asks for a place; also where a file is there already. */
async function accept(editor, path, { isThere = false } = {}) {
  const input = editor.page.locator(".quick-input-widget input[type=text]");
  const asks = editor.page.locator(".quick-input-widget:visible", { hasText: "Where the manifest is to be" });
  await asks.waitFor();
  await until("a place is proposed", async () => /\.json$/.test(await input.inputValue()));
  await editor.shoot("new-manifest-place");
  await input.fill(join(editor.workspace, path));
  // While the dialog still looks at folders it doesn't listen.
  await until("the place is accepted", async () => {
    await sleep(500);
    if (await asks.isVisible()) {
      await editor.press("Enter");
    }
    await sleep(500);
    return !(await asks.isVisible());
  });
  if (isThere) {
    await editor.page.locator(".quick-input-widget:visible", { hasText: "already exists" }).waitFor();
    await editor.press("Enter");
  }
}

async function quickFix(editor, title) {
  await editor.press("Control+.");
  await chooseAction(editor, title);
}

/** Chooses from the menu of fixes with the keyboard. */
async function chooseAction(editor, title) {
  await editor.page.locator(".action-widget .monaco-list-row", { hasText: title }).first().waitFor();
  const focused = editor.page.locator(".action-widget .monaco-list-row.focused");
  for (let step = 0; !((await focused.textContent()) ?? "").includes(title); step += 1) {
    assert.ok(step < 20, `${title} can't be reached with the keyboard`);
    await editor.press("ArrowDown");
  }
  await editor.press("Enter");
}

/** Waits until a rule's manual is on screen; it is shown in frames within frames. */
async function manual(editor, rule) {
  await editor.page.locator(".tabs-container .tab.active", { hasText: `${rule}.md` }).waitFor();
  const frame = editor.page.frameLocator("iframe.webview.ready").first().frameLocator("#active-frame");
  await frame.locator("h1", { hasText: rule }).waitFor();
}

// Ends a process at once, and tells whether it was still there.
function kill(pid) {
  try {
    return process.kill(pid, "SIGKILL");
  } catch (error) {
    assert.equal(error.code, "ESRCH");
    return false;
  }
}
