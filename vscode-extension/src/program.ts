/** Looks at the programs that could be the language server. */

import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, chmod } from "node:fs/promises";

import type { Candidate, Version } from "./lookup";
import { isAbsolute, isNewEnough, readVersion } from "./lookup";

/** How long a program may take to say which version it has, in milliseconds. */
export const PATIENCE_MS = 10_000;

/** A server that can be started. */
export interface Program extends Candidate {
  /** What it says of its version: `fornax-lsp 0.1.0`. */
  readonly version: string;
}

/** Why a candidate can't be used: one sentence that names it. */
export class Unusable extends Error {
  constructor(
    readonly candidate: Candidate,
    reason: string,
  ) {
    super(`${CALLED[candidate.source]}, ${candidate.path}, ${reason}.`);
  }
}

const CALLED: Record<Candidate["source"], string> = {
  setting: "The language server that `fornax.server.path` names",
  environment: "The language server that FORNAX_LSP names",
  bundled: "The language server that travels with the extension",
  path: "The language server on the PATH",
};

/**
 * Asks a candidate for its version.
 *
 * @throws {Unusable} if it isn't there, can't be started, or is too old.
 */
export async function examine(candidate: Candidate, oldest: Version, patience = PATIENCE_MS): Promise<Program> {
  const { path } = candidate;
  if (!isAbsolute(path, process.platform === "win32")) {
    throw new Unusable(candidate, "is no absolute path");
  }
  if (!(await can(path, constants.F_OK))) {
    throw new Unusable(candidate, "does not exist");
  }
  if (!(await can(path, constants.X_OK))) {
    await makeExecutable(candidate);
  }
  const output = await ask(candidate, patience);
  const version = readVersion(output);
  if (version === undefined) {
    throw new Unusable(candidate, "is another program: it does not answer `--version` as fornax-lsp does");
  }
  if (!isNewEnough(version, oldest)) {
    const needed = oldest.numbers.join(".");
    throw new Unusable(candidate, `is too old: it is ${output.trim()}, and ${needed} is needed`);
  }
  return { ...candidate, version: output.trim() };
}

/** A package that was unpacked by something careless has lost this; another's file is left alone. */
async function makeExecutable(candidate: Candidate): Promise<void> {
  const refused = new Unusable(candidate, "may not be executed; `chmod +x` would allow it");
  if (candidate.source !== "bundled") {
    throw refused;
  }
  try {
    await chmod(candidate.path, 0o755);
  } catch {
    throw refused;
  }
}

async function can(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode);
    return true;
  } catch {
    return false;
  }
}

function ask(candidate: Candidate, patience: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: patience, maxBuffer: 64 * 1024, windowsHide: true, killSignal: "SIGKILL" } as const;
    execFile(candidate.path, ["--version"], options, (error, stdout) => {
      if (error === null) {
        resolve(stdout);
      } else if (error.killed === true) {
        reject(new Unusable(candidate, `does not answer \`--version\` within ${patience / 1000} s`));
      } else {
        const reason = error.code === undefined ? error.message : String(error.code);
        reject(new Unusable(candidate, `can't be started (${reason})`));
      }
    });
  });
}
