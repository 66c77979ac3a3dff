/** Which language server is started: a decision over facts, without a look at the machine. */

/** The program's name, without the ending that Windows wants. */
export const PROGRAM = "fornax-lsp";

/** Where a server comes from, as a person is told. */
export type Source = "setting" | "environment" | "bundled" | "path";

/** A server that could be started. */
export interface Candidate {
  readonly source: Source;
  readonly path: string;
}

/** What the decision rests on. */
export interface Facts {
  /** Whether the user trusts the workspace. */
  readonly isTrusted: boolean;
  /** The setting `fornax.server.path`, as the user wrote it. */
  readonly setting: string;
  /** `FORNAX_LSP` of the environment, for those who work on the server. */
  readonly environment: string | undefined;
  /** Where the package has its own server. */
  readonly bundled: string;
  /** The folders of PATH. */
  readonly folders: readonly string[];
  /** The user's home folder. */
  readonly home: string;
  /** Whether this is Windows. */
  readonly isWindows: boolean;
}

/**
 * The servers to try, the best first.
 *
 * One that was asked for by name is the only candidate: if it is unusable, the user wants to know,
 * not to have another one in its place. Where the workspace isn't trusted, nothing but the package's
 * own server may run, whatever settings and environment say.
 */
export function candidates(facts: Facts): readonly Candidate[] {
  const bundled: Candidate = { source: "bundled", path: facts.bundled };
  if (!facts.isTrusted) {
    return [bundled];
  }
  const setting = facts.setting.trim();
  if (setting !== "") {
    return [{ source: "setting", path: atHome(setting, facts.home) }];
  }
  if (facts.environment !== undefined && facts.environment !== "") {
    return [{ source: "environment", path: facts.environment }];
  }
  const separator = facts.isWindows ? "\\" : "/";
  const name = facts.isWindows ? `${PROGRAM}.exe` : PROGRAM;
  const found = facts.folders
    // A relative folder on PATH means whatever folder one happens to be in.
    .filter((folder) => isAbsolute(folder, facts.isWindows))
    .map((folder): Candidate => {
      const end = folder.endsWith(separator) ? "" : separator;
      return { source: "path", path: folder + end + name };
    });
  return [bundled, ...found];
}

/** Whether a path means the same from everywhere. */
export function isAbsolute(path: string, isWindows: boolean): boolean {
  return isWindows ? /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path) : path.startsWith("/");
}

function atHome(path: string, home: string): string {
  return /^~[\\/]/.test(path) ? home + path.slice(1) : path;
}

/** A version: three numbers, and what follows a hyphen. */
export interface Version {
  readonly numbers: readonly [number, number, number];
  readonly isPreview: boolean;
}

/** Reads what `fornax-lsp --version` prints; undefined where it is another program's. */
export function readVersion(output: string): Version | undefined {
  const match = /^fornax-lsp (\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]+)?(?:\+\S*)?\s*$/.exec(output);
  if (match === null) {
    return undefined;
  }
  const [, major, minor, patch, preview] = match;
  return { numbers: [Number(major), Number(minor), Number(patch)], isPreview: preview !== undefined };
}

/** Whether a version is as new as the oldest one that will do. */
export function isNewEnough(version: Version, oldest: Version): boolean {
  for (const [index, number] of version.numbers.entries()) {
    const other = oldest.numbers[index] ?? 0;
    if (number !== other) {
      return number > other;
    }
  }
  return oldest.isPreview || !version.isPreview;
}
