/** Whether a document is worth starting the language server for; the server decides for good. */

/** The languages that are ours. */
export const LANGUAGES = ["ak-adapter", "fornax-manifest"] as const;

/** The languages of documents that may be ours. */
export const JSON_LANGUAGES = ["json", "jsonc"] as const;

/** The schemes of documents that are checked. An old revision in a comparison is none: each of its
 * findings would stand a second time among the problems. */
export const SCHEMES = ["file", "untitled", "vscode-remote", "vscode-vfs"] as const;

/** How much of a text is looked at, in UTF-16 code units. */
const HEAD_LENGTH = 256 * 1024;

/** What is known of a document. */
export interface Sight {
  readonly scheme: string;
  readonly language: string;
  /** Its last path component. */
  readonly name: string;
  /** Its text, which is fetched only where it matters. */
  readonly text: () => string;
}

/** Whether one of our files has been opened, by all that can be told cheaply. */
export function isOurs(sight: Sight): boolean {
  if (!includes(SCHEMES, sight.scheme)) {
    return false;
  }
  if (includes(LANGUAGES, sight.language)) {
    return true;
  }
  return includes(JSON_LANGUAGES, sight.language) && (hasOurName(sight.name) || holdsManifest(head(sight)));
}

/** Other programs have files of some of these names; the server looks into them. */
function hasOurName(name: string): boolean {
  return /^(?:ak-adapter\.jsonc?|kit\.json|registry\.json|.*\.manifest\.json)$/.test(name);
}

/** Whether a text has the members that tell a manifest, whatever its file is called. */
function holdsManifest(text: string): boolean {
  const has = (...keys: readonly string[]): boolean => keys.every((key) => text.includes(`"${key}"`));
  return (
    has("schema_version", "operations", "capabilities") ||
    has("contract", "host", "detection") ||
    has("contract", "host", "driving")
  );
}

function head(sight: Sight): string {
  const text = sight.text();
  return text.length > HEAD_LENGTH ? text.slice(0, HEAD_LENGTH) : text;
}

function includes(list: readonly string[], item: string): boolean {
  return list.includes(item);
}
