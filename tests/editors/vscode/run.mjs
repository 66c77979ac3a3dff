// Drives the packaged extension in a real editor: node run.mjs --vsix FILE --entry FILE --browser FILE
//   [--shots FOLDER]  where screenshots go
//   [--only TEXT]     only the scenarios whose names this pattern matches
//   [--pictures]      makes the pictures of the extension's page instead
//
// A scenario that fails leaves a screenshot, and the others run nevertheless.

import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { Editor } from "./editor.mjs";
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
  },
});
const given = { vsix: values.vsix, entry: values.entry, browser: values.browser };

const failed = values.pictures ? await makePictures() : await runScenarios();
if (failed.length > 0) {
  console.log(`FAILED in the editor, with screenshots in ${values.shots}:\n  ${failed.join("\n  ")}`);
  process.exit(1);
}

async function runScenarios() {
  const { shots } = values;
  await rm(shots, { recursive: true, force: true });
  return [
    ...(await session({ ...given, shots, files: FILES, name: "trusted" }, SCENARIOS)),
    ...(await session({ ...given, shots, files: FILES, name: "untrusted", isTrusted: false }, UNTRUSTED)),
  ];
}

function makePictures() {
  const shots = fileURLToPath(new URL("../../../vscode-extension/images", import.meta.url));
  return session({ ...given, shots, files: PICTURED, name: "picture", size: { width: 1120, height: 740 }, scale: 2 }, PICTURES);
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
  } finally {
    await editor.close();
  }
  return failed;
}
