/** What is said of the file at hand: whether it is checked, as what, and why. */

import * as vscode from "vscode";

import { JSON_LANGUAGES, LANGUAGES } from "./gate";
import type { FileStatus } from "./told";
import { detail, title } from "./told";

/** How the server fares. */
export type Health = "starting" | "running" | "stopped" | "failed";

/** How long after a change the server is asked again, in milliseconds. */
const PAUSE_MS = 300;

/** The status item beside the document's language. */
export class Status implements vscode.Disposable {
  readonly #item: vscode.LanguageStatusItem;
  readonly #watching: vscode.Disposable;
  #health: Health = "starting";
  #timer: NodeJS.Timeout | undefined;
  #asked = 0;
  #last: vscode.TextDocument | undefined;

  constructor(private readonly ask: (document: vscode.TextDocument) => Promise<FileStatus | undefined>) {
    this.#item = vscode.languages.createLanguageStatusItem("fornax.status", [...LANGUAGES, ...JSON_LANGUAGES]);
    this.#item.name = "Fornax Lint";
    this.#watching = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(() => void this.refresh()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document === vscode.window.activeTextEditor?.document) {
          clearTimeout(this.#timer);
          this.#timer = setTimeout(() => void this.refresh(), PAUSE_MS);
        }
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#watching.dispose();
    this.#item.dispose();
    void setHandled(false);
  }

  /** The manifest that was last at hand, if it is still open. */
  get last(): vscode.TextDocument | undefined {
    return this.#last?.isClosed === false ? this.#last : undefined;
  }

  /** Takes over how the server fares; `detail` says more where it doesn't run. */
  async show(health: Health, detail = ""): Promise<void> {
    this.#health = health;
    this.#item.busy = health === "starting";
    if (health === "running") {
      await this.refresh();
      return;
    }
    this.#asked += 1;
    await setHandled(false);
    const isFailure = health === "failed";
    this.#item.severity = isFailure ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    this.#item.text = { starting: "Fornax Lint is starting", stopped: "Fornax Lint is stopped", failed: "Fornax Lint does not run" }[health];
    this.#item.detail = detail;
    this.#item.command = isFailure
      ? { title: "Show Output", command: "fornax.showOutput" }
      : { title: "Restart", command: "fornax.restart" };
  }

  /** Asks about the file at hand anew. */
  async refresh(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (this.#health !== "running" || document === undefined) {
      return;
    }
    this.#asked += 1;
    const turn = this.#asked;
    const status = await this.ask(document);
    if (turn !== this.#asked) {
      // Somebody has asked since, and that answer counts.
      return;
    }
    const isHandled = status?.handled ?? false;
    if (isHandled) {
      this.#last = document;
    }
    await setHandled(isHandled, status?.kind ?? "");
    const { Information, Warning } = vscode.LanguageStatusSeverity;
    this.#item.severity = status?.isConfigurationBroken === true ? Warning : Information;
    this.#item.text = title(status);
    this.#item.detail = detail(status);
    this.#item.command = { title: "More", command: "fornax.showStatus" };
  }
}

/** Tells the editor what is at hand: which commands make sense follows from it. */
async function setHandled(isHandled: boolean, kind = ""): Promise<void> {
  await vscode.commands.executeCommand("setContext", "fornax.isHandled", isHandled);
  await vscode.commands.executeCommand("setContext", "fornax.kind", kind);
}
