import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashFiles, Refusal, ROOT, runQuietly } from "./process.mjs";

const STAMP = join(ROOT, "node_modules/.firn-lock");
const OLDEST_NODE = [20, 19];

/**
 * Installs the packages of the lockfile when they are not the ones installed last. The stamp is written last, so an
 * interrupted install is done again.
 */
export async function ensureInstalled(signal) {
  refuseOldNode();
  const wanted = hashFiles(["package-lock.json"]);
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  process.stdout.write("Installing packages (once; better-sqlite3 may be compiled, about two minutes) …\n");
  try {
    await runQuietly("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {
      shell: process.platform === "win32",
      signal,
    });
  } catch (error) {
    const output = error.output ?? "";
    if (/better-sqlite3/.test(output)) {
      throw new Refusal(
        "better-sqlite3 could not be installed: allow downloads from its release page, or install a C++ compiler, make and Python 3, then start again",
      );
    }
    throw new Refusal(`npm ci failed: ${complaintOf(output) || error.message}`);
  }
  writeFileSync(STAMP, wanted);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Refusal(
    `Node ${process.versions.node} is too old: install Node ${OLDEST_NODE.join(".")} or newer`,
  );
}

/** What npm says went wrong, without its prefix: the first two lines that say anything. */
function complaintOf(output) {
  return output
    .split("\n")
    .filter((line) => /^npm (ERR!|error) \S/.test(line))
    .map((line) => line.replace(/^npm (ERR!|error) /, ""))
    .slice(0, 2)
    .join(", ");
}
