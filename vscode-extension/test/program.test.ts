/** What is found out about a server before it is started. */

import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";

import type { Source, Version } from "../src/lookup";
import { Unusable, examine } from "../src/program";

const OLDEST: Version = { numbers: [0, 2, 0], isPreview: false };

const folder = mkdtempSync(join(tmpdir(), "fornax-program-"));
after(() => {
  rmSync(folder, { recursive: true });
});

const options = { skip: process.platform === "win32" ? "a script is no program on Windows" : false };

/** A program that does what a shell script says. */
function script(name: string, body: string, mode = 0o755): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, mode);
  return path;
}

async function complaint(path: string, source: Source = "setting", patience?: number): Promise<string> {
  const error: unknown = await examine({ source, path }, OLDEST, patience).then(
    () => assert.fail(`${path} is usable`),
    (error: unknown) => error,
  );
  assert.ok(error instanceof Unusable);
  assert.ok(error.message.includes(path), error.message);
  return error.message;
}

test("one that is new enough is taken with its version", options, async () => {
  const path = script("good", "echo fornax-lsp 0.2.1");
  const program = await examine({ source: "setting", path }, OLDEST);
  assert.deepEqual(program, { source: "setting", path, version: "fornax-lsp 0.2.1" });
});

test("what can't be used is named with the reason", options, async () => {
  assert.match(await complaint("fornax-lsp"), /no absolute path/);
  assert.match(await complaint(join(folder, "missing")), /does not exist/);
  const old = script("old", "echo fornax-lsp 0.1.9");
  assert.match(await complaint(old), /too old: it is fornax-lsp 0\.1\.9, and 0\.2\.0 is needed/);
  assert.match(await complaint(script("other", "echo hello")), /another program/);
  assert.match(await complaint(script("failing", "exit 3")), /can't be started \(3\)/);
  assert.match(await complaint(script("loud", "exec yes fornax-lsp")), /can't be started/);
  assert.match(await complaint(script("silent", "exec sleep 60"), "setting", 300), /within 0\.3 s/);
  assert.match(await complaint(folder), /can't be started|may not be executed/);
});

test("the package's own server gets back its permission, another's is left alone", options, async () => {
  const own = script("own", "echo fornax-lsp 0.2.0", 0o644);
  await examine({ source: "bundled", path: own }, OLDEST);
  assert.equal(statSync(own).mode & 0o777, 0o755);
  const path = script("others", "echo fornax-lsp 0.2.0", 0o644);
  assert.match(await complaint(path), /chmod \+x/);
  assert.equal(statSync(path).mode & 0o777, 0o644);
});
