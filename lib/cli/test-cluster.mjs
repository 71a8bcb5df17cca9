/**
 * `npm run test:cluster`: what holds in a database with Citus, on a coordinator and two workers that it starts. Needs a
 * PostgreSQL server for which Citus is installed; none comes with the packages that `npm test` can install.
 */
import { ensureInstalled } from "./supervisor/install.mjs";
import { startPostgres } from "./supervisor/postgres.mjs";
import { fail, messageOf, Refusal, runForeground } from "./supervisor/process.mjs";

const SETTINGS = {
  shared_preload_libraries: "citus",
  wal_level: "logical",
  max_connections: 300,
  max_prepared_transactions: 300,
  max_locks_per_transaction: 512,
  "citus.node_conninfo": "sslmode=prefer",
  fsync: "off",
};

/** What is of a cluster alone, and the comparison of all answers. */
const TESTS = ["lib/testbed/promises/cluster.test.ts", "lib/testbed/promises/both-engines.test.ts"];

/** @type {import("./supervisor/postgres.mjs").Server[]} */
const servers = [];
try {
  await ensureInstalled();
  for (let count = 0; count < 3; count++) servers.push(await startServer());
  const env = { ...process.env, FIRN_TEST_CLUSTER: servers.map(({ url }) => url).join(" ") };
  const vitest = ["node_modules/vitest/vitest.mjs", "run", ...TESTS, ...process.argv.slice(2)];
  process.exitCode = await runForeground(process.execPath, vitest, { env });
  await stopServers();
} catch (error) {
  await stopServers();
  fail(error);
}

async function stopServers() {
  for (const server of servers) await server.stop();
}

async function startServer() {
  const server = await startPostgres(process.env, SETTINGS).catch((error) => {
    throw new Refusal(
      `PostgreSQL did not start with Citus: install Citus for it (docs/scale.md): ${messageOf(error)}`,
    );
  });
  if (server === undefined)
    throw new Refusal("there is no PostgreSQL server (initdb, postgres and psql) here");
  return server;
}
