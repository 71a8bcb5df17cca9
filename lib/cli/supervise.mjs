import { fork } from "node:child_process";
import { createWriteStream, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { watchServer } from "./build.mjs";
import { nodeFlags } from "./node-flags.mjs";
import { Refusal, ROOT } from "./process.mjs";
import { showProgress } from "./progress.mjs";

const STOP_AFTER_MS = 8_000;
const READY_WITHIN_MS = 60_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
const RESTART_LIMIT = 5;
/** A service that ran for so long starts with a clean record. */
const STEADY_AFTER_MS = 60_000;

/**
 * Runs every service of `firn up` and keeps them running. Ends with code 0 within 10 s of SIGINT or SIGTERM, or when the
 * parent process is gone; with code 1 and one sentence when a service refuses to start.
 */
export async function supervise(plan, dev) {
  for (const warning of plan.warnings) process.stderr.write(`firn: ${warning}\n`);
  const running = new Set();
  const shown = { addresses: [], notes: [] };
  const stop = stopper(running);
  stopOnSignals(stop);
  for (const wave of plan.waves) {
    await Promise.all(wave.map((service) => startService(service, { plan, running, stop, shown })));
    if (stop.started) return;
  }
  if (dev) await watchServer(() => reload(running));
  process.stdout.write(
    `\n${[...plan.addresses, ...shown.addresses].map(([name, url]) => `  ${name.padEnd(14)} ${url}`).join("\n")}\n`,
  );
  for (const note of shown.notes) process.stdout.write(`\n${note}\n`);
  process.stdout.write(`\nFirn is ready: ${plan.webUrl}\n`);
  process.send?.({ ready: plan.webUrl });
  await showProgress(plan.statusUrl, () => stop.started);
}

/** Starts one service; resolves when it says that it is ready. Started again, with growing pauses, when it dies later. */
function startService(service, context) {
  const { plan, running, stop, shown } = context;
  return new Promise((resolve, reject) => {
    const child = fork(join(ROOT, "dist/firn.mjs"), [service.name, ...service.args], {
      cwd: ROOT,
      execArgv: nodeFlags(service.name),
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, ...service.env },
    });
    running.add(child);
    child.reloads = service.name !== "web";
    const complaints = keepLog(child, service.name, plan.logDir);
    const startedAt = performance.now();
    let ready = false;
    let refusal;
    const late = setTimeout(() => reject(new Refusal(notReady(service, plan))), READY_WITHIN_MS);
    child.on("message", (message) => {
      refusal ??= message?.refused;
      if (message?.ready === undefined) return;
      ready = true;
      shown.addresses.push(...(message.addresses ?? []));
      shown.notes.push(...(message.notes ?? []));
      clearTimeout(late);
      resolve();
    });
    child.on("exit", (code, signal) => {
      running.delete(child);
      clearTimeout(late);
      if (stop.started) return resolve();
      if (child.reloading) return resolve(startService(service, context));
      if (!ready) return reject(new Refusal(complaints.at(-1) ?? notReady(service, plan, code ?? signal)));
      if (refusal !== undefined) return giveUp(refusal, stop);
      const steady = performance.now() - startedAt > STEADY_AFTER_MS;
      const reason = complaints.at(-1) ?? code ?? signal;
      restart(steady ? { ...service, failures: 0 } : service, context, reason);
    });
  }).catch(async (error) => {
    await stop.all();
    throw error;
  });
}

/** In development: new server code, so everything but the web (which reloads itself) starts anew. */
function reload(running) {
  process.stdout.write("sources changed: starting the services anew\n");
  for (const child of running) {
    if (!child.reloads) continue;
    child.reloading = true;
    child.kill("SIGTERM");
  }
}

function restart(service, context, reason) {
  const failures = (service.failures ?? 0) + 1;
  const again = { ...service, failures };
  if (failures > RESTART_LIMIT) {
    return giveUp(
      `${service.name} keeps ending (${reason}): see its log in ${context.plan.logDir}`,
      context.stop,
    );
  }
  const waitMs = 500 * 2 ** failures;
  process.stderr.write(`${service.name} ended (${reason}), starting it again in ${waitMs / 1000} s\n`);
  setTimeout(async () => {
    if (context.stop.started) return;
    try {
      await startService(again, context);
    } catch (error) {
      process.stderr.write(`firn: ${error.message}\n`);
      process.exit(1);
    }
  }, waitMs);
}

/** Ends everything with one sentence: what is wrong does not pass by itself. */
function giveUp(sentence, stop) {
  process.stderr.write(`firn: ${sentence}\n`);
  stop.all().then(() => process.exit(1));
}

/** Everything a service prints goes to its log file; warnings and complaints also, short, to the terminal. */
function keepLog(child, name, logDir) {
  const path = join(logDir, `${name}.log`);
  const complaints = [];
  let file = openLogFile(path);
  let written = file.size;
  const write = (line) => {
    if (written > LOG_LIMIT_BYTES) {
      file.stream.end();
      renameSync(path, `${path}.1`);
      file = openLogFile(path);
      written = 0;
    }
    written += line.length + 1;
    file.stream.write(`${line}\n`);
  };
  createInterface({ input: child.stdout }).on("line", (line) => {
    write(line);
    const short = shorten(line);
    if (short !== undefined) process.stderr.write(`${name}: ${short}\n`);
  });
  createInterface({ input: child.stderr }).on("line", (line) => {
    write(line);
    if (line.startsWith("firn: ")) complaints.push(line.slice("firn: ".length));
  });
  return complaints;
}

function openLogFile(path) {
  let size = 0;
  try {
    size = statSync(path).size;
  } catch {
    // not there yet: it starts at zero bytes
  }
  return { stream: createWriteStream(path, { flags: "a" }), size };
}

/** The sentence of a warning or error line (pino levels 40 and up); undefined for everything else. */
function shorten(line) {
  try {
    const { level, msg } = JSON.parse(line);
    return level >= 40 ? msg : undefined;
  } catch {
    return undefined;
  }
}

function notReady(service, plan, reason) {
  const how = reason === undefined ? `did not start within ${READY_WITHIN_MS / 1000} s` : `ended (${reason})`;
  return `${service.name} ${how}: see ${plan.logDir}/${service.name}.log`;
}

function stopper(running) {
  const stop = { started: false, all: undefined };
  stop.all = () => {
    stop.started = true;
    for (const child of running) child.kill("SIGTERM");
    return new Promise((resolve) => {
      const kill = setTimeout(() => {
        for (const child of running) child.kill("SIGKILL");
      }, STOP_AFTER_MS);
      const poll = setInterval(() => {
        if (running.size > 0) return;
        clearTimeout(kill);
        clearInterval(poll);
        resolve();
      }, 25);
    });
  };
  return stop;
}

/** npm dies by Ctrl-C itself and leaves its script running on SIGTERM: so signals and a lost parent both end Firn. */
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
