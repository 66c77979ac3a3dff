/** A document's events are told in the order in which they came. */

import assert from "node:assert/strict";
import test from "node:test";

import { Order } from "../src/order";

/** Tells of an event as the library does: some moments later for some kinds than for others. */
async function event(order: Order, log: string[], document: string, kind: string, moments: number): Promise<void> {
  await order.run(document, kind, async () => {
    for (let moment = 0; moment < moments; moment += 1) {
      await Promise.resolve();
    }
    await order.send(document, kind, () => {
      log.push(`${kind} ${document}`);
      return Promise.resolve();
    });
  });
}

test("an end that is quicker than a change waits for it, and a new start for the end", async () => {
  const order = new Order();
  const log: string[] = [];
  await Promise.all([
    event(order, log, "a", "change", 4),
    event(order, log, "a", "close", 1),
    event(order, log, "a", "open", 2),
    event(order, log, "a", "change", 4),
    event(order, log, "b", "close", 1),
  ]);
  assert.deepEqual(log.filter((line) => line.endsWith("a")), ["change a", "close a", "open a", "change a"]);
  // Documents don't wait for one another.
  assert.equal(log[0], "close b");
});

test("what has nobody before it is sent without a pause", () => {
  const order = new Order();
  let isSent = false;
  void order.run("a", "change", () =>
    order.send("a", "change", () => {
      isSent = true;
      return Promise.resolve();
    }),
  );
  assert.ok(isSent);
});

test("an event that can't be told holds up nothing", async () => {
  const order = new Order();
  const log: string[] = [];
  const failing = order.run("a", "change", () => Promise.reject(new Error("no server")));
  const close = event(order, log, "a", "close", 0);
  await assert.rejects(failing, /no server/);
  await close;
  assert.deepEqual(log, ["close a"]);
  // One that nobody has announced is sent as it comes.
  await order.send("a", "save", () => Promise.resolve(log.push("save a")));
  assert.deepEqual(log, ["close a", "save a"]);
});
