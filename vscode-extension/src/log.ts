/** The server's log, as it writes it to its standard error. */

import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

/** How much a line matters. */
const LEVELS = ["error", "warn", "info", "debug"] as const;

/** Whoever shows lines, each at its own level. */
export type Shown = Record<(typeof LEVELS)[number], (text: string) => void>;

/** Seconds since the start, the level, and what there is to say. */
const LINE = /^ *\d+\.\d{3} (error|warn|info|debug) +(.*)$/;

/** Shows a line of the log at the level that it names; what is no such line is said by a program in need. */
export function showLine(line: string, shown: Shown): void {
  const [, level, text] = LINE.exec(line) ?? [];
  const known = LEVELS.find((name) => name === level);
  shown[known ?? "error"](text ?? line);
}

/** Shows all that comes. */
export function show(input: Readable, shown: Shown): void {
  createInterface({ input, crlfDelay: Infinity, terminal: false, historySize: 0 }).on("line", (line) => {
    showLine(line, shown);
  });
}
