/** New manifests, each from the snippet that the package has for its kind. */

import { homedir } from "node:os";

import * as vscode from "vscode";

/** A kind of document that can be started. */
interface Template extends vscode.QuickPickItem {
  readonly language: string;
  readonly file: string;
  /** Where such a file goes by its name. */
  readonly name: string;
}

const TEMPLATES: readonly Template[] = [
  {
    label: "agentic-kit adapter",
    detail: "ak-adapter.json: how agentic-kit detects and drives a host",
    language: "ak-adapter",
    file: "ak-adapter",
    name: "ak-adapter.json",
  },
  {
    label: "Fornax manifest",
    detail: "*.manifest.json: what Fornax adds to another tool's settings",
    language: "fornax-manifest",
    file: "fornax-manifest",
    name: "my-adapter.manifest.json",
  },
  {
    label: "agentic-kit kit.json",
    detail: "kit.json: which adapters a kit brings along",
    language: "json",
    file: "ak-kit",
    name: "kit.json",
  },
];

/** The part of a file of snippets that matters here. */
type Snippets = Record<string, { readonly body: readonly string[] }>;

/** Lets the user choose a kind, and opens a new document of it that is to be filled in. */
export async function newManifest(extension: vscode.Uri): Promise<void> {
  const chosen = await vscode.window.showQuickPick(TEMPLATES, { placeHolder: "The kind of manifest to start" });
  if (chosen === undefined) {
    return;
  }
  const file = vscode.Uri.joinPath(extension, "snippets", `${chosen.file}.json`);
  const snippets = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file))) as Snippets;
  const body = Object.values(snippets)[0]?.body ?? [];
  const place = await placeFor(chosen.name);
  if (place === undefined) {
    return;
  }
  const opened = await vscode.workspace.openTextDocument(place.with({ scheme: "untitled" }));
  const document = await vscode.languages.setTextDocumentLanguage(opened, chosen.language);
  const editor = await vscode.window.showTextDocument(document);
  await editor.insertSnippet(new vscode.SnippetString(body.join("\n")), new vscode.Position(0, 0));
}

/**
 * Where the user wants the new document to be, none where they think better of it. Nothing is written before they
 * save it.
 */
async function placeFor(name: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const place = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, name),
    filters: { JSON: ["json"] },
    title: "Where the manifest is to be",
    saveLabel: "Begin",
  });
  if (place !== undefined && ((await exists(place)) || isOpen(place))) {
    void vscode.window.showWarningMessage(`${place.fsPath} is there already. Choose another place, or open it.`);
    return undefined;
  }
  return place;
}

function isOpen(place: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.path === place.path);
}

async function exists(place: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(place);
    return true;
  } catch {
    return false;
  }
}
