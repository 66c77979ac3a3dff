/** The extension: inert until one of our files is opened, then a client of the language server. */

import * as vscode from "vscode";

import type { Session } from "./session";
import { JSON_LANGUAGES, isOurs } from "./gate";
import { Manuals } from "./manuals";
import { wantsAll } from "./scope";
import { newManifest } from "./templates";

/** The most text of a document without a file that is looked at while it is typed, in UTF-16 units. */
const TYPED_LENGTH = 64 * 1024;

let session: Promise<Session> | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const awake = (): Promise<Session> => (session ??= open(context, waiting));
  const waiting = watch(() => void awake());
  const manuals = new Manuals(context.extensionUri);
  const command = (name: string, run: (...given: unknown[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(name, run);
  context.subscriptions.push(
    waiting,
    manuals,
    command("fornax.newManifest", () => newManifest(context.extensionUri)),
    command("fornax.explainRule", (rule) => manuals.explain(rule)),
    command("fornax.restart", async () => (await awake()).restart()),
    command("fornax.showOutput", async () => {
      (await awake()).showOutput();
    }),
    command("fornax.showVersion", async () => (await awake()).showVersion()),
    command("fornax.showStatus", async () => (await awake()).showStatus()),
    command("fornax.copyDigest", async () => (await awake()).copyDigest()),
    command("fornax.copyConsentHash", async () => (await awake()).copyConsentHash()),
    command("fornax.previewInstallation", async () => (await awake()).preview()),
    command("fornax.registerManifest", async () => (await awake()).register()),
    command("fornax.fixAll", async () => (await awake()).fixAll()),
  );
}

export async function deactivate(): Promise<void> {
  await (await session)?.close();
}

/** Loads and starts what makes the extension more than a pair of eyes. */
async function open(context: vscode.ExtensionContext, waiting: vscode.Disposable): Promise<Session> {
  waiting.dispose();
  const { Session } = await import("./session.js");
  const opened = new Session(context);
  context.subscriptions.push(opened);
  await opened.start();
  return opened;
}

/** Waits for the first document that may be ours. */
function watch(seen: () => void): vscode.Disposable {
  const look = async (document: vscode.TextDocument): Promise<void> => {
    if (isOurs(sight(document)) || (mayBeJson(document) && (wantsAll() || (await isGoverned(document.uri))))) {
      seen();
    }
  };
  const opened = vscode.workspace.onDidOpenTextDocument(look);
  const saved = vscode.workspace.onDidSaveTextDocument(look);
  const changed = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document.isUntitled && mayBeJson(document) && document.getText().length < TYPED_LENGTH) {
      void look(document);
    }
  });
  // Those that are open already; what is found then must be able to end the wait.
  queueMicrotask(() => {
    for (const document of vscode.workspace.textDocuments) {
      void look(document);
    }
  });
  return vscode.Disposable.from(opened, saved, changed);
}

/** Whether a configuration may govern a file: it can say that any JSON file is a manifest. */
async function isGoverned(uri: vscode.Uri): Promise<boolean> {
  const top = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  for (let folder = vscode.Uri.joinPath(uri, ".."); top !== undefined; folder = vscode.Uri.joinPath(folder, "..")) {
    try {
      await vscode.workspace.fs.stat(vscode.Uri.joinPath(folder, "fornax-lint.toml"));
      return true;
    } catch {
      if (folder.path.length <= top.path.length) {
        break;
      }
    }
  }
  return false;
}

function mayBeJson(document: vscode.TextDocument): boolean {
  return (JSON_LANGUAGES as readonly string[]).includes(document.languageId);
}

function sight(document: vscode.TextDocument): Parameters<typeof isOurs>[0] {
  const { uri, languageId } = document;
  return {
    scheme: uri.scheme,
    language: languageId,
    name: uri.path.slice(uri.path.lastIndexOf("/") + 1),
    text: () => document.getText(),
  };
}
