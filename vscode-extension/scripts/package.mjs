// Packages the extension with a language server: node scripts/package.mjs --target TARGET --server FILE [--out FILE]
//
// What the package takes from elsewhere in the repository is staged in `stage/`, so that nothing that
// is generated lies among the sources. A file that nobody expects, and a package that is too large, are
// errors; `--any-size` is for tests, whose server is not built to be small.

import { chmod, cp, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { createVSIX, listFiles } from "@vscode/vsce";

import { bundle } from "./build.mjs";

/** What a package may weigh, in bytes. */
const LIMIT = 8 * 1000 * 1000;

/** The files that a package may hold. */
const EXPECTED = [
  /^(?:README|CHANGELOG)\.md$/,
  /^LICENSE-(?:APACHE|MIT)$/,
  /^package\.json$/,
  /^dist\/(?:extension|session)\.js$/,
  /^icons\/[a-z-]+\.(?:png|svg)$/,
  /^images\/[a-z-]+\.png$/,
  /^languages\/[a-z-]+(?:\.tmLanguage)?\.json$/,
  /^manuals\/[a-z0-9-]+\.md$/,
  /^server\/fornax-lsp(?:\.exe)?$/,
  /^snippets\/[a-z-]+\.json$/,
  /^walkthrough\/[a-z]+\.md$/,
];

const folder = fileURLToPath(new URL("..", import.meta.url));
const repository = fileURLToPath(new URL("../..", import.meta.url));
const stage = `${folder}stage`;

const { values } = parseArgs({
  options: {
    target: { type: "string" },
    server: { type: "string" },
    out: { type: "string" },
    "any-size": { type: "boolean", default: false },
  },
});
if (values.target === undefined || values.server === undefined) {
  throw new Error("usage: package.mjs --target TARGET --server FILE [--out FILE] [--any-size]");
}

await bundle();
await rm(stage, { recursive: true, force: true });
await mkdir(`${stage}/server`, { recursive: true });
for (const name of ["README.md", "dist", "icons", "images", "languages", "snippets", "walkthrough"]) {
  await cp(`${folder}${name}`, `${stage}/${name}`, { recursive: true });
}
for (const name of ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"]) {
  await cp(`${repository}${name}`, `${stage}/${name}`);
}
await cp(`${repository}docs/rules`, `${stage}/manuals`, { recursive: true });

// The package needs none of what builds it.
const manifest = JSON.parse(await readFile(`${folder}package.json`, "utf8"));
for (const key of ["devDependencies", "scripts", "private"]) {
  delete manifest[key];
}
manifest.files = ["**"];
await writeFile(`${stage}/package.json`, `${JSON.stringify(manifest, undefined, 2)}\n`);

const program = values.target.startsWith("win32") ? "fornax-lsp.exe" : "fornax-lsp";
await cp(values.server, `${stage}/server/${program}`);
await chmod(`${stage}/server/${program}`, 0o755);

const stray = (await listFiles({ cwd: stage, dependencies: false })).filter(
  (name) => !EXPECTED.some((expected) => expected.test(name)),
);
if (stray.length > 0) {
  throw new Error(`nobody expects these in the package: ${stray.join(", ")}`);
}

const out = resolve(values.out ?? `${folder}fornax-lint-${values.target}.vsix`);
// What the page shows lies in this folder of the repository, not at its top.
const { url, directory } = manifest.repository;
await createVSIX({
  cwd: stage,
  target: values.target,
  packagePath: out,
  dependencies: false,
  skipLicense: true,
  baseContentUrl: `${url}/blob/HEAD/${directory}`,
  baseImagesUrl: `${url}/raw/HEAD/${directory}`,
});
const { size } = await stat(out);
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const { size: unpacked } = await stat(values.server);
console.log(`The package weighs ${megabytes(size)}, of ${megabytes(LIMIT)} that it may; its server, unpacked, ${megabytes(unpacked)}.`);
if (size > LIMIT && !values["any-size"]) {
  throw new Error(`${out} weighs ${size} bytes, and may weigh ${LIMIT}`);
}
