import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listChains, moveChain } from "../../cli/commands/chains";
import { copyStores } from "../../cli/commands/copy";
import { runVerify } from "../../cli/commands/run-verify";
import type { Stores } from "../../store/stores";
import { addCitus, HAS_CLUSTER, makeDatabase, openCluster, run, storesAt } from "../cluster";
import { type IndexedRecording, indexRecording } from "../recording";

/** In a database with Citus each store is on one of its servers. `npm run test:cluster` runs this. */

const QUIET = { signal: new AbortController().signal, onProgress: () => {} };
const EQUAL = /every row is equal$/;

async function serverNames(stores: Stores): Promise<string[]> {
  return (await stores.servers()).flatMap(({ at, role }) => (role === "worker" ? [at] : []));
}

describe.skipIf(!HAS_CLUSTER)("in a database of several servers", () => {
  let url: string;
  let firn: IndexedRecording;
  beforeAll(async () => {
    url = await makeDatabase();
    await addCitus(url);
    const stores = storesAt(url);
    firn = await indexRecording("custom-network", { stores, acceptance: "manual" });
  });
  afterAll(() => firn.close());

  test("a store is on a server, and is moved while blocks arrive, without a difference", async () => {
    const { stores } = firn;
    const names = await serverNames(stores);
    expect(names).toHaveLength(2);
    const [line = ""] = await listChains(stores);
    const [, before = ""] = line.split(/ +/);
    const other = names.find((name) => name !== before) ?? "";
    expect(names).toContain(before);
    expect(await listChains(stores)).toEqual([`primary  ${before}`, `nothing is on ${other}`]);

    const moving = moveChain(stores, ["move", "primary", other]);
    for (let count = 0; count < 10; count++) await firn.accept(1);
    expect(await moving).toBe(`primary is on ${other} now`);
    expect(await listChains(stores)).toEqual([`primary  ${other}`, `nothing is on ${before}`]);
    expect(await moveChain(stores, ["move", "primary", other])).toBe(`primary is on ${other} already`);
    await firn.accept(Number.POSITIVE_INFINITY);
    const { lines } = await runVerify(firn);
    expect(lines.at(-1), lines.join("\n")).toContain(" 0 differences, ");
  });

  test("what can't be moved is said with what to do", async () => {
    const { stores } = firn;
    const [server = ""] = await serverNames(stores);
    await expect(moveChain(stores, ["move", "primary", "elsewhere"])).rejects.toMatchObject({
      message: "no server elsewhere holds stores",
      hint: expect.stringContaining(server),
    });
    await expect(moveChain(stores, ["move", "primary", "127.0.0.1"])).rejects.toThrow("has several servers");
    await expect(moveChain(stores, ["move", "77", server])).rejects.toThrow("nothing is stored of evm/77");
  });

  test("a user with the rights of a reader reads, and can't write", async () => {
    const reader = new URL(url);
    reader.username = `reader_${reader.pathname.slice(1)}`;
    const { username: name } = reader;
    await run(url, `create role ${name} login`);
    await run(url, `grant usage on schema firn, firn_primary to ${name}`);
    await run(url, `grant select on all tables in schema firn, firn_primary to ${name}`);
    const { db } = await storesAt(reader.href).open("primary", { mode: "read" });
    expect((await db.selectFrom("checkpoint").selectAll().execute()).length).toBeGreaterThan(0);
    await expect(run(reader.href, "delete from firn_primary.checkpoint")).rejects.toThrow(
      "permission denied",
    );
  });

  test("everything is copied there and back, and every row is equal", async () => {
    const there = await openCluster();
    const back = storesAt(undefined);
    await firn.stopIndexer();
    for (const places of [
      { from: firn.stores, to: back },
      { from: back, to: there },
    ])
      for (const line of await copyStores(places, QUIET)) expect(line).toMatch(EQUAL);
    expect(await listChains(there)).toHaveLength(2);
  });

  test("stores that were there before Citus are put on a server when they are moved", async () => {
    const plain = await makeDatabase();
    await copyStores({ from: firn.stores, to: storesAt(plain) }, QUIET);
    await expect(moveChain(storesAt(plain), ["move", "primary", "x"])).rejects.toThrow("on one server");
    await addCitus(plain);
    const stores = storesAt(plain);
    expect(await listChains(stores)).toContain(`primary  ${stores.whereIs("primary")}`);
    const [, second = ""] = await serverNames(stores);
    expect(await moveChain(stores, ["move", "primary", second])).toBe(`primary is on ${second} now`);
    for (const line of await copyStores({ from: stores, to: storesAt(undefined) }, QUIET))
      expect(line).toMatch(EQUAL);
    // A server that is to be emptied still holds what it holds.
    const [host, port] = second.split(":");
    await run(plain, `select citus_set_node_property('${host}', ${port}, 'shouldhaveshards', false)`);
    const [first = ""] = await serverNames(stores);
    expect(await listChains(stores)).toContain(`primary  ${second}`);
    expect(await moveChain(stores, ["move", "primary", first])).toBe(`primary is on ${first} now`);
  });
});
