/** The server's questions, as they are shown. */

import assert from "node:assert/strict";
import test from "node:test";

import { question } from "../src/question";

test("the first line asks, and the others stand below it", () => {
  const asked = question("Register the adapter `acme`?\nDigest: sha256:0.\nNeeds Fornax 0.0.9.", [{ title: "Register" }, { title: "Cancel" }]);
  assert.equal(asked.title, "Register the adapter `acme`?");
  assert.equal(asked.detail, "Digest: sha256:0.\nNeeds Fornax 0.0.9.");
  // Whoever closes it has not agreed.
  assert.deepEqual(asked.answers, [
    { title: "Register", isCloseAffordance: false },
    { title: "Cancel", isCloseAffordance: true },
  ]);
});

test("one line is enough", () => {
  assert.deepEqual(question("Go on?", []), { title: "Go on?", detail: "", answers: [] });
});
