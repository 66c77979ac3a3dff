// Runs the unit tests: what needs no editor.

import { spawn } from "node:child_process";
import { readdir, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const folder = fileURLToPath(new URL("..", import.meta.url));

await rm(`${folder}out`, { recursive: true, force: true });
const tests = (await readdir(`${folder}test`)).filter((name) => name.endsWith(".test.ts"));
await build({
  absWorkingDir: folder,
  entryPoints: tests.map((name) => `test/${name}`),
  outdir: "out",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  sourcemap: "inline",
  logLevel: "warning",
});
const files = tests.map((name) => `out/${name.replace(/ts$/, "js")}`);
const child = spawn(process.execPath, ["--enable-source-maps", "--test", ...files], { cwd: folder, stdio: "inherit" });
child.once("exit", (code) => {
  process.exitCode = code ?? 1;
});
