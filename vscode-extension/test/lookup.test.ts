/** The order in which servers are tried, and which versions will do. */

import assert from "node:assert/strict";
import test from "node:test";

import type { Facts } from "../src/lookup";
import { candidates, isAbsolute, isNewEnough, readVersion } from "../src/lookup";

const FACTS: Facts = {
  isTrusted: true,
  setting: "",
  environment: undefined,
  bundled: "/ext/server/fornax-lsp",
  folders: ["/usr/bin", "relative", "", "/opt/bin/"],
  home: "/home/ann",
  isWindows: false,
};

function paths(facts: Partial<Facts>): string[] {
  return candidates({ ...FACTS, ...facts }).map(({ source, path }) => `${source} ${path}`);
}

test("the package's own server comes first, then those on the PATH", () => {
  assert.deepEqual(paths({}), ["bundled /ext/server/fornax-lsp", "path /usr/bin/fornax-lsp", "path /opt/bin/fornax-lsp"]);
});

test("one that was asked for is the only one", () => {
  assert.deepEqual(paths({ setting: "/my/lsp", environment: "/other" }), ["setting /my/lsp"]);
  assert.deepEqual(paths({ setting: " ~/lsp " }), ["setting /home/ann/lsp"]);
  assert.deepEqual(paths({ setting: "~ann/lsp" }), ["setting ~ann/lsp"]);
  assert.deepEqual(paths({ environment: "/debug/lsp" }), ["environment /debug/lsp"]);
  assert.equal(paths({ environment: "", setting: "  " })[0], "bundled /ext/server/fornax-lsp");
});

test("without trust nothing else may run", () => {
  const facts = { isTrusted: false, setting: "./evil.sh", environment: "/debug/lsp" };
  assert.deepEqual(paths(facts), ["bundled /ext/server/fornax-lsp"]);
});

test("Windows has its own names", () => {
  const folders = ["C:\\bin", "D:\\x\\", "x", "\\y", "\\\\server\\z"];
  assert.deepEqual(paths({ isWindows: true, bundled: "C:\\ext\\fornax-lsp.exe", folders }), [
    "bundled C:\\ext\\fornax-lsp.exe",
    "path C:\\bin\\fornax-lsp.exe",
    "path D:\\x\\fornax-lsp.exe",
    "path \\\\server\\z\\fornax-lsp.exe",
  ]);
});

test("absolute paths are known", () => {
  for (const path of ["/a", "//a"]) {
    assert.ok(isAbsolute(path, false), path);
  }
  for (const path of ["", "a", "./a", "../a", "~/a", "C:\\a"]) {
    assert.ok(!isAbsolute(path, false), path);
  }
  for (const path of ["", "a", "C:a", "\\a", "/a"]) {
    assert.ok(!isAbsolute(path, true), path);
  }
});

test("versions are read from what the server prints", () => {
  assert.deepEqual(readVersion("fornax-lsp 0.1.0\n"), { numbers: [0, 1, 0], isPreview: false });
  assert.deepEqual(readVersion("fornax-lsp 1.20.3-rc.1+abc\r\n"), { numbers: [1, 20, 3], isPreview: true });
  const others = ["", "fornax-lint 0.1.0", "fornax-lsp", "fornax-lsp 1.2", "fornax-lsp 1.2.3.4", "x fornax-lsp 1.2.3"];
  for (const output of others) {
    assert.equal(readVersion(output), undefined, output);
  }
});

test("versions are compared by their numbers", () => {
  const version = (text: string): NonNullable<ReturnType<typeof readVersion>> => {
    const read = readVersion(`fornax-lsp ${text}`);
    assert.ok(read, text);
    return read;
  };
  const rising = ["0.1.0-rc.1", "0.1.0", "0.1.1", "0.2.0", "0.10.0", "1.0.0"].map(version);
  for (const [a, one] of rising.entries()) {
    for (const [b, other] of rising.entries()) {
      assert.equal(isNewEnough(one, other), a >= b, `${a} ${b}`);
    }
  }
});
