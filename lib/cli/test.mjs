/**
 * `npm test`: installs what it needs, runs every check one after the other and ends with what failed, the minutes per
 * runner and one line `N passed, M failed` over all of them. Plain JavaScript, because it runs before the install.
 *
 * Up to three tests of a runner that failed beside others run once more, alone. What passes then counts, and is named:
 * it may be the machine, or a fault that is seen seldom (decision 0093).
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { buildServer, buildWeb } from "./supervisor/build.mjs";
import { findChromium } from "./supervisor/chromium.mjs";
import { freePorts } from "./supervisor/free-ports.mjs";
import { ensureInstalled } from "./supervisor/install.mjs";
import { startPostgres } from "./supervisor/postgres.mjs";
import { fail, messageOf, ROOT, runForeground } from "./supervisor/process.mjs";

/** `failures`: what failed and why, a few lines each. @typedef {{ passed: number, failed: number, skipped?: number, failures?: string[] }} Counts */

/** `failing`: names and why. @typedef {Counts & { failing: Map<string, string> }} Run */

/** Of Playwright's report. @typedef {{ title: string, specs?: { title: string, ok: boolean }[], suites?: Suite[] }} Suite */

/** More failures of a runner than these are no accident. */
const MOST_AGAIN = 3;

/** @param {string} path */
const bin = (path) => join(ROOT, "node_modules", path);
const reports = mkdtempSync(join(tmpdir(), "firn-test-"));

/**
 * A tool without counts of its own counts as one.
 * @type {Record<string, () => Promise<Counts>>}
 */
const RUNNERS = {
  types: () => asOne([bin("typescript/bin/tsc"), "--noEmit", "-p", "."]),
  lint: () => asOne([bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."]),
  unused: () => asOne([bin("knip/bin/knip.js")]),
  build: buildAll,
  unit: () => runVitest("sqlite", []),
  "unit, on PostgreSQL": runOnPostgres,
  faults: runFaults,
  browser: runPlaywright,
};

/** What runs a second time with its stores in PostgreSQL. */
const ON_BOTH_ENGINES = [
  "lib/store/bookkeeping/checkpoint",
  "lib/store/bookkeeping/verification",
  "lib/store/rows",
  "lib/store/sql/",
  "lib/store/copy-store",
  "lib/store/snapshot",
  "lib/store/reading",
  "lib/store/postgres",
  "lib/indexer/start.test",
  "lib/indexer/kill.test",
  "lib/api/staking/stake-lists",
  "lib/api/evm/data-api",
  "lib/testbed/promises/logs",
  "lib/testbed/promises/tx-search",
  "lib/store/queries/evm/tx-search",
  "lib/store/queries/block-search",
  "lib/store/queries/evm/log-candidates",
  "lib/testbed/promises/message",
  "lib/testbed/promises/observed",
  "lib/store/queries/observed",
  "lib/testbed/promises/address-activity",
  "lib/testbed/promises/largest-accounts",
  "lib/api/staking/reward-statement",
  "lib/api/metrics/l1-metrics",
  "lib/store/queries/l1-fees",
  "lib/api/data/avax-supply",
  "lib/store/queries/usage",
  "lib/api/usage",
];

/** Tests that passed only when they ran alone. @type {string[]} */
const seldom = [];

/** @type {import("./supervisor/postgres.mjs").Server | undefined} */
let server;

try {
  await ensureInstalled();
  process.env.CHROMIUM_PATH = await findChromium(process.env);
  server = await startPostgres(process.env);
  process.exitCode = await runAll();
  await server?.stop();
} catch (error) {
  await server?.stop();
  rmSync(reports, { recursive: true, force: true });
  fail(error);
}

async function runAll() {
  const totals = { passed: 0, failed: 0, skipped: 0 };
  const minutes = [];
  /** @type {string[]} */
  const failures = [];
  for (const [name, run] of Object.entries(RUNNERS)) {
    process.stdout.write(`\n== ${name}\n`);
    const started = performance.now();
    const result = await run();
    minutes.push(`${name} ${((performance.now() - started) / 60_000).toFixed(1)} min`);
    totals.passed += result.passed;
    totals.failed += result.failed;
    totals.skipped += result.skipped ?? 0;
    if (result.failed > 0)
      failures.push(...(result.failures ?? ["see above"]).map((failure) => `${name}: ${failure}`));
  }
  rmSync(reports, { recursive: true, force: true });
  for (const name of seldom) process.stdout.write(`\nfailed beside others, passed alone: ${name}\n`);
  for (const failure of failures) process.stdout.write(`\nfailed in ${failure}\n`);
  process.stdout.write(`\n${minutes.join(", ")}\n`);
  if (totals.skipped > 0) process.stdout.write(`skipped: ${totals.skipped} (named above)\n`);
  process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
  return totals.failed === 0 && totals.passed > 0 ? 0 : 1;
}

/**
 * @param {string[]} args
 * @returns {Promise<Counts>}
 */
async function asOne(args) {
  const code = await runForeground(process.execPath, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** The campaign of faults, for a moment: the same one each time, and one that nobody has seen. */
async function runFaults() {
  const known = await asOne(["bench/run.mjs", "faults", "--minutes", "0.5", "--seed", "17"]);
  const drawn = await asOne(["bench/run.mjs", "faults", "--minutes", "0.5"]);
  return { passed: known.passed + drawn.passed, failed: known.failed + drawn.failed };
}

/** Tests of the supervisor and of the browser run what is built. */
async function buildAll() {
  try {
    await buildServer();
    await buildWeb();
    return { passed: 1, failed: 0 };
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return { passed: 0, failed: 1 };
  }
}

/** Without a server the second engine is not proved: nobody is let believe so. */
async function runOnPostgres() {
  if (server !== undefined) {
    process.stdout.write(`PostgreSQL ${server.version}\n`);
    return runVitest("postgres", ON_BOTH_ENGINES);
  }
  process.stdout.write(
    "NOT RUN: there is no PostgreSQL server (initdb, postgres and psql) on this machine\n",
  );
  return process.env.CI ? { passed: 0, failed: 1 } : { passed: 0, failed: 0, skipped: 1 };
}

/**
 * @param {"sqlite" | "postgres"} engine
 * @param {string[]} paths
 */
async function runVitest(engine, paths) {
  const first = await vitestOnce(engine, paths);
  for (const name of first.skippedNames) process.stdout.write(`skipped: ${name}\n`);
  return again(first, (names) =>
    vitestOnce(engine, [...new Set(names.map((name) => name.split(": ")[0] ?? "")), "--maxWorkers=1"]),
  );
}

/**
 * @param {"sqlite" | "postgres"} engine
 * @param {string[]} args
 * @returns {Promise<Run & { skippedNames: string[] }>}
 */
async function vitestOnce(engine, args) {
  const report = join(reports, `vitest-${engine}.json`);
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const env = { ...process.env, FIRN_TEST_ENGINE: engine };
  if (server !== undefined) Object.assign(env, { FIRN_TEST_POSTGRES: server.url });
  const code = await runForeground(
    process.execPath,
    [bin("vitest/vitest.mjs"), "run", ...args, ...reporters],
    { env },
  );
  /** @type {Map<string, string>} */
  const failing = new Map();
  /** @type {string[]} */
  const skippedNames = [];
  const counts = readReport(report);
  if (counts === undefined) return { passed: 0, failed: 1, failing, skippedNames };
  let outsideTests = 0;
  for (const { assertionResults, message, name, status } of counts.testResults) {
    const file = relative(ROOT, name);
    // The file itself, or what its tests begin or end with: no test is counted as failed then.
    const hasFailedTest = assertionResults.some(
      (/** @type {{ status: string }} */ test) => test.status === "failed",
    );
    if (status === "failed" && !hasFailedTest) {
      outsideTests += 1;
      failing.set(file, message ? firstLines(message) : "before or after its tests: see above");
    }
    for (const test of assertionResults) {
      if (test.status === "failed")
        failing.set(`${file}: ${test.fullName}`, firstLines(test.failureMessages.join("\n")));
      if (test.status === "skipped" || test.status === "pending") skippedNames.push(test.fullName);
    }
  }
  const result = {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests + outsideTests,
    skipped: counts.numPendingTests + counts.numTodoTests,
  };
  return { ...withExitCode(result, code), failing, skippedNames };
}

/** @param {string} text */
function firstLines(text) {
  return text.split("\n").slice(0, 12).join("\n");
}

async function runPlaywright() {
  return again(await playwrightOnce([]), () => playwrightOnce(["--last-failed", "--workers=1"]));
}

/**
 * @param {string[]} args
 * @returns {Promise<Run>}
 */
async function playwrightOnce(args) {
  const report = join(reports, "playwright.json");
  rmSync(report, { force: true });
  const ports = await freePorts(4);
  const { FIRN_NODE_URL: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    FIRN_DATA_DIR: mkdtempSync(join(reports, "data-")),
    FIRN_WEB_PORT: String(ports[0]),
    FIRN_API_PORT: String(ports[1]),
    FIRN_DEVNET_PORT: String(ports[2]),
    FIRN_OPERATOR_PORT: String(ports[3]),
  };
  const all = [bin("@playwright/test/cli.js"), "test", "--reporter=list,json", ...args];
  const code = await runForeground(process.execPath, all, { env });
  const found = readReport(report);
  /** @type {Map<string, string>} */
  const failing = new Map();
  if (found === undefined) return { passed: 0, failed: 1, failing };
  for (const suite of found.suites) addFailing(suite, suite.title, failing);
  const { expected, unexpected, flaky, skipped } = found.stats;
  return { ...withExitCode({ passed: expected, failed: unexpected + flaky, skipped }, code), failing };
}

/**
 * @param {Suite} suite
 * @param {string} path
 * @param {Map<string, string>} failing
 */
function addFailing({ specs = [], suites = [] }, path, failing) {
  for (const { title, ok } of specs) if (!ok) failing.set(`${path}: ${title}`, "see above");
  for (const inner of suites) addFailing(inner, `${path}: ${inner.title}`, failing);
}

/**
 * Runs a few failures once more, alone.
 * @param {Run} first
 * @param {(names: string[]) => Promise<Run>} runAlone
 * @returns {Promise<Counts>}
 */
async function again({ passed, failed, skipped = 0, failing }, runAlone) {
  const names = [...failing.keys()];
  if (names.length > 0 && names.length <= MOST_AGAIN) {
    process.stdout.write(`\n== once more, alone: ${names.join("; ")}\n`);
    const alone = await runAlone(names);
    if (alone.failed === 0 && alone.passed >= failed) {
      seldom.push(...names);
      return { passed: passed + failed, failed: 0, skipped };
    }
  }
  const failures = names.map((name) => `${name}\n${failing.get(name)}`);
  return { passed, failed, skipped, ...(failures.length > 0 ? { failures } : {}) };
}

/**
 * A runner that failed outside a test (an unhandled error, a missing file) must not look green.
 * @param {Counts} result
 * @param {number} code
 * @returns {Counts}
 */
function withExitCode(result, code) {
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

/** @param {string} path */
function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : undefined;
}
