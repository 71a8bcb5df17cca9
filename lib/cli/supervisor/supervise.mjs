import { fork } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { watchServer } from "./build.mjs";
import { LogFile } from "./log-file.mjs";
import { nodeFlags } from "./node-flags.mjs";
import { codeOf, ROOT, stackOf } from "./process.mjs";
import { showProgress } from "./progress.mjs";

/** @typedef {import("../plan").Plan} Plan */
/** @typedef {import("../plan").Service} Service */
/**
 * A service's process. `reloads`: it restarts when sources change; `reloading`: it was told to end for that.
 * @typedef {{ child: import("node:child_process").ChildProcess, reloads: boolean, reloading: boolean }} Run
 */
/** @typedef {{ started: boolean, all: () => Promise<void> }} Stop */
/** @typedef {{ addresses: [string, string][], notes: string[] }} Shown */
/** @typedef {{ ready?: string | boolean, refused?: string, addresses?: [string, string][], notes?: string[] }} Message */

const STOP_AFTER_MS = 8_000;
/** A service that takes longer to start does not hold up the next wave. */
const READY_WITHIN_MS = 60_000;
/** Pause between the end of a service and its restart: doubled each time, up to `last`. */
const PAUSE_MS = { first: 1_000, last: 60_000 };
/** A service that ran this long counts as healthy: earlier failures are forgotten, and its settings are valid. */
const STEADY_AFTER_MS = 60_000;

/**
 * Runs every service of `firn up` and keeps each of them running: a service that ends is restarted, however often. Ends
 * with code 0 within 10 s of SIGINT or SIGTERM, or when the parent process is gone; with code 1 and one sentence when a
 * service refuses a setting at its first start.
 * @param {Plan} plan
 * @param {boolean} dev
 */
export async function supervise(plan, dev) {
  goOnWhatever();
  for (const warning of plan.warnings) complain(`firn: ${warning}`);
  /** @type {Set<Run>} */
  const running = new Set();
  /** @type {Shown} */
  const shown = { addresses: [], notes: [] };
  const stop = stopper(running);
  stopOnSignals(stop);
  /** @type {ReturnType<typeof keepRunning>[]} */
  let last = [];
  for (const wave of plan.waves) {
    last = wave.map((service) => keepRunning(service, { plan, running, stop, shown }));
    await Promise.all(last.map(({ begun }) => begun));
    if (stop.started) return;
  }
  if (dev) await watchServer(() => reload(running));
  await Promise.all(last.map(({ ready }) => ready));
  process.stdout.write(
    `\n${[...plan.addresses, ...shown.addresses].map(([name, url]) => `  ${name.padEnd(14)} ${url}`).join("\n")}\n`,
  );
  for (const note of shown.notes) process.stdout.write(`\n${note}\n`);
  process.stdout.write(`\nFirn is ready: ${plan.webUrl}\n`);
  process.send?.({ ready: plan.webUrl });
  await showProgress(plan, () => stop.started);
}

/**
 * Runs a service until Firn stops. `begun` resolves once the next wave may start: the service is ready, has ended or
 * takes too long. `ready` resolves when it is ready for the first time.
 * @param {Service} service
 * @param {{ plan: Plan, running: Set<Run>, stop: Stop, shown: Shown }} context
 */
function keepRunning(service, { plan, running, stop, shown }) {
  const log = new LogFile(join(plan.logDir, `${service.name}.log`), {
    complain: (sentence) => complain(`firn: ${sentence}`),
  });
  const ready = promise();
  const begun = promise();
  let failures = 0;
  let runs = 0;
  const run = () => {
    if (stop.started) return;
    const isFirst = ++runs === 1;
    const startedAt = performance.now();
    const late = setTimeout(() => {
      complain(`${service.name} is still starting: see ${plan.logDir}/${service.name}.log`);
      begun.resolve();
    }, READY_WITHIN_MS);
    /** @param {Message} message */
    const whenReady = ({ addresses = [], notes = [] }) => {
      clearTimeout(late);
      if (!ready.isResolved()) shown.addresses.push(...addresses);
      if (!ready.isResolved()) shown.notes.push(...notes);
      ready.resolve();
      begun.resolve();
    };
    /**
     * @param {unknown} reason
     * @param {string | undefined} refusal
     */
    const whenEnded = (reason, refusal) => {
      running.delete(started);
      clearTimeout(late);
      begun.resolve();
      if (stop.started) return ready.resolve();
      if (started.reloading) return run();
      const isSteady = performance.now() - startedAt > STEADY_AFTER_MS;
      if (refusal !== undefined && isFirst && !isSteady) return giveUp(refusal, stop);
      failures = isSteady ? 1 : failures + 1;
      const waitMs = Math.min(PAUSE_MS.last, PAUSE_MS.first * 2 ** (failures - 1));
      complain(`${service.name} ended (${reason}), restarting it in ${waitMs / 1_000} s`);
      setTimeout(run, waitMs);
    };
    const started = startProcess(service, log, { whenReady, whenEnded });
    running.add(started);
  };
  run();
  return { ready: ready.promise, begun: begun.promise };
}

/**
 * Starts a service's process. Calls `whenReady`, and once `whenEnded` with the reason; neither before it returns.
 * @param {Service} service
 * @param {LogFile} log
 * @param {{ whenReady: (message: Message) => void, whenEnded: (reason: unknown, refusal: string | undefined) => void }}
 * listeners
 * @returns {Run}
 */
function startProcess(service, log, { whenReady, whenEnded }) {
  const child = fork(join(ROOT, "dist/firn.mjs"), [service.name, ...service.args], {
    execArgv: nodeFlags(service.name),
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { ...process.env, ...service.env },
  });
  const complaints = keepLog(child, service.name, log);
  /** @type {string | undefined} */
  let refusal;
  let hasEnded = false;
  /** @param {unknown} reason */
  const ended = (reason) => {
    if (hasEnded) return;
    hasEnded = true;
    whenEnded(complaints.at(-1) ?? reason, refusal);
  };
  child.on("message", (given) => {
    const message = /** @type {Message} */ (given); // from our own lib/cli/service.ts
    refusal ??= message.refused;
    if (message.ready !== undefined) whenReady(message);
  });
  // A process that could not be started has no exit event; one that a message could not reach has.
  child.on("error", (error) => child.pid === undefined && ended(codeOf(error) ?? error.message));
  child.on("exit", (code, signal) => ended(code ?? signal));
  return { child, reloads: service.name !== "web", reloading: false };
}

/**
 * In development: restarts everything but the web, which reloads itself.
 * @param {Set<Run>} running
 */
function reload(running) {
  process.stdout.write("sources changed: restarting the services\n");
  for (const run of running) {
    if (!run.reloads) continue;
    run.reloading = true;
    run.child.kill("SIGTERM");
  }
}

/**
 * Ends everything with one sentence, because a restart would not help.
 * @param {string} sentence
 * @param {Stop} stop
 */
function giveUp(sentence, stop) {
  process.stderr.write(`firn: ${sentence}\n`);
  stop.all().then(() => process.exit(1));
}

/**
 * Writes all output of a service to its log file, and the text of its warnings and errors to the terminal too.
 * @param {import("node:child_process").ChildProcess} child
 * @param {string} name
 * @param {LogFile} log
 */
function keepLog(child, name, log) {
  /** @type {string[]} */
  const complaints = [];
  if (child.stdout === null || child.stderr === null) return complaints;
  createInterface({ input: child.stdout }).on("line", (line) => {
    log.write(line);
    const short = shorten(line);
    if (short !== undefined) complain(`${name}: ${short}`);
  });
  createInterface({ input: child.stderr }).on("line", (line) => {
    log.write(line);
    if (line.startsWith("firn: ")) complaints.push(line.slice("firn: ".length));
  });
  return complaints;
}

/**
 * The text of a warning or error line (pino levels 40 and up); undefined for any other line.
 * @param {string} line
 * @returns {string | undefined}
 */
function shorten(line) {
  try {
    const { level, msg } = JSON.parse(line);
    return level >= 40 ? msg : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} sentence */
function complain(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** A failure outside the services ends none of them: a closed terminal, an unhandled rejection. */
function goOnWhatever() {
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  process.on("unhandledRejection", (reason) => complain(`firn: ${stackOf(reason)}`));
}

/** A promise that is resolved from outside. Resolving it again changes nothing. */
function promise() {
  let isResolved = false;
  let resolve = () => {};
  /** @type {Promise<void>} */
  const promise = new Promise((settle) => {
    resolve = () => {
      isResolved = true;
      settle();
    };
  });
  return { promise, isResolved: () => isResolved, resolve: () => resolve() };
}

/**
 * @param {Set<Run>} running
 * @returns {Stop}
 */
function stopper(running) {
  const all = () => {
    stop.started = true;
    for (const { child } of running) child.kill("SIGTERM");
    return /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        const kill = setTimeout(() => {
          for (const { child } of running) child.kill("SIGKILL");
        }, STOP_AFTER_MS);
        const poll = setInterval(() => {
          if (running.size > 0) return;
          clearTimeout(kill);
          clearInterval(poll);
          resolve();
        }, 25);
      })
    );
  };
  const stop = { started: false, all };
  return stop;
}

/**
 * npm itself dies of Ctrl-C, and leaves its script running on SIGTERM. So signals and a lost parent both end Firn.
 * @param {Stop} stop
 */
function stopOnSignals(stop) {
  const end = () => {
    if (stop.started) return;
    stop.all().then(() => process.exit(0));
  };
  process.on("SIGINT", end);
  process.on("SIGTERM", end);
  process.on("SIGHUP", end);
  process.on("disconnect", end);
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) end();
  }, 1_000).unref();
}
