// A real VS Code in a real browser, as a person sees and drives it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, readlink, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

/** How long anything may take to appear, in milliseconds; a busy machine is no fault. */
export const PATIENCE = 60_000;

/** What a person would set to see less, and what no test needs. */
const SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.colorTheme": "Default Light Modern",
  "workbench.enableExperiments": false,
  "telemetry.telemetryLevel": "off",
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "editor.minimap.enabled": false,
  "editor.hover.delay": 100,
  "chat.commandCenter.enabled": false,
  "files.simpleDialog.enable": true,
  "git.enabled": false,
  // Else a browser's editor saves by itself.
  "files.autoSave": "off",
};

/** One editor with one workspace, in folders of its own. */
export class Editor {
  #process;
  #browser;
  #port;
  #log = "";
  #shots = 0;
  /** What can be read in each picture that was made. */
  pictured = {};

  /**
   * Installs the package as a user does, starts the editor and opens the workspace.
   *
   * @param {object} given
   * @param {string} given.entry the start script of code-server
   * @param {string} given.vsix the package
   * @param {string} given.browser the Chromium to see with
   * @param {string} given.shots the folder for screenshots
   * @param {string} [given.images] the folder for pictures of the extension's page
   * @param {string} [given.screens] the folder for pictures that only the site has
   * @param {string} given.name what screenshots are named after
   * @param {Record<string, string>} given.files the workspace, by path
   * @param {boolean} [given.isTrusted] whether the editor asks for trust in no workspace
   * @param {Record<string, string>} [given.environment] of the editor
   * @param {{width: number, height: number}} [given.size] of the window
   * @param {number} [given.scale] how many dots a pixel has in pictures
   */
  static async open(given) {
    const editor = new Editor();
    editor.given = given;
    editor.folder = await mkdtemp(join(tmpdir(), "fornax-vscode-"));
    editor.workspace = join(editor.folder, "work");
    editor.data = join(editor.folder, "data");
    editor.extensions = join(editor.folder, "extensions");
    editor.home = join(editor.folder, "home");
    await mkdir(editor.home);
    try {
      await editor.write(given.files);
      await editor.settings({});
      await editor.#install();
      await editor.#start();
      await editor.#show();
    } catch (error) {
      await editor.close();
      throw error;
    }
    return editor;
  }

  async close() {
    await this.#browser?.close();
    if (this.#process !== undefined && this.#process.exitCode === null) {
      const gone = new Promise((resolve) => this.#process.once("exit", resolve));
      process.kill(-this.#process.pid, "SIGTERM");
      await Promise.race([gone, sleep(5000)]);
      if (this.#process.exitCode === null && this.#process.signalCode === null) {
        process.kill(-this.#process.pid, "SIGKILL");
      }
    }
    await until("no language server is left", async () => (await this.servers()).length === 0);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  // ---- what lies on disk -----------------------------------------------------------------------

  /** Writes files of the workspace. */
  async write(files) {
    for (const [name, text] of Object.entries(files)) {
      const place = join(this.workspace, name);
      // As private as Fornax wants a registry to be.
      await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      await writeFile(place, text, { mode: name.endsWith(".sh") ? 0o755 : 0o600 });
    }
  }

  /** What a file of the workspace holds. */
  read(name) {
    return readFile(join(this.workspace, name), "utf8");
  }

  /** Sets the user's settings, beside those that all tests have: as a user does, once the editor is open. */
  async settings(more) {
    const text = JSON.stringify({ ...SETTINGS, ...more }, undefined, 2);
    if (this.page === undefined) {
      const place = join(this.data, "User/settings.json");
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, text);
      return;
    }
    await this.#edit("Preferences: Open User Settings (JSON)", text);
  }

  /** Sets what only the machine can set, on which the extension runs. */
  async machineSettings(settings) {
    const title = `Preferences: Open Remote Settings (JSON) (127.0.0.1:${this.#port})`;
    await this.#edit(title, JSON.stringify(settings, undefined, 2));
  }

  /** Gives a file of settings a new text. */
  async #edit(title, text) {
    await this.command(title);
    await this.page.locator(".tabs-container .tab.active", { hasText: "settings.json" }).waitFor();
    await this.page.locator(".editor-instance .monaco-editor .view-lines .view-line").first().waitFor();
    await this.press("Control+A");
    await this.page.keyboard.insertText(text);
    await this.save();
    await this.command("View: Close Editor");
    await this.page.locator(".tabs-container .tab", { hasText: "settings.json" }).waitFor({ state: "detached" });
  }

  /** The language servers that run in this editor, as process ids. */
  async servers() {
    const found = [];
    for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
      const program = await readlink(`/proc/${pid}/exe`).catch(() => "");
      if (program.startsWith(this.folder) && program.includes("fornax-lsp")) {
        found.push(Number(pid));
      }
    }
    return found;
  }

  // ---- start -----------------------------------------------------------------------------------

  #arguments(...more) {
    return [this.given.entry, "--extensions-dir", this.extensions, "--user-data-dir", this.data, ...more];
  }

  #environment() {
    return { ...process.env, HOME: this.home, XDG_CONFIG_HOME: join(this.home, ".config"), XDG_DATA_HOME: join(this.home, ".local"), ...this.given.environment };
  }

  async #install() {
    const child = spawn(process.execPath, this.#arguments("--install-extension", this.given.vsix), {
      env: this.#environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (data) => (output += data));
    child.stderr.on("data", (data) => (output += data));
    const code = await new Promise((resolve) => child.once("exit", resolve));
    assert.equal(code, 0, output);
    assert.match(output, /was successfully installed/);
  }

  async #start() {
    this.#port = await freePort();
    const trust = this.given.isTrusted === false ? [] : ["--disable-workspace-trust"];
    const more = ["--auth", "none", "--bind-addr", `127.0.0.1:${this.#port}`, "--disable-telemetry", "--disable-update-check", ...trust, this.workspace];
    this.#process = leashed(this.folder, process.execPath, this.#arguments(...more), this.#environment());
    this.#process.stdout.on("data", (data) => (this.#log += data));
    this.#process.stderr.on("data", (data) => (this.#log += data));
    await until("the editor listens", () => {
      assert.equal(this.#process.exitCode, null, this.#log);
      return this.#log.includes("HTTP server listening");
    });
  }

  async #show() {
    this.#browser = await chromium.launch({
      executablePath: this.given.browser,
      args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking", "--font-render-hinting=none"],
    });
    const cx = await this.#browser.newContext({
      viewport: this.given.size ?? { width: 1280, height: 1000 },
      deviceScaleFactor: this.given.scale ?? 1,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    this.page = await cx.newPage();
    this.page.setDefaultTimeout(PATIENCE);
    await this.page.goto(`http://127.0.0.1:${this.#port}/?folder=${encodeURIComponent(this.workspace)}`);
    await this.page.locator(".monaco-workbench .part.statusbar").waitFor();
    await this.page.locator(".explorer-folders-view .monaco-list-row").first().waitFor();
  }

  // ---- what a person does ----------------------------------------------------------------------

  /** Opens a file by its name. */
  async openFile(name) {
    await this.page.keyboard.press("Control+P");
    const input = this.page.locator(".quick-input-widget input[type=text]");
    await input.waitFor();
    await input.fill(name);
    // The list is filled little by little; what is chosen must be the file, in its folder.
    const chosen = ".quick-input-list .monaco-list-row.focused";
    const parts = name.split("/").reverse();
    await until(`${name} is found`, async () => {
      const label = await this.page.evaluate((row) => document.querySelector(row)?.getAttribute("aria-label") ?? "", chosen);
      return label.startsWith(parts[0]) && parts.every((part) => label.includes(part));
    });
    await this.page.keyboard.press("Enter");
    await this.page.locator(".tabs-container .tab.active", { hasText: name.split("/").pop() }).waitFor();
    await this.page.locator(".editor-instance .monaco-editor .view-lines .view-line").first().waitFor();
  }

  /** Runs a command of the palette, by its title. */
  async command(title) {
    await this.page.keyboard.press("F1");
    const input = this.page.locator(".quick-input-widget input[type=text]");
    await input.waitFor();
    await input.fill(`>${title}`);
    const row = this.page.locator(".quick-input-list .monaco-list-row").filter({ has: this.page.getByText(title, { exact: true }) }).first();
    await row.waitFor();
    await row.click();
  }

  /** Whether the palette offers a command. */
  async offers(title) {
    await this.page.keyboard.press("F1");
    const input = this.page.locator(".quick-input-widget input[type=text]");
    await input.waitFor();
    await input.fill(`>${title}`);
    await this.page.locator(".quick-input-list .monaco-list-row").first().waitFor();
    const count = await this.page.locator(".quick-input-list .monaco-list-row").filter({ has: this.page.getByText(title, { exact: true }) }).count();
    await this.page.keyboard.press("Escape");
    return count > 0;
  }

  /** Puts the cursor somewhere, counted from 1. */
  async goTo(line, column = 1) {
    await this.page.keyboard.press("Control+G");
    const input = this.page.locator(".quick-input-widget input[type=text]");
    await input.waitFor();
    await input.fill(`:${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await this.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  }

  /** Scrolls the document at the left to its first line; the cursor stays where it is. */
  async scrollToTop() {
    await this.page.locator(".codelens-decoration a").first().waitFor();
    const { x, y, width, height } = await this.page.locator(".editor-instance .monaco-editor").first().boundingBox();
    await this.page.mouse.move(x + width / 2, y + height / 2);
    await this.page.mouse.wheel(0, -2000);
  }

  /** Closes all tabs, and throws away what is not saved. */
  async closeAll() {
    await this.press("Escape", "Escape");
    await this.command("View: Close All Editors");
    const dismiss = this.page.locator(".monaco-dialog-box .monaco-button", { hasText: "Don't Save" });
    await until("all tabs are closed", async () => {
      if (await dismiss.isVisible()) {
        await dismiss.click();
      }
      return (await this.page.locator(".tabs-container .tab").count()) === 0;
    });
  }

  /** Chooses an entry of the list that is open, by its label. */
  async choose(label) {
    const row = this.page.locator(".quick-input-list .monaco-list-row", { hasText: label }).first();
    await row.waitFor();
    await row.click();
  }

  /** What is on the clipboard. */
  clipboard() {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** The notification with this text. */
  notification(text) {
    const shown = ":is(.notifications-toasts, .notifications-center) .notification-list-item:visible";
    return this.page.locator(shown, { hasText: text }).first();
  }

  /** The notification with this text; one that the editor has put behind its bell is brought out. */
  async broughtOut(text) {
    const told = this.notification(text);
    await told.waitFor({ timeout: 10_000 }).catch(() => this.command("Notifications: Show Notifications"));
    await told.waitFor();
    return told;
  }

  /** The question that stands before everything else until it is answered. */
  dialog(text) {
    return this.page.locator(".monaco-dialog-box:visible", { hasText: text }).first();
  }

  /** What stands in the extension's output, from its start. */
  async output() {
    const logs = await readdir(join(this.data, "logs"), { recursive: true });
    const ours = logs.filter((name) => name.endsWith("Fornax Lint.log"));
    const texts = await Promise.all(ours.map((name) => readFile(join(this.data, "logs", name), "utf8")));
    return texts.join("");
  }

  /** What a file of the installed extension holds. */
  async installed(name) {
    const [folder] = (await readdir(this.extensions)).filter((folder) => folder.startsWith("fornax-lint."));
    return readFile(join(this.extensions, folder, name), "utf8");
  }

  /** Shows what stands beside the document's language, and returns its text. */
  async languageStatus() {
    await this.page.mouse.move(600, 300);
    const entry = this.page.locator(".statusbar-item[id='status.languageStatus']");
    await entry.hover();
    const hover = this.page.locator(".monaco-hover .hover-language-status");
    await hover.first().waitFor();
    const text = (await hover.allTextContents()).join("\n");
    return text.replaceAll("\u00a0", " ");
  }

  /** Types as a person does. */
  type(text) {
    return this.page.keyboard.type(text, { delay: 30 });
  }

  press(...keys) {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  /** Saves the open file, and waits until the editor has. */
  async save() {
    await this.page.keyboard.press("Control+S");
    await this.page.locator(".tabs-container .tab.active:not(.dirty)").waitFor();
  }

  /** Shows the Problems view. */
  async showProblems() {
    if (!(await this.page.locator(".markers-panel-container").isVisible())) {
      await this.page.keyboard.press("Control+Shift+M");
      await this.page.locator(".markers-panel-container").waitFor();
    }
  }

  // ---- what a person sees ----------------------------------------------------------------------

  /** The rows of the Problems view: the message, and the source with the rule behind it. */
  async problems() {
    await this.showProblems();
    return await this.page.locator(".markers-panel-container .monaco-list-row").evaluateAll((rows) =>
      rows
        .filter((row) => row.querySelector(".marker-message-line, .marker-message-details-container") !== null)
        .map((row) => ({
          message: row.querySelector(".marker-message-line")?.textContent ?? "",
          source: row.querySelector(".marker-source")?.textContent ?? "",
          code: row.querySelector(".marker-code")?.textContent ?? "",
          text: row.textContent ?? "",
        })),
    );
  }

  /** Waits until the Problems view shows these, by the rule or the text that each row must hold. */
  async expectProblems(...expected) {
    let seen = [];
    await until(
      () => `problems ${JSON.stringify(expected)}, seen ${JSON.stringify(seen)}`,
      async () => {
        seen = (await this.problems()).map(({ text }) => text);
        const left = [...seen];
        return (
          seen.length === expected.length &&
          expected.every((part) => {
            const at = left.findIndex((text) => text.includes(part));
            return at >= 0 && left.splice(at, 1).length === 1;
          })
        );
      },
    );
  }

  /** How many squiggles of a severity are on screen. */
  squiggles(severity = "error") {
    return this.page.locator(`.monaco-editor .view-overlays .squiggly-${severity}`).count();
  }

  /** The text of the open editor as far as it is on screen. */
  async visibleText() {
    const lines = await this.page.locator(".editor-instance .view-lines .view-line").evaluateAll((all) =>
      all
        .map((line) => ({ top: parseFloat(line.style.top), text: line.textContent.replaceAll("\u00a0", " ") }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text),
    );
    return lines.join("\n");
  }

  /**
   * Makes a picture for readers: of what is on screen, in a file of this name. What begins with `vscode-` is
   * for the site alone, and all else for the extension's page too. The texts are what can be read in it.
   */
  async picture(name, texts) {
    await this.restPointer();
    await this.#draw(name, texts);
  }

  /** The same with a hover that was asked for by keyboard, which goes when the pointer moves. */
  async pictureOfHover(name, texts) {
    await sleep(1500);
    await this.#draw(name, texts);
  }

  /** Puts the pointer where it has no hint shown. */
  async restPointer() {
    const hint = this.page.locator(".workbench-hover-container .monaco-hover:visible, .context-view .monaco-hover:visible");
    // A hint appears a while after the pointer came to rest, where what is drawn may have come under it since.
    await sleep(1500);
    await until("no hint is shown", async () => {
      // Where nothing answers to a pointer, and not by a leap, which is not always noticed.
      await this.page.mouse.move(500, this.given.size.height - 40, { steps: 5 });
      await this.page.mouse.move(500, this.given.size.height - 10, { steps: 5 });
      await sleep(500);
      return (await hint.count()) === 0;
    });
  }

  async #draw(name, texts) {
    const folder = name.startsWith("vscode-") ? this.given.screens : this.given.images;
    await this.page.screenshot({ path: join(folder, `${name}.png`) });
    this.pictured[name] = texts.map((text) => text.replaceAll("\u00a0", " "));
  }

  /** Keeps what is on screen. */
  async shoot(name) {
    this.#shots += 1;
    const number = String(this.#shots).padStart(2, "0");
    await mkdir(this.given.shots, { recursive: true });
    await this.page.screenshot({ path: join(this.given.shots, `${this.given.name}-${number}-${name}.png`) });
  }
}

/** Starts a program, the leader of a process group that ends when this process does, however that is. */
export function leashed(folder, program, given, env = process.env) {
  const leash = fileURLToPath(new URL("leash", import.meta.url));
  return spawn(leash, [folder, program, ...given], { env, stdio: ["pipe", "pipe", "pipe"], detached: true });
}

/** Waits until something holds. */
export async function until(what, holds, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    if (await holds()) {
      return;
    }
    if (Date.now() > end) {
      throw new assert.AssertionError({ message: `waited in vain: ${typeof what === "function" ? what() : what}` });
    }
    await sleep(100);
  }
}

export function sleep(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
