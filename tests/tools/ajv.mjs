// Validates every file of a folder with ajv: node ajv.mjs AJV_FOLDER SCHEMA FOLDER
//
// Prints an object: true, false, or null for what is no JSON, under the name of each file.
// Ajv's strict mode refuses keywords that it doesn't know, so ours and the editors' are named here.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [ajvFolder, schemaFile, folder] = process.argv.slice(2);
const { Ajv2020 } = createRequire(join(ajvFolder, "package.json"))("ajv/dist/2020.js");

const ajv = new Ajv2020({
  strict: true,
  // `legacy` and the root of a kit may be anything; only what is an object has members to describe.
  strictTypes: false,
});
ajv.addVocabulary([
  "defaultSnippets",
  "enumDescriptions",
  "errorMessage",
  "markdownDescription",
  "markdownEnumDescriptions",
  "patternErrorMessage",
  "x-missing-rule",
  "x-placeholder",
  "x-reason",
  "x-type-rule",
  "x-unknown-keys",
  "x-unknown-reason",
  "x-unknown-rule",
  "x-value-rule",
]);
const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, "utf8")));

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const verdicts = {};
for (const name of readdirSync(folder)) {
  try {
    verdicts[name] = validate(JSON.parse(decoder.decode(readFileSync(join(folder, name)))));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    verdicts[name] = null;
  }
}
console.log(JSON.stringify(verdicts));
