import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

/**
 * Loaded into every process of a Firn under test. The campaign sets the clock (an offset in ms, in the file
 * FAULTS_CLOCK), and long pauses are shortened, so that a minute until the next check is over at once. Timeouts of
 * requests stay as they are.
 */
const CLOCK = process.env.FAULTS_CLOCK ?? "";
const LONGEST_PAUSE_MS = 1_000;
/** The supervisor counts a service as healthy after a minute; here after two seconds. */
const STEADY_FACTOR = 30;

let offMs = 0;
const readClock = () => {
  try {
    offMs = Number(readFileSync(CLOCK, "utf8"));
  } catch {
    // it is being replaced
  }
};
readClock();
setInterval(readClock, 50).unref();

const realNow = Date.now;
const now = () => realNow() + offMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});

const pause = timers.setTimeout;
timers.setTimeout = (ms = 0, ...rest) => pause(Math.min(ms, LONGEST_PAUSE_MS), ...rest);
syncBuiltinESMExports();

if (process.argv[1]?.endsWith("supervised.mjs")) {
  const steady = performance.now.bind(performance);
  performance.now = () => steady() * STEADY_FACTOR;
}
