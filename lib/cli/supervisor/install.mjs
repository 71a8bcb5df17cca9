import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failed, messageOf, Refusal, ROOT, runQuietly } from "./process.mjs";

const OLDEST_NODE = { major: 20, minor: 19 };
/** The one package that is compiled for a version of Node. */
const NATIVE = "better-sqlite3";

/**
 * Installs the packages of the lockfile where they are not installed, whoever did that, or don't fit the Node that runs.
 * @param {AbortSignal} [signal]
 */
export async function ensureInstalled(signal) {
  refuseOldNode();
  if (isInstalled(ROOT)) return;
  process.stdout.write("Installing packages (once; better-sqlite3 may be compiled, about two minutes) …\n");
  try {
    await runQuietly("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {
      shell: process.platform === "win32",
      ...(signal && { signal }),
    });
  } catch (error) {
    const output = error instanceof Failed ? error.output : "";
    if (output.includes(NATIVE)) throw nativeRefused();
    throw new Refusal(`npm ci failed: ${complaintOf(output) || messageOf(error)}`);
  }
  if (!fitsNode(ROOT)) throw nativeRefused();
}

/**
 * Whether the packages of the lockfile in `root` are there, and its native one loads in the Node that runs.
 * @param {string} root
 */
export function isInstalled(root) {
  return hasPackages(root) && fitsNode(root);
}

/**
 * npm writes last what it has installed. Packages of other systems are not there, and more than are wanted may be.
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
    if (path.includes("node_modules")) return {}; // never installed, or not to the end
    throw error;
  }
}

/**
 * Asked of another process: this one must not hold a file that an install replaces.
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

function nativeRefused() {
  return new Refusal(
    `${NATIVE} could not be installed: allow downloads from its release page, or install a C++ compiler, make and Python 3, then start again`,
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
 * What npm says went wrong, without its prefix: the first two lines that say anything.
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
