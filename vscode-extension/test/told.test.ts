/** What is said of a file. */

import assert from "node:assert/strict";
import test from "node:test";

import { detail, sentences } from "../src/told";

const STATUS = { handled: true, kind: "fornax-manifest", reason: "It has the name." };

test("a configuration is named by its path, and told of where it can't be used", () => {
  assert.equal(sentences(STATUS, ""), "Fornax manifest. It has the name.");
  assert.equal(sentences(STATUS, "/w/fornax-lint.toml"), "Fornax manifest. It has the name. Governed by /w/fornax-lint.toml.");
  const broken = { ...STATUS, isConfigurationBroken: true };
  assert.match(sentences(broken, "/w/fornax-lint.toml"), /Governed by \/w\/fornax-lint\.toml, which can't be used: until it is mended/);
  assert.equal(detail(STATUS), "It has the name.");
  assert.equal(detail(broken), "Its fornax-lint.toml can't be used. It has the name.");
  assert.equal(detail(undefined), "");
});
