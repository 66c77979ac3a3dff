/** Texts that are only looked at. */

import assert from "node:assert/strict";
import test from "node:test";

import { Previews, isPreview } from "../src/previews";

test("an answer is known by its three texts", () => {
  assert.ok(isPreview({ path: "/home/mara/.acme/settings.json", before: "", after: "{}" }));
  for (const other of [undefined, null, "text", {}, { path: "/x", before: "", after: null }, { before: "", after: "" }]) {
    assert.ok(!isPreview(other), JSON.stringify(other));
  }
});

test("a comparison has the name of its target, and each its own documents", () => {
  const previews = new Previews();
  const one = previews.keep({ path: "/home/mara/.acme/settings.json", before: "old", after: "new" });
  const two = previews.keep({ path: "C:\\Users\\mara\\settings.json", before: "same", after: "same" });
  assert.equal(one.title, "settings.json: what installing would change");
  assert.equal(two.title, one.title);
  assert.equal(new Set([one.before, one.after, two.before, two.after]).size, 4);
  // The editor tells the language by the end of the name.
  assert.match(one.before, /\/settings\.json$/);
  assert.match(two.after, /\/settings\.json$/);
  assert.deepEqual([one.before, one.after, two.before].map((path) => previews.text(path)), ["old", "new", "same"]);
});

test("what is closed is forgotten, and so is what is never closed", () => {
  const previews = new Previews();
  const preview = { path: "/x.json", before: "b", after: "a" };
  const first = previews.keep(preview);
  previews.forget(first.after);
  assert.equal(previews.text(first.after), undefined);
  assert.equal(previews.text(first.before), "b");
  for (let count = 0; count < 4; count += 1) {
    assert.equal(previews.text(previews.keep(preview).after), "a");
  }
  assert.equal(previews.text(first.before), undefined);
});
