import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import type { StandardInput } from "../../contract/sources";
import { InputError } from "../../errors";
import { rootFolder } from "../../root-folder";

/** Solidity compilers that are installed as npm packages. */
export interface Compilers {
  /** `0.8.30`, newest last; read anew each time. */
  versions(): string[];
  /**
   * Runs the compiler of a version in a process of its own, with the sources that it is given and no file of this
   * machine.
   * @throws InputError BAD_PARAMETER when that version is not installed, or the compiler ends without an answer
   */
  compile(version: string, input: StandardInput, signal: AbortSignal): Promise<unknown>;
}

/** Big projects with the optimizer take about a minute. */
const TIMEOUT_MS = 180_000;
const MOST_OUTPUT = 64 * 1024 * 1024;
const HEAP_MIB = 2_048;

const runFile = promisify(execFile);

const packageFile = z.object({
  name: z.literal("solc"),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
});

/** @param folder the operator's; compilers that are installed with Firn are found without one */
export function openCompilers(folder: string | undefined): Compilers {
  const find = () => new Map(foldersOf(folder).flatMap(readCompiler));
  return {
    versions: () => [...find().keys()].sort(compareVersions),
    async compile(version, input, signal) {
      const compiler = find().get(version);
      if (compiler !== undefined) return run(compiler, input, signal);
      throw new InputError("BAD_PARAMETER", `solc ${version} is not installed`, {
        hint: `the operator installs it with npm install --prefix FOLDER solc-${version}@npm:solc@${version}, and sets FIRN_SOLC=FOLDER`,
      });
    },
  };
}

function foldersOf(folder: string | undefined): string[] {
  // Absolute, because the compiler's process runs elsewhere.
  const own = folder === undefined ? [] : [resolve(folder), resolve(folder, "node_modules")];
  const places = [join(rootFolder(), "node_modules"), ...own];
  return places.flatMap((place) => {
    try {
      return [place, ...readdirSync(place).map((name) => join(place, name))];
    } catch {
      return [];
    }
  });
}

function readCompiler(folder: string): [version: string, folder: string][] {
  // Other packages are many, and are not read.
  if (!/solc/i.test(folder)) return [];
  try {
    const file: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return [[packageFile.parse(file).version, folder]];
  } catch {
    return [];
  }
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}

/**
 * Reads the input, compiles it, and writes the answer. The compiler's own command ends before a long answer is written. Without
 * callbacks it reads no file.
 */
const SCRIPT = `
  let input = "";
  process.stdin.setEncoding("utf8").on("data", (text) => { input += text; });
  process.stdin.on("end", () => process.stdout.write(require(process.argv[1]).compile(input)));
`;

async function run(compiler: string, input: StandardInput, signal: AbortSignal): Promise<unknown> {
  const running = runFile(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, "-e", SCRIPT, compiler], {
    // Secrets of this process are none of its business.
    cwd: tmpdir(),
    env: { NODE_ENV: "production" },
    signal,
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
    maxBuffer: MOST_OUTPUT,
  });
  // It may end before it has read everything.
  running.child.stdin?.on("error", () => {});
  running.child.stdin?.end(JSON.stringify(input));
  try {
    return JSON.parse((await running).stdout);
  } catch (cause) {
    signal.throwIfAborted();
    const limits = `within ${TIMEOUT_MS / 1_000} s and ${MOST_OUTPUT / 2 ** 20} MiB`;
    throw new InputError("BAD_PARAMETER", `the compiler gave no answer ${limits}`, { cause });
  }
}
