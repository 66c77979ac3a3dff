/** New manifests, each from the snippet that the package has for its kind. */

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
  const place = vscode.Uri.joinPath(extension, "snippets", `${chosen.file}.json`);
  const snippets = JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(place))) as Snippets;
  const body = Object.values(snippets)[0]?.body ?? [];
  const document = await vscode.workspace.openTextDocument(await placeFor(chosen.name));
  await vscode.languages.setTextDocumentLanguage(document, chosen.language);
  const editor = await vscode.window.showTextDocument(document);
  await editor.insertSnippet(new vscode.SnippetString(body.join("\n")), new vscode.Position(0, 0));
}

/** Where the new document would be saved; nothing is written before the user says so. */
async function placeFor(name: string): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined) {
    return vscode.Uri.from({ scheme: "untitled", path: name });
  }
  const dot = name.indexOf(".");
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? name : `${name.slice(0, dot)}-${number}${name.slice(dot)}`;
    const place = vscode.Uri.joinPath(folder, tried);
    if (!(await exists(place)) && !isOpen(place)) {
      return place.with({ scheme: "untitled" });
    }
  }
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
