import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ADDONS, NATIVE, OWN_ADDON } from "./addon.mjs";
import { codeOf, Failed, IS_PACKAGE, messageOf, Refusal, ROOT, runQuietly } from "./process.mjs";

const OLDEST_NODE = { major: 20, minor: 19 };
/**
 * What a module contains that was compiled with the headers of Node 24.19 or newer. Node 24 then aborts when it collects an
 * object of the module; Node 26 has what those headers need. Downloaded modules are compiled with older headers.
 * @source https://github.com/nodejs/node/issues/65446
 */
const ABORTS = "RemoveEnvironmentCleanupHook";
const SOUND_HEADERS = "24.18.1";

/**
 * Installs the packages of the lockfile if any of them is missing, outdated or built for another Node. A package of Firn has
 * them inside, and refuses a Node and a system that it has no program for.
 * @param {AbortSignal} [signal]
 */
export async function ensureInstalled(signal) {
  refuseOldNode();
  if (IS_PACKAGE) {
    if (fitsNode(ROOT)) return;
    throw notPackaged();
  }
  if (isInstalled(ROOT)) return;
  await alone(join(ROOT, ".installing"), async () => {
    if (!isInstalled(ROOT)) await install(signal);
  });
}

/**
 * Runs `work` while no other process does, as services that are started together would. `lock` is a file with the process's id.
 * @param {string} lock
 * @param {() => Promise<void>} work
 */
export async function alone(lock, work) {
  while (!take(lock)) await sleep(LOOK_MS);
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** How often a process looks whether another one is done. */
const LOOK_MS = 200;

/** @param {string} lock */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    if (isLeft(lock)) removeLeft(lock);
    return false;
  }
}

/**
 * Removes the lock of a process that has died. Of those that wait only one does, and looks once more first: another one may
 * have removed it meanwhile, and what is there now is the lock of a process that works.
 * @param {string} lock
 */
function removeLeft(lock) {
  const turn = `${lock}-turn`;
  try {
    mkdirSync(turn);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    // A turn takes microseconds: an old one was left by a process that was killed in it.
    if (ageOf(turn) > LEFT_MS) rmSync(turn, { recursive: true, force: true });
    return;
  }
  try {
    if (isLeft(lock)) rmSync(lock, { force: true });
  } finally {
    rmSync(turn, { recursive: true, force: true });
  }
}

/** How old an empty lock, or a turn, is at most whose process still runs. */
const LEFT_MS = 5_000;

/**
 * Whether the process that took the lock has died. A lock that is gone was not left.
 * @param {string} lock
 */
function isLeft(lock) {
  try {
    const id = Number(readFileSync(lock, "utf8"));
    // Between its creation and its first byte, the file is empty.
    if (id === 0) return ageOf(lock) > LEFT_MS;
    process.kill(id, 0);
    return id === process.pid;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}

/**
 * The age of a file in milliseconds, and 0 where it is gone.
 * @param {string} path
 */
function ageOf(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 0 : Date.now() - found.mtimeMs;
}

/** @param {AbortSignal} [signal] */
async function install(signal) {
  process.stdout.write(`Installing packages (once; about two minutes if ${NATIVE} is compiled) …\n`);
  try {
    await runQuietly("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {
      shell: process.platform === "win32",
      env: { ...process.env, ...compileWith(headersFor(process.versions.node)) },
      ...(signal && { signal }),
    });
  } catch (error) {
    const output = error instanceof Failed ? error.output : "";
    if (output.includes(NATIVE)) throw nativeFailed();
    throw new Refusal(`npm ci failed: ${complaintOf(output) || messageOf(error)}`);
  }
  if (!isSound(ROOT)) throw abortsNode();
  if (!fitsNode(ROOT)) throw nativeFailed();
}

/**
 * Whether `root` has the packages of the lockfile, and the native one loads in this Node.
 * @param {string} root
 */
export function isInstalled(root) {
  return hasPackages(root) && isSound(root) && fitsNode(root);
}

/**
 * npm writes its own list last. Packages of other systems are not in it, and additional ones may be.
 * @param {string} root
 */
function hasPackages(root) {
  const wanted = readPackages(join(root, "package-lock.json"));
  const there = readPackages(join(root, "node_modules/.package-lock.json"));
  return Object.entries(wanted).every(([path, { version, integrity, optional, devOptional, link }]) => {
    const found = there[path];
    if (path === "" || link) return true;
    if (found === undefined) return Boolean(optional ?? devOptional);
    return found.version === version && found.integrity === integrity;
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} Locked
 */

/**
 * @param {string} path
 * @returns {Record<string, Locked>}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages ?? {};
  } catch (error) {
    if (path.includes("node_modules")) return {}; // not installed, or not completely
    throw error;
  }
}

/**
 * Loads it in another process, so that this one holds no file that an install replaces.
 * @param {string} root
 */
function fitsNode(root) {
  const load = `new (require("${NATIVE}"))(":memory:").close()`;
  try {
    execFileSync(process.execPath, ["-e", load], { cwd: root, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/**
 * The version of Node with whose headers the native module has to be compiled; undefined for the headers of `node` itself.
 * @param {string} node
 */
export function headersFor(node) {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  return major === 24 && minor >= 19 ? SOUND_HEADERS : undefined;
}

/** @param {string | undefined} headers */
function compileWith(headers) {
  return headers === undefined ? {} : { npm_config_target: headers };
}

/**
 * Whether the native module in `root` does not abort `node` after a while.
 * @param {string} root
 */
export function isSound(root, node = process.versions.node) {
  if (headersFor(node) === undefined) return true;
  const path = join(root, OWN_ADDON);
  return !existsSync(path) || !readFileSync(path).includes(ABORTS);
}

function abortsNode() {
  return new Refusal(
    `${NATIVE} was compiled with headers that make Node ${process.versions.node} abort: allow downloads from its release page, or compile it with the headers of Node ${SOUND_HEADERS}, then start again`,
  );
}

function nativeFailed() {
  return new Refusal(
    `${NATIVE} could not be installed: allow downloads from its release page, or install a C++ compiler, make and Python 3, then start again`,
  );
}

function notPackaged() {
  const here = `Node ${process.versions.node} (node-v${process.versions.modules}) on ${process.platform} ${process.arch}`;
  const there = readdirSync(join(ROOT, ADDONS)).join(", ");
  return new Refusal(
    `this package of Firn has no ${NATIVE} that loads in ${here}: run it with one of ${there}, or run Firn from a clone of its repository`,
  );
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor)) return;
  throw new Refusal(
    `Node ${process.versions.node} is too old: install Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer`,
  );
}

/**
 * npm's explanation, without its prefix: the first two lines with text.
 * @param {string} output
 */
function complaintOf(output) {
  return output
    .split("\n")
    .filter((line) => /^npm (ERR!|error) \S/.test(line))
    .map((line) => line.replace(/^npm (ERR!|error) /, ""))
    .slice(0, 2)
    .join(", ");
}
