/** The rules' manuals, which travel with the package: shown in the editor, without a network. */

import * as vscode from "vscode";

import { JSON_LANGUAGES, LANGUAGES } from "./gate";

/** The scheme of a manual's document. */
const SCHEME = "fornax-rule";

/** Who the findings are from. */
const SOURCE = "fornax-lint";

/** What the name of a rule looks like. */
const NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** Shows manuals, and offers them where a finding is. */
export class Manuals implements vscode.Disposable, vscode.TextDocumentContentProvider, vscode.CodeActionProvider {
  readonly #folder: vscode.Uri;
  readonly #registered: vscode.Disposable;

  constructor(extension: vscode.Uri) {
    this.#folder = vscode.Uri.joinPath(extension, "manuals");
    this.#registered = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.languages.registerCodeActionsProvider([...LANGUAGES, ...JSON_LANGUAGES], this, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
    );
  }

  dispose(): void {
    this.#registered.dispose();
  }

  /** Shows the manual of a rule, or of one that the user chooses. */
  async explain(given: unknown): Promise<void> {
    const rule = typeof given === "string" ? given : await this.#choose();
    if (rule === undefined) {
      return;
    }
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${rule}.md` });
    await vscode.commands.executeCommand("markdown.showPreview", uri);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const rule = uri.path.slice(1).replace(/\.md$/, "");
    const text = NAME.test(rule) ? await this.#read(rule) : undefined;
    return text ?? `# ${rule.replace(/[^\w-]/g, "")}\n\nThis version of the extension has no manual for this rule.\n`;
  }

  provideCodeActions(
    _document: vscode.TextDocument,
    _range: vscode.Range,
    cx: vscode.CodeActionContext,
  ): vscode.CodeAction[] {
    const rules = new Map<string, vscode.Diagnostic>();
    for (const finding of cx.diagnostics) {
      const rule = ruleOf(finding);
      if (rule !== undefined && !rules.has(rule)) {
        rules.set(rule, finding);
      }
    }
    return [...rules].map(([rule, finding]) => {
      const title = `Explain ${rule}`;
      const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
      action.diagnostics = [finding];
      action.command = { title, command: "fornax.explainRule", arguments: [rule] };
      return action;
    });
  }

  /** Lets the user choose among all rules, those of the findings at hand first. */
  async #choose(): Promise<string | undefined> {
    const here = new Set<string>();
    const uri = vscode.window.activeTextEditor?.document.uri;
    for (const finding of uri === undefined ? [] : vscode.languages.getDiagnostics(uri)) {
      const rule = ruleOf(finding);
      if (rule !== undefined) {
        here.add(rule);
      }
    }
    const all = (await this.#rules()).map(({ name, summary }) => ({
      label: name,
      description: here.has(name) ? "in this file" : "",
      detail: summary,
    }));
    all.sort((a, b) => Number(here.has(b.label)) - Number(here.has(a.label)));
    const placeHolder = "The rule to explain";
    return (await vscode.window.showQuickPick(all, { placeHolder, matchOnDetail: true }))?.label;
  }

  async #rules(): Promise<{ name: string; summary: string }[]> {
    const text = (await this.#read("index")) ?? "";
    const rows = text.matchAll(/^\| \[([a-z0-9-]+)\]\([^)]*\) \|[^|]*\|[^|]*\| (.*) \|$/gm);
    return [...rows].map(([, name = "", summary = ""]) => ({ name, summary: summary.replace(/[`\\]/g, "") }));
  }

  async #read(name: string): Promise<string | undefined> {
    try {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.#folder, `${name}.md`));
      return new TextDecoder().decode(bytes);
    } catch {
      return undefined;
    }
  }
}

/** The rule of a finding that is ours. */
export function ruleOf(finding: vscode.Diagnostic): string | undefined {
  if (finding.source !== SOURCE) {
    return undefined;
  }
  const code = typeof finding.code === "object" ? finding.code.value : finding.code;
  return typeof code === "string" && NAME.test(code) ? code : undefined;
}

/** The same finding, its code a link to the manual in the editor instead of a page on the web. */
export function linked(finding: vscode.Diagnostic): vscode.Diagnostic {
  const rule = ruleOf(finding);
  if (rule !== undefined) {
    const query = encodeURIComponent(JSON.stringify([rule]));
    finding.code = { value: rule, target: vscode.Uri.parse(`command:fornax.explainRule?${query}`) };
  }
  return finding;
}
