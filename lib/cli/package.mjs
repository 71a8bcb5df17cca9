/**
 * `npm run package [-- TO] [--addons FOLDER]`: Firn for machines that have Node alone. Leaves in the folder TO (`package`)
 * the package, which is installed without its scripts, and `firn-explorer-VERSION.tgz`, which is that folder as npm packs it.
 * The one compiled module is in it for this machine's Node and system, and for those that FOLDER has one for: archives from
 * the release page of its package.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { nodeFileTrace } from "@vercel/nft";
import { ADDON, addonOf, NATIVE, OWN_ADDON, readAddonName } from "./supervisor/addon.mjs";
import { BUNDLE, buildServer, buildWeb } from "./supervisor/build.mjs";
import { ensureInstalled } from "./supervisor/install.mjs";
import { fail, Refusal, ROOT, runQuietly } from "./supervisor/process.mjs";

const NAME = "firn-explorer";
/** Read by Firn itself while it runs, from the folder of its package.json. */
const OWN = [
  "lib/cli/start.mjs",
  "lib/cli/supervisor",
  "lib/devnet/recordings",
  "lib/indexer/genesis",
  "docs",
  "public",
  "next.config.mjs",
  "README.md",
  "LICENSE",
  "CHANGELOG.md",
];
const OWN_LEFT_OUT = /\.ts$|^docs\/decisions\b/;
/** What the build leaves that no server reads. */
const BUILD_LEFT_OUT =
  /^\.next\/(cache|diagnostics|trace|types|dev|turbopack$|required-server-files\.js$)|\.(map|nft\.json)$/;
/** Of Next: what builds and develops, and images made smaller, which Firn does not ask for. */
const NEXT_LEFT_OUT = [
  "node_modules/{@img,sharp,detect-libc}/**",
  "node_modules/next/dist/docs/**",
  "node_modules/next/dist/compiled/{babel,babel-packages,next-devtools}/**",
  "node_modules/{typescript,esbuild,@esbuild,caniuse-lite}/**",
  "**/*.{d.ts,map}",
];
/** Of Next: what it looks for by names that no trace can follow, as it reads its configuration. */
const NEXT_ALSO = ["webpack", "@babel/runtime/package.json"].map(
  (path) => `node_modules/next/dist/compiled/${path}`,
);
/** The same of what `next build` lists. */
const LISTED_LEFT_OUT = /^node_modules\/(@img|sharp|detect-libc|typescript|caniuse-lite)\//;
const LICENCE = /^(licen[cs]e|notice|copying)/i;

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { addons: { type: "string" } },
  });
  const to = resolve(positionals[0] ?? "package");
  refuseOthers(to);
  await ensureInstalled();
  await buildServer();
  await buildWeb();
  await pack(to, values.addons);
} catch (error) {
  fail(error);
}

/**
 * What is in the folder is deleted: nothing but an earlier package may be.
 * @param {string} to
 */
function refuseOthers(to) {
  if (!existsSync(to) || readdirSync(to).length === 0) return;
  const manifest = join(to, "package.json");
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).name === NAME) return;
  throw new Refusal(`${to} has other files: name a folder that is empty, or does not exist yet`);
}

/**
 * @param {string} to
 * @param {string | undefined} addons
 */
async function pack(to, addons) {
  rmSync(to, { recursive: true, force: true });
  const app = join(to, "app");
  const { version, description, license, engines } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  const files = [...(await usedFiles()), ...OWN.flatMap((path) => filesIn(path, OWN_LEFT_OUT))];
  for (const file of [...files, ...filesIn(".next", BUILD_LEFT_OUT)]) {
    mkdirSync(dirname(join(app, file)), { recursive: true });
    cpSync(join(ROOT, file), join(app, file), { dereference: true });
  }
  // It names the folder in which it was built.
  const built = join(app, ".next/required-server-files.json");
  writeFileSync(built, readFileSync(built, "utf8").replaceAll(ROOT, "."));
  writeJson(join(app, "package.json"), { name: "firn", version, license, type: "module", private: true });
  for (const file of ["README.md", "LICENSE", "CHANGELOG.md"]) cpSync(join(ROOT, file), join(to, file));
  writeJson(join(to, "package.json"), {
    name: NAME,
    version,
    description,
    license,
    engines,
    bin: { [NAME]: "app/lib/cli/start.mjs" },
    files: ["app", "CHANGELOG.md"],
  });
  await placeAddons(app, addons);
  const how = ["--ignore-scripts", "--silent", "--pack-destination", to];
  const packed = await runQuietly("npm", ["pack", ...how, to]);
  const file = join(to, packed.trim());
  process.stdout.write(
    `${relative(process.cwd(), file)}: ${megabytes(statSync(file).size)}, ${megabytes(sizeOf(to) - statSync(file).size)} unpacked\n`,
  );
}

/** Files of the server bundle, of packages that it and the web load, and the licences of those. */
async function usedFiles() {
  const entries = Object.keys(BUNDLE.entryPoints).map((name) => join(ROOT, `dist/${name}.mjs`));
  const next = join(ROOT, "node_modules/next/dist/server/next.js");
  const { fileList } = await nodeFileTrace([...entries, next], { base: ROOT, ignore: NEXT_LEFT_OUT });
  const used = new Set([...fileList, ...NEXT_ALSO.flatMap((path) => filesIn(path))]);
  for (const list of filesIn(".next").filter((file) => file.endsWith(".nft.json")))
    for (const file of JSON.parse(readFileSync(join(ROOT, list), "utf8")).files) {
      const path = relative(ROOT, resolve(ROOT, dirname(list), file));
      if (path.startsWith("node_modules/") && !LISTED_LEFT_OUT.test(path)) used.add(path);
    }
  const folders = new Set([...used].flatMap(foldersOf));
  const licences = [...folders].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => LICENCE.test(name) && statSync(join(ROOT, folder, name)).isFile())
      .map((name) => `${folder}/${name}`),
  );
  return [...new Set([...used, ...licences])].filter((file) => !file.endsWith(ADDON));
}

/**
 * Folders above a file of a package.
 * @param {string} file
 * @returns {string[]}
 */
function foldersOf(file) {
  const folder = dirname(file);
  return folder.startsWith("node_modules/") ? [folder, ...foldersOf(folder)] : [];
}

/**
 * @param {string} app
 * @param {string | undefined} folder
 */
async function placeAddons(app, folder) {
  const own = join(app, addonOf(process.versions.modules, process.platform, process.arch));
  mkdirSync(dirname(own), { recursive: true });
  cpSync(join(ROOT, OWN_ADDON), own);
  if (folder === undefined) return;
  const { version } = JSON.parse(readFileSync(join(ROOT, `node_modules/${NATIVE}/package.json`), "utf8"));
  for (const name of readdirSync(folder)) {
    const made = readAddonName(name);
    if (made === undefined) continue;
    if (made.version !== version)
      throw new Refusal(`${name} is not of ${NATIVE} ${version}, which Firn uses`);
    const place = join(app, dirname(addonOf(made.abi, made.platform, made.arch)));
    mkdirSync(place, { recursive: true });
    const from = resolve(folder, name);
    const only = `build/Release/${ADDON}`;
    await runQuietly("tar", ["-xzf", from, "-C", place, "--strip-components=2", only]);
  }
}

/**
 * Files below `path`, relative to the root.
 * @param {string} path
 * @param {RegExp} [leftOut]
 * @returns {string[]}
 */
function filesIn(path, leftOut) {
  if (leftOut?.test(path)) return [];
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  return readdirSync(join(ROOT, path)).flatMap((name) => filesIn(`${path}/${name}`, leftOut));
}

/** @param {string} folder */
function sizeOf(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size;
  return bytes;
}

/** @param {number} bytes */
function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/**
 * @param {string} path
 * @param {unknown} value
 */
function writeJson(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
