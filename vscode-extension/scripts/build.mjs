// Bundles the extension: what wakes with every JSON file is apart from what speaks to the server.

import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const folder = fileURLToPath(new URL("..", import.meta.url));

/** Bundles into `dist/`. */
export async function bundle() {
  await rm(`${folder}dist`, { recursive: true, force: true });
  await build({
    absWorkingDir: folder,
    entryPoints: ["src/extension.ts", "src/session.ts"],
    outdir: "dist",
    bundle: true,
    // The session is loaded when it is needed, and so is no part of the first bundle.
    external: ["vscode", "./session.js"],
    platform: "node",
    format: "cjs",
    target: "node20",
    supported: { "dynamic-import": false },
    minify: true,
    keepNames: true,
    legalComments: "none",
    logLevel: "warning",
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await bundle();
}
