/** Starts and stops follow one another, and an end to starting again. */

import assert from "node:assert/strict";
import test from "node:test";

import { Crashes, TOO_MANY, WINDOW_MS } from "../src/crashes";
import { Queue } from "../src/queue";

interface Job {
  readonly run: () => Promise<void>;
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

/** A job that takes until somebody says so. */
function job(name: string, log: string[]): Job {
  const job: { end: () => void; fail: (error: Error) => void } = { end: () => undefined, fail: () => undefined };
  const over = new Promise<void>((resolve, reject) => {
    job.end = resolve;
    job.fail = reject;
  });
  const run = async (): Promise<void> => {
    log.push(`${name} begins`);
    await over;
    log.push(`${name} ends`);
  };
  return { run, ...job };
}

test("jobs follow one another", async () => {
  const log: string[] = [];
  const queue = new Queue();
  const [a, b] = [job("a", log), job("b", log)];
  const done = [queue.run(a.run), queue.run(b.run)];
  b.end();
  a.end();
  await Promise.all(done);
  assert.deepEqual(log, ["a begins", "a ends", "b begins", "b ends"]);
});

test("of those that wait only the last is done, and all who asked are told", async () => {
  const log: string[] = [];
  const queue = new Queue();
  const jobs = ["a", "b", "c", "d"].map((name) => job(name, log));
  const done = jobs.map(({ run }) => queue.run(run));
  for (const { end } of jobs) {
    end();
  }
  await Promise.all(done);
  assert.deepEqual(log, ["a begins", "a ends", "d begins", "d ends"]);
});

test("a job that fails is no end of the others", async () => {
  const log: string[] = [];
  const queue = new Queue();
  const [a, b] = [job("a", log), job("b", log)];
  const first = assert.rejects(queue.run(a.run), /broken/);
  const second = queue.run(b.run);
  a.fail(new Error("broken"));
  b.end();
  await Promise.all([first, second]);
  await queue.run(() => Promise.resolve());
  assert.deepEqual(log, ["a begins", "b begins", "b ends"]);
});

test("a job may ask for another", async () => {
  const log: string[] = [];
  const queue = new Queue();
  const inner: Promise<void>[] = [];
  const note = (what: string) => (): Promise<void> => {
    log.push(what);
    return Promise.resolve();
  };
  await queue.run(async () => {
    inner.push(queue.run(note("inner")));
    await note("outer")();
  });
  await Promise.all(inner);
  assert.deepEqual(log, ["outer", "inner"]);
});

test("after the last job there is none", async () => {
  const log: string[] = [];
  const queue = new Queue();
  const last = job("last", log);
  const closed = queue.close(last.run);
  const late = queue.run(job("late", log).run);
  last.end();
  await Promise.all([closed, late]);
  assert.deepEqual(log, ["last begins", "last ends"]);
});

test("a server that keeps ending is given up, and one that ends now and then is not", () => {
  const crashes = new Crashes();
  for (let time = 1; time < TOO_MANY; time += 1) {
    assert.ok(crashes.note(time * 1000));
  }
  assert.ok(!crashes.note(TOO_MANY * 1000));
  crashes.forget();
  assert.ok(crashes.note(TOO_MANY * 1000));
  const patient = new Crashes();
  for (let time = 0; time < 50; time += 1) {
    assert.ok(patient.note((time * WINDOW_MS) / (TOO_MANY - 1)), String(time));
  }
});
