import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Root folder of this Firn. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");

/** A failure that a person can act on: printed as one sentence, exit code 1, no stack trace. */
export class Refusal extends Error {}

/** Ends the process with one sentence. A bug keeps its stack, so that it can be reported. */
export function fail(error) {
  const known = error instanceof Refusal || error?.code !== undefined;
  process.stderr.write(`firn: ${known ? sentenceOf(error) : (error?.stack ?? error)}\n`);
  process.exit(1);
}

function sentenceOf(error) {
  return error.hint ? `${error.message}: ${error.hint}` : error.message;
}

/** Runs a program on this terminal; resolves to its exit code. Signals reach it through the process group. */
export function runForeground(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: "inherit", ...options });
    const forward = (signal) => child.kill(signal);
    process.on("SIGTERM", forward);
    process.on("SIGINT", () => {});
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** Runs a program quietly; resolves to its combined output, rejects with the output's end when it fails. */
export function runQuietly(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"], ...options });
    const parts = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.stderr.on("data", (part) => parts.push(part));
    child.on("error", reject);
    child.on("exit", (code) => {
      const output = Buffer.concat(parts).toString("utf8");
      if (code === 0) resolve(output);
      else
        reject(Object.assign(new Error(`${program} ${args.join(" ")} ended with code ${code}`), { output }));
    });
  });
}

/** SHA-256 over the names and contents of files below `paths` (relative to the root), in a stable order. */
export function hashFiles(paths, skip = () => false) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((start) => listFiles(start)).sort()) {
    if (skip(path)) continue;
    hash.update(`${path}\0`);
    hash.update(readFileSync(join(ROOT, path)));
  }
  return hash.digest("hex");
}

function listFiles(path) {
  let entries;
  try {
    entries = readdirSync(join(ROOT, path), { withFileTypes: true });
  } catch (error) {
    if (error.code === "ENOTDIR") return [path];
    if (error.code === "ENOENT") return [];
    throw error;
  }
  return entries.flatMap((entry) => listFiles(`${path}/${entry.name}`));
}
