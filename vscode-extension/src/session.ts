/** A session with the language server: its start, its end, and what the user asks of it. */

import { homedir } from "node:os";
import { delimiter } from "node:path";

import * as vscode from "vscode";
import type { DocumentSelector, LanguageClientOptions, MessageActionItem, ShowMessageRequestParams } from "vscode-languageclient/node";
import {
  CloseAction,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ErrorAction,
  LanguageClient,
  LogMessageNotification,
  RevealOutputChannelOn,
  ShowMessageRequest,
  State,
} from "vscode-languageclient/node";

import { BesideJson, VALIDATES } from "./beside";
import { Crashes, TOO_MANY, WINDOW_MS } from "./crashes";
import { JSON_LANGUAGES, LANGUAGES, SCHEMES } from "./gate";
import { show } from "./log";
import type { Version } from "./lookup";
import { PROGRAM, candidates } from "./lookup";
import { linked } from "./manuals";
import { Previews, SCHEME as PREVIEWS, isPreview } from "./previews";
import type { Program } from "./program";
import { Unusable, examine } from "./program";
import { Order } from "./order";
import { question } from "./question";
import { Queue } from "./queue";
import { SCOPE } from "./scope";
import { Status } from "./status";
import type { FileStatus } from "./told";
import { sentences, title } from "./told";

/** The oldest server that answers all that is asked here. */
const OLDEST: Version = { numbers: [0, 1, 0], isPreview: false };

/** The settings that the server can't learn of while it runs. */
const NEEDS_RESTART = ["fornax.server", SCOPE, VALIDATES];

/** The server's command that returns a text for the clipboard. */
const COPY = "fornax.copy";

/** The server's command that returns what installing would make of a target. */
const PREVIEW = "fornax.preview";

/** The server's command that has the user asked whether to register a manifest. */
const REGISTER = "fornax.register";

/** The kind of the action that applies all safe fixes. */
const FIX_ALL = vscode.CodeActionKind.SourceFixAll.append("fornax");

/** The name of the server's log, and of the extension wherever it speaks. */
const NAME = "Fornax Lint";

/** What goes wrong between the library and a server is in the log; what the user should know the session says. */
class Client extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

export class Session implements vscode.Disposable {
  readonly #cx: vscode.ExtensionContext;
  readonly #output = vscode.window.createOutputChannel(NAME, { log: true });
  readonly #status = new Status((document) => this.#ask(document));
  readonly #queue = new Queue();
  readonly #crashes = new Crashes();
  readonly #previews = new Previews();
  readonly #watching: vscode.Disposable;
  #client: LanguageClient | undefined;
  #program: Program | undefined;

  constructor(cx: vscode.ExtensionContext) {
    this.#cx = cx;
    this.#watching = vscode.Disposable.from(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (NEEDS_RESTART.some((section) => change.affectsConfiguration(section))) {
          void this.restart();
        }
      }),
      // The server is told at its start, and another one may be the right one now.
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.restart()),
      vscode.workspace.registerTextDocumentContentProvider(PREVIEWS, {
        provideTextDocumentContent: ({ path }) => this.#previews.text(path),
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === PREVIEWS) {
          this.#previews.forget(uri.path);
        }
      }),
    );
  }

  dispose(): void {
    this.#watching.dispose();
    this.#status.dispose();
    this.#output.dispose();
  }

  // ---- start and end -------------------------------------------------------------------------

  start(): Promise<void> {
    return this.#queue.run(() => this.#start());
  }

  restart(): Promise<void> {
    this.#crashes.forget();
    return this.#queue.run(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  close(): Promise<void> {
    return this.#queue.close(() => this.#stop());
  }

  async #start(): Promise<void> {
    await this.#status.show("starting");
    const program = await this.#find();
    if (program === undefined) {
      return;
    }
    this.#program = program;
    this.#output.info(`starting ${program.version} (${program.source}): ${program.path}`);
    const client = this.#connect(program);
    this.#client = client;
    try {
      await client.start();
      await this.#status.show("running");
    } catch (error) {
      this.#output.error(`${program.version} did not start: ${words(error)}`);
      // Not awaited: another start waits for this one in the queue.
      void this.#ended(client);
    }
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      // One that has ended by itself needs no end.
      this.#output.debug(`the old server: ${words(error)}`);
    }
    await this.#status.show("stopped");
  }

  /** The server that is to be started, or none, and then the user has been told why. */
  async #find(): Promise<Program | undefined> {
    const isWindows = process.platform === "win32";
    const file = isWindows ? `${PROGRAM}.exe` : PROGRAM;
    const reasons: string[] = [];
    const all = candidates({
      isTrusted: vscode.workspace.isTrusted,
      setting: vscode.workspace.getConfiguration("fornax").get("server.path", ""),
      environment: process.env["FORNAX_LSP"],
      bundled: this.#cx.asAbsolutePath(`server/${file}`),
      folders: (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== ""),
      home: homedir(),
      isWindows,
    });
    for (const candidate of all) {
      try {
        const program = await examine(candidate, OLDEST);
        for (const reason of reasons) {
          this.#output.info(reason);
        }
        return program;
      } catch (error) {
        // Of all the folders on the PATH, nearly every one is without it.
        const isRemarkable = candidate.source !== "path" || !words(error).endsWith("does not exist.");
        if (isRemarkable) {
          reasons.push(error instanceof Unusable ? error.message : words(error));
        }
      }
    }
    await this.#fail(reasons.join(" "), ["Open Settings"]);
    return undefined;
  }

  #connect(program: Program): LanguageClient {
    const level = vscode.workspace.getConfiguration("fornax").get("server.logLevel", "warn");
    const run = { command: program.path, args: ["--log-level", level] };
    const client: LanguageClient = new Client("fornax", NAME, { run, debug: run }, this.#options(() => {
      void this.#ended(client);
    }));
    client.registerFeature(new BesideJson(client));
    client.onRequest(ShowMessageRequest.type, ask);
    // Its log holds the same.
    client.onNotification(LogMessageNotification.type, () => undefined);
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        void this.#status.refresh();
      }
    });
    return client;
  }

  #options(ended: () => void): LanguageClientOptions {
    const order = new Order();
    const told = (kind: string, { uri }: vscode.TextDocument, tell: () => Promise<void>): Promise<void> =>
      order.run(uri.toString(), kind, tell);
    return {
      documentSelector: selector(),
      outputChannel: this.#output,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      stdioOptions: { stdout: () => undefined, stderr: show },
      initializationOptions: () => ({
        fornax: vscode.workspace.getConfiguration("fornax"),
        trusted: vscode.workspace.isTrusted,
      }),
      initializationFailedHandler: () => false,
      errorHandler: {
        // What was under way when a server ended is not for the user: its end is dealt with below.
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          ended();
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
      middleware: {
        didOpen: (document, next) => told(DidOpenTextDocumentNotification.method, document, () => next(document)),
        didChange: (change, next) => told(DidChangeTextDocumentNotification.method, change.document, () => next(change)),
        didClose: (document, next) => told(DidCloseTextDocumentNotification.method, document, () => next(document)),
        sendNotification: (type, next, params) => {
          const uri = (params as { textDocument?: { uri?: string } } | undefined)?.textDocument?.uri ?? "";
          const kind = typeof type === "string" ? type : type.method;
          return order.send(uri, kind, () => next(type, params));
        },
        executeCommand: async (command, given, next): Promise<unknown> => {
          switch (command) {
            case COPY:
              await copy(String(given[0]), "");
              return undefined;
            case PREVIEW:
              await this.#preview(String(given[0]));
              return undefined;
            case REGISTER:
              // A refusal is shown in its own words.
              return this.#run(REGISTER, String(given[0]));
            default:
              return (await next(command, given)) as unknown;
          }
        },
        provideDiagnostics: async (document, previous, token, next) => {
          const report = await next(document, previous, token);
          if (report !== null && report !== undefined && "items" in report) {
            report.items.forEach(linked);
          }
          return report;
        },
        provideWorkspaceDiagnostics: (previous, token, report, next) =>
          next(previous, token, (chunk) => {
            for (const item of chunk?.items ?? []) {
              if ("items" in item) {
                item.items.forEach(linked);
              }
            }
            report(chunk);
          }),
        handleDiagnostics: (uri, findings, next) => {
          next(uri, findings.map(linked));
          // Of what is sent unasked it is a configuration, which the status tells of, too.
          void this.#status.refresh();
        },
      },
    };
  }

  /** The server has ended though nobody wanted it to. */
  async #ended(client: LanguageClient): Promise<void> {
    if (client !== this.#client) {
      return;
    }
    this.#client = undefined;
    const isWorthwhile = this.#crashes.note(Date.now());
    this.#output.error(`${this.#program?.version ?? PROGRAM} has ended unexpectedly`);
    await client.dispose().catch(() => undefined);
    if (isWorthwhile) {
      await this.start();
      return;
    }
    const minutes = WINDOW_MS / 60_000;
    const message = `${this.#program?.version ?? PROGRAM} ended ${TOO_MANY} times within ${minutes} minutes, and is not started again by itself. Its output says more.`;
    await this.#fail(message, ["Restart"]);
  }

  async #fail(message: string, more: ("Open Settings" | "Restart")[] = []): Promise<void> {
    this.#output.error(message);
    await this.#status.show("failed", message);
    // The queue goes on while the message is there.
    void vscode.window.showErrorMessage(`${NAME}: ${message}`, ...more, "Show Output").then((chosen) => {
      switch (chosen) {
        case "Open Settings":
          return vscode.commands.executeCommand("workbench.action.openSettings", "fornax.server.path");
        case "Restart":
          return this.restart();
        case "Show Output":
          this.showOutput();
          return undefined;
        case undefined:
          return undefined;
      }
    });
  }

  // ---- what the user asks for ------------------------------------------------------------------

  showOutput(): void {
    this.#output.show(true);
  }

  async showVersion(): Promise<void> {
    const { version } = this.#cx.extension.packageJSON as { version: string };
    const program = this.#program;
    const server = program === undefined ? "no language server" : `${program.version} (${program.source}, ${program.path})`;
    const text = `${NAME} ${version} with ${server}`;
    if ((await vscode.window.showInformationMessage(text, "Copy")) === "Copy") {
      await vscode.env.clipboard.writeText(text);
    }
  }

  async showStatus(): Promise<void> {
    const document = this.#document();
    const status = document === undefined ? undefined : await this.#ask(document);
    if (status === undefined) {
      void vscode.window.showInformationMessage("No JSON document is open here that the language server knows.");
      return;
    }
    const governing = status.configuration ?? "";
    const uri = governing === "" ? undefined : this.#client?.protocol2CodeConverter.asUri(governing);
    const words = sentences(status, uri?.fsPath ?? "");
    const more = uri === undefined ? [] : ["Open Configuration"];
    const tell = status.isConfigurationBroken === true ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
    if (uri !== undefined && (await tell(words, ...more)) !== undefined) {
      await vscode.window.showTextDocument(uri);
    } else if (uri === undefined) {
      void tell(words);
    }
  }

  async copyDigest(): Promise<void> {
    const document = this.#document();
    const status = document === undefined ? undefined : await this.#ask(document);
    if (status?.handled === true && status.kind !== "fornax-manifest") {
      void vscode.window.showWarningMessage(`This is an ${title(status)}: only a Fornax manifest has a digest by which it is registered.`);
      return;
    }
    const digest = await this.#execute("fornax.digest", document);
    if (document === undefined || typeof digest !== "string") {
      return;
    }
    await copy(digest, (await isOnDisk(document)) ? "" : " It is that of the text as it stands here, which is not what is on disk.");
  }

  async copyConsentHash(): Promise<void> {
    const hash = await this.#execute("fornax.consentHash", this.#document());
    if (hash === null) {
      void vscode.window.showWarningMessage("There is no consent hash: agentic-kit would refuse this document. Its errors have to be mended first.");
    } else if (typeof hash === "string") {
      await copy(hash, "");
    }
  }

  async register(): Promise<void> {
    await this.#execute(REGISTER, this.#document());
  }

  async preview(): Promise<void> {
    this.#compare(await this.#execute(PREVIEW, this.#document()));
  }

  async #preview(uri: string): Promise<void> {
    this.#compare(await this.#run(PREVIEW, uri));
  }

  /** Shows what a target holds beside what installing would make of it. */
  #compare(answer: unknown): void {
    if (!isPreview(answer)) {
      return;
    }
    if (answer.before === answer.after) {
      vscode.window.setStatusBarMessage(`${NAME}: installing would change nothing`, 5000);
      return;
    }
    const { before, after, title } = this.#previews.keep(answer);
    const uri = (path: string): vscode.Uri => vscode.Uri.from({ scheme: PREVIEWS, path });
    void vscode.commands.executeCommand("vscode.diff", uri(before), uri(after), title);
  }

  async fixAll(): Promise<void> {
    const document = this.#document();
    if (document === undefined) {
      openFirst();
      return;
    }
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      all,
      FIX_ALL.value,
    );
    const edit = actions.find(({ kind }) => kind !== undefined && FIX_ALL.contains(kind))?.edit;
    if (edit === undefined) {
      void vscode.window.setStatusBarMessage("Fornax Lint: there is nothing to fix safely", 5000);
    } else if (!(await vscode.workspace.applyEdit(edit))) {
      void vscode.window.showWarningMessage("The document has changed meanwhile; the fixes were not applied.");
    }
  }

  /** The document that a command is about: what is at hand, and where that is none, as in a walkthrough, the
   * manifest that was last. */
  #document(): vscode.TextDocument | undefined {
    const active = vscode.window.activeTextEditor?.document;
    const isMeant = active !== undefined && vscode.languages.match(filters(), active) > 0;
    return isMeant ? active : this.#status.last;
  }

  /** Has the server execute a command for a document. */
  async #execute(command: string, document: vscode.TextDocument | undefined): Promise<unknown> {
    const uri = document === undefined ? undefined : this.#client?.code2ProtocolConverter.asUri(document.uri);
    return this.#run(command, uri);
  }

  async #run(command: string, uri: string | undefined): Promise<unknown> {
    const client = this.#client;
    if (client?.isRunning() !== true) {
      void vscode.window.showWarningMessage(`${NAME} does not run; “Fornax: Restart Language Server” starts it.`);
      return undefined;
    }
    if (uri === undefined) {
      openFirst();
      return undefined;
    }
    try {
      return await client.sendRequest("workspace/executeCommand", { command, arguments: [uri] });
    } catch (error) {
      void vscode.window.showWarningMessage(`${NAME}: ${words(error)}`);
      return undefined;
    }
  }

  /** What the server says of a document; nothing where it isn't its concern or can't be told. */
  async #ask(document: vscode.TextDocument): Promise<FileStatus | undefined> {
    const client = this.#client;
    if (client?.isRunning() !== true || vscode.languages.match(filters(), document) === 0) {
      return undefined;
    }
    const textDocument = { uri: client.code2ProtocolConverter.asUri(document.uri) };
    try {
      return await client.sendRequest<FileStatus>("fornax/status", { textDocument });
    } catch (error) {
      this.#output.debug(`fornax/status: ${words(error)}`);
      return { handled: true, reason: "This server doesn't say whether and why it looks at a file." };
    }
  }
}

function filters(): { language: string; scheme: string }[] {
  const languages = [...LANGUAGES, ...JSON_LANGUAGES];
  return languages.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme })));
}

function selector(): DocumentSelector {
  // What is known of the disk follows from the configuration, wherever that is edited.
  return filters();
}

/** Asks the user what the server wants to know. The question stays until it is answered: one that hides by
 * itself would be taken for the answer no. */
async function ask(params: ShowMessageRequestParams): Promise<MessageActionItem | null> {
  const { title, detail, answers } = question(params.message, params.actions ?? []);
  const chosen = await vscode.window.showInformationMessage(title, { modal: true, detail }, ...answers);
  return chosen === undefined ? null : { title: chosen.title };
}

function openFirst(): void {
  void vscode.window.showInformationMessage("Open a manifest first.");
}

/** Whether a document's text is, byte for byte, what its file holds. */
async function isOnDisk(document: vscode.TextDocument): Promise<boolean> {
  if (document.isUntitled || document.isDirty) {
    return false;
  }
  try {
    const bytes = await vscode.workspace.fs.readFile(document.uri);
    return Buffer.from(bytes).equals(Buffer.from(document.getText(), "utf8"));
  } catch {
    return false;
  }
}

async function copy(text: string, remark: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  if (remark === "") {
    vscode.window.setStatusBarMessage(`$(copy) Copied ${text}`, 5000);
  } else {
    void vscode.window.showInformationMessage(`Copied ${text}.${remark}`);
  }
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
