// The workspace that the scenarios work on: each has files of its own.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

function template(kind) {
  return readFileSync(`${repository}/lint-cli/src/commands/init/${kind}.json`, "utf8");
}

/** A document of a kind without a fault, with an id of its own: nothing else in the workspace may have it. */
function of(kind, id) {
  return template(kind).replaceAll("my-adapter", id);
}

const adapter = (id) => of("ak-adapter", id);
const manifest = (id) => of("fornax-manifest", id);
const kit = () => template("ak-kit");
const REGISTRY = '{\n  "schema_version": 1,\n  "entries": []\n}\n';

/** A text with a member more at the start of its outermost object. */
function withMember(text, member) {
  return text.replace("{\n", `{\n  ${member},\n`);
}

/** Replaces a part that must be there. */
function replaced(text, part, other) {
  if (!text.includes(part)) {
    throw new Error(`the template is without ${part}`);
  }
  return text.replace(part, other);
}

/** What the program is for in pictures: a manifest with three faults. */
const EXAMPLE = readFileSync(`${repository}/docs/examples/acme-agent.manifest.json`, "utf8");

export const FILES = {
  "package.json": '{ "name": "somebody-elses" }\n',
  "unknown/ak-adapter.json": withMember(adapter("unknown"), '"zzAdapter": 1'),
  "unknown/one.manifest.json": withMember(manifest("unknown"), '"zzManifest": 1'),
  "unknown/kit.json": replaced(kit(), '"contract": 1', '"contract": 1, "zzKit": 1'),
  "unknown/adapters/registry.json": withMember(REGISTRY, '"zzRegistry": 1'),
  "comma.manifest.json": replaced(manifest("comma"), '"uninstall"]', '"uninstall",]'),
  "squiggles.manifest.json": replaced(
    replaced(withMember(manifest("squiggles"), '"sumary": "x"'), "~/.squiggles.json", "/home/ann/.squiggles.json"),
    '"type": "command"',
    `"type": "command", "text": "${"x".repeat(4200)}"`,
  ),
  "capability/ak-adapter.json": replaced(adapter("capability"), '"canBePrimary": false', '"canBePrimary": true'),
  "hover/ak-adapter.json": adapter("hover"),
  "complete/ak-adapter.json": replaced(adapter("complete"), '      "transcripts": false,\n', ""),
  "marker.manifest.json": replaced(manifest("marker"), '"command": "fornax-hook-marker"', '"command": "fornax_hook"'),
  "lens.manifest.json": manifest("lens"),
  "register.manifest.json": manifest("register"),
  "save.manifest.json": replaced(replaced(manifest("save"), '"uninstall"]', '"uninstall",]'), '.json" }', '.json", }'),
  "command/ak-adapter.json": replaced(adapter("command"), '["cli-subprocess"]', '["cli-subprocess",]'),
  "killed.manifest.json": manifest("killed"),
  "live.manifest.json": manifest("live"),
  "hash/ak-adapter.json": adapter("hash"),
  "refused/ak-adapter.json": replaced(adapter("refused"), '"contract": 1', '"contract": 0'),
  "promise.manifest.json": withMember(manifest("promise"), '"zzPromise": 1'),
  "new/notes.txt": "Nothing yet.\n",
  "broken/one.manifest.json": manifest("broken"),
  "broken/fornax-lint.toml": "[rulez]\n",
  "site.manifest.json": '{ "name": "A site", "icons": [], "start_url": "/" }\n',
  // A workspace must not be able to have a program of its own started, nor to call itself trusted.
  ".vscode/settings.json": '{ "fornax.server.path": "./evil.sh", "fornax.trusted": true }\n',
  "evil.sh": '#!/bin/sh\ntouch "$(dirname "$0")/executed"\n',
};

/** The workspace of the pictures. */
export const PICTURED = {
  "acme-agent.manifest.json": EXAMPLE,
  "ak-adapter.json": adapter("acme"),
};
