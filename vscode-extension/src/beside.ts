/** Life beside the editor's own JSON support: in files that stay JSON, only what is ours is added. */

import * as vscode from "vscode";
import type { ClientCapabilities, FeatureState, LanguageClient, ServerCapabilities, StaticFeature } from "vscode-languageclient/node";
import {
  DocumentFormattingRequest,
  DocumentRangeFormattingRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  SelectionRangeRequest,
} from "vscode-languageclient/node";

import { LANGUAGES, SCHEMES } from "./gate";
import { wantsAll } from "./scope";

/** The setting that has the editor mark faults of the syntax. */
export const VALIDATES = "json.validate.enable";

/**
 * What the editor does for JSON as well. Offered twice, an outline has two trees, and formatting asks
 * which formatter is meant: in all JSON files, other programs' included.
 */
const SHARED = [
  "documentFormattingProvider",
  "documentRangeFormattingProvider",
  "documentSymbolProvider",
  "foldingRangeProvider",
  "selectionRangeProvider",
] as const;

/** Narrows what the server offers, and tells it what the editor does by itself. */
export class BesideJson implements StaticFeature {
  readonly #isThere = vscode.extensions.getExtension("vscode.json-language-features") !== undefined;

  constructor(private readonly client: LanguageClient) {}

  fillClientCapabilities(capabilities: ClientCapabilities): void {
    const validates = vscode.workspace.getConfiguration().get(VALIDATES, true);
    const more = { checksJson: this.#isThere && validates };
    capabilities.experimental = { ...(capabilities.experimental as object | undefined), ...more };
  }

  preInitialize(capabilities: ServerCapabilities): void {
    // Where all files may be asked for, the library leaves the findings of what was closed to that
    // answer; they would stay for ever where the user doesn't want to see them.
    if (capabilities.diagnosticProvider !== undefined && !wantsAll()) {
      capabilities.diagnosticProvider.workspaceDiagnostics = false;
    }
    if (!this.#isThere) {
      return;
    }
    for (const name of SHARED) {
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- the client looks whether it is there
      delete capabilities[name];
    }
  }

  initialize(): void {
    if (!this.#isThere) {
      return;
    }
    const documentSelector = LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme })));
    const data = (method: string): { id: string; registerOptions: { documentSelector: typeof documentSelector } } => ({
      id: `fornax.${method}`,
      registerOptions: { documentSelector },
    });
    const { client } = this;
    client.getFeature(DocumentFormattingRequest.method).register(data(DocumentFormattingRequest.method));
    client.getFeature(DocumentRangeFormattingRequest.method).register(data(DocumentRangeFormattingRequest.method));
    client.getFeature(DocumentSymbolRequest.method).register(data(DocumentSymbolRequest.method));
    client.getFeature(FoldingRangeRequest.method).register(data(FoldingRangeRequest.method));
    client.getFeature(SelectionRangeRequest.method).register(data(SelectionRangeRequest.method));
  }

  getState(): FeatureState {
    return { kind: "static" };
  }

  clear(): void {
    // What was registered goes with the features that it was registered with.
  }
}
