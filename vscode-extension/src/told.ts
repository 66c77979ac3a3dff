/** What the server tells of a file, in words. */

/** The server's answer to `fornax/status`. */
export interface FileStatus {
  readonly handled: boolean;
  /** Its kind, by name; null where it is none of ours. */
  readonly kind?: string | null;
  /** Why it is handled as that, or why it isn't: a sentence. */
  readonly reason?: string;
  /** The URI of the configuration that governs it. */
  readonly configuration?: string | null;
  /** Whether that can't be used. */
  readonly isConfigurationBroken?: boolean;
}

/** What a file is called in one or two words. */
export function title(status: FileStatus | undefined): string {
  if (status === undefined) {
    return "Not a document that is looked at";
  }
  if (!status.handled) {
    return "Not checked";
  }
  const kinds: Record<string, string> = {
    "ak-adapter": "agentic-kit adapter",
    "ak-kit": "agentic-kit kit.json",
    "fornax-manifest": "Fornax manifest",
    "fornax-registry": "Fornax registry",
  };
  return kinds[status.kind ?? ""] ?? status.kind ?? "Known to the server";
}

/** The rest, for the status item: what matters most comes first, since the end may be cut off. */
export function detail(status: FileStatus | undefined): string {
  const broken = status?.isConfigurationBroken === true ? "Its fornax-lint.toml can't be used." : "";
  return [broken, status?.reason ?? ""].filter((part) => part !== "").join(" ");
}

/** All there is to say; `path` is that of the configuration, as people know it. */
export function sentences(status: FileStatus, path: string): string {
  const broken = ", which can't be used: until it is mended, what it said before holds, or else the defaults";
  const governed = path === "" ? "" : `Governed by ${path}${status.isConfigurationBroken === true ? broken : ""}.`;
  return [`${title(status)}.`, status.reason ?? "", governed].filter((part) => part !== "").join(" ");
}
