/** What the package says of itself to the editor. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

interface Contributed {
  readonly contributes: {
    readonly commands: readonly { command: string; enablement?: string }[];
    readonly walkthroughs: readonly { title: string; description: string; steps: readonly { title: string; description: string }[] }[];
  };
}

const { contributes } = JSON.parse(readFileSync(join(__dirname, "../package.json"), "utf8")) as Contributed;

test("a command is enabled for the documents that it is about", () => {
  const kinds = {
    "fornax.copyDigest": "fornax-manifest",
    "fornax.copyConsentHash": "ak-adapter",
    "fornax.previewInstallation": "fornax-manifest",
    "fornax.registerManifest": "fornax-manifest",
  };
  for (const [name, kind] of Object.entries(kinds)) {
    const found = contributes.commands.find(({ command }) => command === name);
    assert.equal(found?.enablement, `fornax.kind == '${kind}'`, name);
  }
});

test("a walkthrough's own texts are plain", () => {
  for (const walkthrough of contributes.walkthroughs) {
    for (const { title, description } of [walkthrough, ...walkthrough.steps]) {
      assert.doesNotMatch(`${title} ${description}`, /[`*]/);
    }
  }
});
