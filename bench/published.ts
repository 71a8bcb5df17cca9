import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { extractInterface } from "../lib/testbed/published/openapi";
import { PUBLISHED } from "../lib/testbed/published/published";

/** `npm run published -- FOLDER`: takes the facts of the published OpenAPI documents in FOLDER into the repository. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("say in which folder data-api.json and metrics-api.json are");
for (const name of PUBLISHED) {
  const extract = extractInterface(JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")));
  writeFileSync(`lib/testbed/published/${name}.json`, `${JSON.stringify(extract, undefined, 1)}\n`);
}
