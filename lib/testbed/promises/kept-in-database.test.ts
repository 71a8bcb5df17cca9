import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { KeptAnswers } from "../../api/kept-answers";
import { startPostgres } from "../../cli/supervisor/postgres.mjs";
import { takeLease } from "../../store/bookkeeping/lease";
import { commit } from "../../store/db";
import { openStores } from "../../store/open-stores";
import { indexRecording } from "../recording";
import { HAS_SERVER } from "../test-stores";

/** A server of its own, since what others commit to it counts, and the stores of its databases by name. */
async function startServer() {
  const server = await startPostgres(process.env);
  if (server === undefined) throw new Error("no PostgreSQL server on this machine");
  onTestFinished(() => server.stop());
  const folder = mkdtempSync(join(tmpdir(), "firn-kept-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const storesIn = (database: string) => {
    const url = `${server.url.slice(0, server.url.lastIndexOf("/"))}/${database}`;
    return openStores({ folder, database: { url } });
  };
  return { server, storesIn };
}

test.skipIf(!HAS_SERVER)("a server's version changes with each commit, and with nothing else", async () => {
  const { server, storesIn } = await startServer();
  const open = async (database: string) => {
    const stores = storesIn(database);
    const store = await stores.open("primary", { mode: "write", nowMs: 0 });
    onTestFinished(() => store.close().catch(() => undefined));
    return { store, reader: stores.read("primary") };
  };
  const { store, reader } = await open("firn");
  const versions = new Set<string | undefined>();
  /** How many versions there have been. */
  const look = async () => {
    const asked = await Promise.all([reader.version(), reader.version(), reader.version()]);
    expect(new Set(asked).size).toBe(1);
    expect(asked).not.toContain(undefined);
    versions.add(asked[0]);
    return versions.size;
  };
  expect(await look()).toBe(1);
  await reader.snapshot(async (db) => {
    await db.selectFrom("network").selectAll().execute();
    expect(await look(), "after a statement that reads").toBe(1);
    await takeLease(store.db, { name: "indexer", holder: "mine", nowMs: 1 });
    expect(await look(), "after a commit, beside an older snapshot").toBe(2);
  });
  await commit(store.db, async (db) => {
    await db.deleteFrom("lease").execute();
    expect(await look(), "before the commit").toBe(2);
  });
  expect(await look(), "after it").toBe(3);
  await open("another");
  expect(await look(), "after commits to another database").toBe(4);
  await server.kill();
  expect(await reader.version()).toBeUndefined();
});

test.skipIf(!HAS_SERVER)("an answer from a database is given again, until a block is stored", async () => {
  let made = 0;
  const original = KeptAnswers.prototype.answer;
  vi.spyOn(KeptAnswers.prototype, "answer").mockImplementation(function (this: KeptAnswers, c, make) {
    return original.call(this, c, (sources) => {
      made++;
      return make(sources);
    });
  });
  const { storesIn } = await startServer();
  const firn = await indexRecording("local-network", {
    stores: storesIn("firn"),
    acceptance: "manual",
    devnet: { acceptance: 0.5 },
  });
  onTestFinished(() => firn.close());
  const ask = async () => {
    const response = await fetch(`${firn.url}/v1/networks/fuji/blockchains/p-chain/blocks?pageSize=1`);
    const { blocks } = (await response.json()) as { blocks: { blockNumber: string }[] };
    return Number(blocks[0]?.blockNumber);
  };
  for (let round = 0; round < 10; round++) {
    expect(await firn.accept(1)).toBe(true);
    expect(await ask()).toBe(firn.accepted().P);
    // The indexer says now and then that it is there, which is a commit too.
    const isGivenAgain = async () => {
      const before = made;
      expect(await ask()).toBe(firn.accepted().P);
      return made === before;
    };
    await expect.poll(isGivenAgain).toBe(true);
  }
  expect(made).toBeGreaterThanOrEqual(10);
});
