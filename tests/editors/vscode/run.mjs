// Drives the packaged extension in a real editor: node run.mjs --vsix FILE --entry FILE --browser FILE
//   [--shots FOLDER]  where screenshots go
//   [--only TEXT]     only the scenarios whose names this pattern matches
//   [--pictures]      makes the pictures of the extension's page and of the site instead
//   [--remove FOLDER] takes this folder away at the end
//
// A scenario that fails leaves a screenshot, and the others run nevertheless.

import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { Editor, until } from "./editor.mjs";
import { FILES, PICTURED } from "./files.mjs";
import { PICTURES, SCENARIOS, UNTRUSTED } from "./scenarios.mjs";

const { values } = parseArgs({
  options: {
    vsix: { type: "string" },
    entry: { type: "string" },
    browser: { type: "string" },
    shots: { type: "string", default: fileURLToPath(new URL("shots", import.meta.url)) },
    only: { type: "string", default: "" },
    pictures: { type: "boolean", default: false },
    remove: { type: "string" },
  },
});
const given = { vsix: values.vsix, entry: values.entry, browser: values.browser };

process.on("exit", () => {
  if (values.remove !== undefined) {
    rmSync(values.remove, { recursive: true, force: true });
  }
});
// What drives the browser answers these signals with its end alone.
for (const [signal, number] of [["SIGHUP", 1], ["SIGINT", 2], ["SIGTERM", 15]]) {
  process.on(signal, () => process.exit(128 + number));
}

const failed = values.pictures ? await makePictures() : await runScenarios();
if (failed.length > 0) {
  console.log(`FAILED in the editor, with screenshots in ${values.shots}:\n  ${failed.join("\n  ")}`);
  process.exit(1);
}

async function runScenarios() {
  const { shots } = values;
  await rm(shots, { recursive: true, force: true });
  return [
    ...(await scenario("an editor ends with what drives it", leash)),
    ...(await session({ ...given, shots, files: FILES, name: "trusted" }, SCENARIOS)),
    ...(await session({ ...given, shots, files: FILES, name: "untrusted", isTrusted: false }, UNTRUSTED)),
  ];
}

function makePictures() {
  const { shots } = values;
  const images = fileURLToPath(new URL("../../../vscode-extension/images", import.meta.url));
  const screens = fileURLToPath(new URL("../../../docs/screens", import.meta.url));
  const size = { width: 1120, height: 740 };
  const after = (editor) => keepTexts(join(screens, "vscode.json"), editor.pictured);
  return session({ ...given, shots, images, screens, files: PICTURED, name: "picture", size, scale: 2, after }, PICTURES);
}

/** Keeps what can be read in each picture, by which a test sees that one is out of date. */
async function keepTexts(file, pictured) {
  const before = existsSync(file) ? JSON.parse(await readFile(file, "utf8")) : {};
  await writeFile(file, `${JSON.stringify({ ...before, ...pictured }, undefined, 2)}\n`);
}

/** Runs a scenario that needs no editor; its name, if it failed. */
async function scenario(name, run) {
  if (!new RegExp(values.only).test(name)) {
    return [];
  }
  try {
    await run();
    console.log(`ok      ${name}`);
    return [];
  } catch (error) {
    console.log(`FAILED  ${name}\n${error.stack}`);
    return [name];
  }
}

/** A process on the leash, and its folder, are gone once the one that started it is killed outright. */
async function leash() {
  const folder = await mkdtemp(join(tmpdir(), "fornax-leash-"));
  const program = `
    import { leashed } from ${JSON.stringify(new URL("editor.mjs", import.meta.url).href)};
    console.log(leashed(${JSON.stringify(folder)}, "sleep", ["1000"]).pid);
    setInterval(() => undefined, 1000);`;
  const driver = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const pid = Number(await new Promise((resolve) => driver.stdout.once("data", resolve)));
  const lives = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await until("it runs", lives);
  driver.kill("SIGKILL");
  await until("it has ended", () => !lives());
  await until("its folder is gone", () => !existsSync(folder));
}

/** Runs scenarios in one editor; the names of those that failed. */
async function session(given, scenarios) {
  const wanted = Object.entries(scenarios).filter(([name]) => new RegExp(values.only).test(name));
  if (wanted.length === 0) {
    return [];
  }
  const editor = await Editor.open(given);
  const failed = [];
  try {
    for (const [name, run] of wanted) {
      const start = Date.now();
      try {
        await run(editor);
        console.log(`ok      ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failed.push(name);
        console.log(`FAILED  ${name}\n${error.stack}`);
        await editor.shoot("failed").catch(() => undefined);
      }
      await editor.closeAll().catch((error) => console.log(`can't close all tabs: ${error.message}`));
    }
    await given.after?.(editor);
  } finally {
    await editor.close();
  }
  return failed;
}
