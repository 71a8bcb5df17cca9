import { spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { freePorts } from "./free-ports.mjs";
import { messageOf, runQuietly } from "./process.mjs";

/**
 * `replica`: starts a streaming replica of it. `kill`: as a machine that goes down.
 * @typedef {{ url: string, version: string, stop: () => Promise<void>, kill: () => Promise<void>,
 *   replica: () => Promise<Server> }} Server
 */

/** The server refuses to run as root. */
const NOBODY = 65_534;

/** A server of tests syncs nothing to disk. */
const FOR_TESTS = { max_connections: 300, fsync: "off", autovacuum: "off" };

/**
 * A PostgreSQL server on a free loopback port, with its data in a temporary folder. Its programs are looked for on the path
 * and where Debian has them, and installed by apt-get on Debian as root.
 * @param {NodeJS.ProcessEnv} env
 * @param {Record<string, string | number>} [own] its settings, in place of those for tests
 * @returns {Promise<Server | undefined>} undefined where there is none
 */
export async function startPostgres(env, own = FOR_TESTS) {
  const programs = findPrograms(env) ?? (await installPrograms(env));
  if (programs === undefined) return undefined;
  const make = (/** @type {string} */ data) =>
    run(
      join(programs, "initdb"),
      ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"],
      SERVER_USER,
    );
  return startServer(programs, make, own);
}

/** Whom the server runs as: nobody, where it would run as root. */
export const SERVER_USER = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/**
 * @param {string} programs
 * @param {(data: string) => Promise<unknown>} makeData
 * @param {Record<string, string | number>} own
 * @returns {Promise<Server>}
 */
async function startServer(programs, makeData, own) {
  const folder = mkdtempSync(join(tmpdir(), "firn-postgres-"));
  if (SERVER_USER.uid !== undefined) chownSync(folder, SERVER_USER.uid, SERVER_USER.gid);
  const data = join(folder, "data");
  const [port] = await freePorts(1);
  await makeData(data);
  const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: folder, ...own };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(programs, "postgres"), ["-D", data, ...options], {
    ...SERVER_USER,
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  /** @param {NodeJS.Signals} signal */
  const end = async (signal) => {
    server.kill(signal);
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const copy = (/** @type {string} */ copied) =>
    run(join(programs, "pg_basebackup"), ["-D", copied, "-R", "-c", "fast", "-d", url], SERVER_USER);
  for (let tries = 0; ; tries++) {
    try {
      const version = (await run(join(programs, "psql"), [url, "-Atc", "show server_version"], {})).trim();
      return {
        url,
        version,
        stop: () => end("SIGINT"),
        // At once, without a word to its clients or a checkpoint.
        kill: () => end("SIGQUIT"),
        replica: () => startServer(programs, copy, own),
      };
    } catch (error) {
      if (tries === 100 || server.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** @param {NodeJS.ProcessEnv} env */
function findPrograms({ PATH = "" }) {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, "bin")), ...PATH.split(delimiter)];
  return folders.find((folder) =>
    ["initdb", "postgres", "psql"].every((program) => existsSync(join(folder, program))),
  );
}

/** @param {NodeJS.ProcessEnv} env */
async function installPrograms(env) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  process.stdout.write("Installing PostgreSQL for the tests of the second engine …\n");
  try {
    await runQuietly("apt-get", ["update"]);
    await runQuietly("apt-get", ["install", "-y", "--no-install-recommends", "postgresql"]);
  } catch (error) {
    process.stderr.write(`PostgreSQL could not be installed by apt-get: ${messageOf(error)}\n`);
    return undefined;
  }
  return findPrograms(env);
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {{ uid?: number, gid?: number }} user
 * @returns {Promise<string>} what it printed
 */
function run(program, args, user) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...user, cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    child.stdout.on("data", (chunk) => (printed += chunk));
    let failed = "";
    child.stderr.on("data", (chunk) => (failed += chunk));
    child.once("error", reject);
    child.once("close", (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`${program} ended with ${code}: ${failed}`)),
    );
  });
}
