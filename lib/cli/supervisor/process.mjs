import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Root folder of this Firn. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");

/** Whether this is a package (`npm run package`), which is built and has all that it needs, and not the repository. */
export const IS_PACKAGE = !existsSync(join(ROOT, "lib/cli/main.ts"));

/** A failure that a person can act on: printed as one sentence, exit code 1, no stack trace. */
export class Refusal extends Error {}

/** A program that failed, with what it printed. */
export class Failed extends Error {
  /**
   * @param {string} message
   * @param {string} output
   */
  constructor(message, output) {
    super(message);
    this.output = output;
  }
}

/**
 * Ends the process with one sentence. An unexpected error keeps its stack, so that it can be reported.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  const known = error instanceof Refusal || codeOf(error) !== undefined;
  process.stderr.write(`firn: ${known ? sentenceOf(error) : stackOf(error)}\n`);
  process.exit(1);
}

/** @param {unknown} error */
function sentenceOf(error) {
  const hint = error instanceof Error && "hint" in error ? error.hint : undefined;
  return hint ? `${messageOf(error)}: ${hint}` : messageOf(error);
}

/** @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** @param {unknown} error */
export function stackOf(error) {
  return error instanceof Error ? error.stack : String(error);
}

/**
 * Code of a system error ("ENOENT") or of one of ours.
 * @param {unknown} error
 * @returns {string | undefined}
 */
export function codeOf(error) {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/**
 * Runs a program on this terminal; resolves to its exit code. Signals reach it through the process group.
 * @param {string} program
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function runForeground(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: "inherit", ...options });
    const forward = () => child.kill("SIGTERM");
    process.on("SIGTERM", forward);
    process.on("SIGINT", () => {});
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a program without showing its output. Resolves to that output, or rejects with a `Failed` that has it.
 * @param {string} program
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 * @returns {Promise<string>}
 */
export function runQuietly(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, ...options, stdio: ["ignore", "pipe", "pipe"] });
    /** @type {Buffer[]} */
    const parts = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.stderr.on("data", (part) => parts.push(part));
    child.on("error", reject);
    child.on("exit", (code) => {
      const output = Buffer.concat(parts).toString("utf8");
      if (code === 0) resolve(output);
      else reject(new Failed(`${program} ${args.join(" ")} ended with code ${code}`, output));
    });
  });
}

/**
 * SHA-256 over the names and contents of files below `paths` (relative to the root), in a stable order.
 * @param {string[]} paths
 * @param {(path: string) => boolean} [skip]
 */
export function hashFiles(paths, skip = () => false) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((start) => listFiles(start)).sort()) {
    if (skip(path)) continue;
    hash.update(`${path}\0`);
    hash.update(readFileSync(join(ROOT, path)));
  }
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  /** @type {import("node:fs").Dirent[]} */
  let entries;
  try {
    entries = readdirSync(join(ROOT, path), { withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === "ENOTDIR") return [path];
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
  return entries.flatMap((entry) => listFiles(`${path}/${entry.name}`));
}
