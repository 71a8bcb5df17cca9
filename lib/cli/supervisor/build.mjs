import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { alone } from "./install.mjs";
import { Failed, hashFiles, messageOf, Refusal, ROOT, runQuietly } from "./process.mjs";

const SERVER_STAMP = join(ROOT, "dist/.firn-sources");
const WEB_STAMP = join(ROOT, ".next/.firn-sources");
/** What is bundled for the server, and how. @type {import("esbuild").BuildOptions & { entryPoints: Record<string, string> }} */
export const BUNDLE = {
  absWorkingDir: ROOT,
  entryPoints: {
    firn: "lib/cli/main.ts",
    plan: "lib/cli/plan.ts",
    "api-reader": "lib/cli/threads/api-reader.ts",
    "evm-worker": "lib/cli/threads/evm-worker.ts",
    "evm-reader": "lib/cli/threads/evm-reader.ts",
    "container-reader": "lib/cli/threads/container-reader.ts",
    "evm-senders": "lib/cli/threads/evm-senders.ts",
    "damage-search": "lib/cli/threads/damage-search.ts",
    background: "lib/cli/threads/background.ts",
  },
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
  sourcemap: true,
  logLevel: "error",
};
/** @param {string} path */
const isTest = (path) => /\.(test|bench)\.[a-z]+$|\/vectors\//.test(path);

/**
 * Bundles `lib/cli/main.ts` into `dist/firn.mjs` when one of its sources changed, so that no TypeScript loader is
 * needed at run time.
 */
export async function buildServer() {
  const wanted = hashFiles(["lib", "package.json", "package-lock.json", "tsconfig.json"], isTest);
  if (isFresh(SERVER_STAMP, wanted) && existsSync(join(ROOT, "dist/firn.mjs"))) return;
  const { build } = await import("esbuild");
  const { outputFiles } = await build({ ...BUNDLE, write: false });
  mkdirSync(join(ROOT, "dist"), { recursive: true });
  for (const { path, contents } of outputFiles) {
    // Whole at any moment: another process may build the same, or run it.
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
  writeStamp(SERVER_STAMP, wanted);
}

/**
 * Bundles again at each change of a source. Errors are printed, and the last good bundle stays.
 * @param {() => void} onRebuilt
 */
export async function watchServer(onRebuilt) {
  const { context } = await import("esbuild");
  let first = true;
  /** @param {import("esbuild").BuildResult} result */
  const report = (result) => {
    if (!first && result.errors.length === 0) onRebuilt();
    first = false;
  };
  /** @type {import("esbuild").Plugin[]} */
  const plugins = [{ name: "rebuilt", setup: (build) => build.onEnd(report) }];
  const watching = await context({ ...BUNDLE, plugins });
  await watching.watch();
  return () => watching.dispose();
}

/**
 * Builds the web app when one of its sources changed.
 * @param {AbortSignal} [signal]
 */
export async function buildWeb(signal) {
  const sources = ["app", "components", "lib", "public", "proxy.ts", "next.config.mjs", "tailwind.config.ts"];
  const wanted = hashFiles([...sources, "postcss.config.mjs", "package-lock.json", "tsconfig.json"], isTest);
  const isBuilt = () => isFresh(WEB_STAMP, wanted) && existsSync(join(ROOT, ".next/BUILD_ID"));
  if (isBuilt()) return;
  await alone(join(ROOT, ".building"), async () => {
    if (isBuilt()) return;
    process.stdout.write("Building the web app (once per change, about a minute) …\n");
    await runNextBuild(signal);
    writeStamp(WEB_STAMP, wanted);
  });
}

/** @param {AbortSignal} [signal] */
async function runNextBuild(signal) {
  try {
    await runQuietly(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
      env: { ...process.env, NODE_ENV: "production" },
      ...(signal && { signal }),
    });
  } catch (error) {
    const why = error instanceof Failed ? error.output : messageOf(error);
    throw new Refusal(`the web app could not be built:\n${why}`);
  }
}

/**
 * @param {string} stamp
 * @param {string} wanted
 */
function isFresh(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
}

/**
 * @param {string} stamp
 * @param {string} wanted
 */
function writeStamp(stamp, wanted) {
  mkdirSync(join(stamp, ".."), { recursive: true });
  writeFileSync(stamp, wanted);
}
