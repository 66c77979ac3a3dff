/** Whose findings the user wants to see. */

import * as vscode from "vscode";

/** The setting that says so. */
export const SCOPE = "fornax.diagnosticScope";

/** Whether the user wants to see the findings of files that aren't open. */
export function wantsAll(): boolean {
  return vscode.workspace.getConfiguration().get(SCOPE) === "workspace";
}
