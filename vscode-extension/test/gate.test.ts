/** What wakes the extension. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

import { isOurs } from "../src/gate";

const REPOSITORY = join(__dirname, "../..");

function sees(name: string, text: string, language = "json", scheme = "file"): boolean {
  return isOurs({ scheme, language, name, text: () => text });
}

test("our files are known by their names", () => {
  for (const name of ["ak-adapter.json", "ak-adapter.jsonc", "x.manifest.json", ".manifest.json", "kit.json", "registry.json"]) {
    assert.ok(sees(name, ""), name);
  }
  for (const name of ["package.json", "xkit.json", "kit.jsonc", "manifest.json", "my-ak-adapter.json", "ak-adapter.json.bak"]) {
    assert.ok(!sees(name, "{}"), name);
  }
});

test("whatever its name, a manifest is known by what it holds", () => {
  for (const kind of ["ak-adapter", "fornax-manifest"]) {
    const text = readFileSync(join(REPOSITORY, `lint-cli/src/commands/init/${kind}.json`), "utf8");
    assert.ok(sees("hermes.json", text), kind);
    assert.ok(sees("Untitled-1", text, "jsonc", "untitled"), kind);
    assert.ok(!sees("hermes.json", text, "plaintext"), kind);
  }
  assert.ok(!sees("package.json", readFileSync(join(REPOSITORY, "vscode-extension/package.json"), "utf8")));
});

test("our languages are ours, and old revisions are nobody's", () => {
  assert.ok(sees("anything", "", "ak-adapter"));
  assert.ok(sees("Untitled-1", "", "fornax-manifest", "untitled"));
  assert.ok(!sees("ak-adapter.json", "", "ak-adapter", "git"));
});

test("of a huge text only the start is looked at", () => {
  const members = '"contract": 1, "host": {}, "detection": {}';
  const padding = `"a": "${"x".repeat(300 * 1024)}"`;
  assert.ok(sees("huge.json", `{ ${members}, ${padding} }`));
  assert.ok(!sees("huge.json", `{ ${padding}, ${members} }`));
});
