/** The server's log in the editor's output. */

import assert from "node:assert/strict";
import test from "node:test";

import type { Shown } from "../src/log";
import { showLine } from "../src/log";

function shown(line: string): string[] {
  const seen: string[] = [];
  const at = (level: string) => (text: string) => seen.push(`${level}: ${text}`);
  const all: Shown = { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug") };
  showLine(line, all);
  return seen;
}

test("a line is shown once, at its own level", () => {
  assert.deepEqual(shown("    0.012 warn  the setting `fornax.x` is unknown"), ["warn: the setting `fornax.x` is unknown"]);
  assert.deepEqual(shown("12345.678 error what: a fault"), ["error: what: a fault"]);
  assert.deepEqual(shown("    1.000 info  started"), ["info: started"]);
  assert.deepEqual(shown("    1.000 debug  "), ["debug: "]);
});

test("what the log doesn't write is an error", () => {
  for (const line of ["thread 'main' panicked at x.rs:1:1:", "0.012 warn", "    0.012 worn  x", ""]) {
    assert.deepEqual(shown(line), [`error: ${line}`]);
  }
});
