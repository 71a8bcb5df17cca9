#!/usr/bin/env node
/**
 * Entry of every command. Plain JavaScript without dependencies, because it runs before the install. Installs and
 * builds when the lockfile or the sources changed, then runs the command. It also supervises `up` (`npm start`). `build` does no
 * more than that: services that may not write their program's folder need it before they start. A package is built already.
 */
import { existsSync } from "node:fs";
import { buildServer, buildWeb } from "./supervisor/build.mjs";
import { nameCommands } from "./supervisor/command-name.mjs";
import { ensureInstalled } from "./supervisor/install.mjs";
import { nodeFlags } from "./supervisor/node-flags.mjs";
import { fail, IS_PACKAGE, Refusal, ROOT, runForeground } from "./supervisor/process.mjs";
import { supervise } from "./supervisor/supervise.mjs";

const [command = "up", ...args] = process.argv.slice(2);
const dev = args.includes("--dev");
// Relative paths of settings and arguments begin in one folder for all services: the repository, or where a package is called.
if (!IS_PACKAGE) process.chdir(ROOT);
if (existsSync(".env")) process.loadEnvFile(".env");
if (IS_PACKAGE) process.env.FIRN_DATA_DIR ||= "./firn-data";
nameCommands(process.env);
// An agent reads nothing but the protocol there.
if (command === "mcp") process.stdout.write = process.stderr.write.bind(process.stderr);
Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });

/** Before there are services to close, a signal just ends the install or the build. */
const early = new AbortController();
const leave = () => {
  early.abort();
  process.exit(0);
};
process.on("SIGINT", leave);
process.on("SIGTERM", leave);

try {
  if (dev && IS_PACKAGE)
    throw new Refusal("--dev is for a clone of the repository: a package has no sources");
  await ensureInstalled(early.signal);
  if (!IS_PACKAGE) await buildServer();
  // Check settings, ports and the node first, so that a mistyped port is reported before a minute of building.
  const plan = command === "up" ? await planUp() : undefined;
  if (["up", "web", "build"].includes(command) && !dev && !IS_PACKAGE) await buildWeb(early.signal);
  if (command === "build") process.exit(0);
  process.off("SIGINT", leave);
  process.off("SIGTERM", leave);
  if (plan !== undefined) await supervise(plan, dev);
  else
    process.exitCode = await runForeground(
      process.execPath,
      [...nodeFlags(command), `${ROOT}/dist/firn.mjs`, command, ...args],
      { cwd: process.cwd() },
    );
} catch (error) {
  fail(error);
}

async function planUp() {
  /** @type {typeof import("./plan")} */
  const bundled = await import(`${ROOT}/dist/plan.mjs`);
  return bundled.planUp(args, process.env);
}
