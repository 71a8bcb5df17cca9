import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openNode } from "../../client/node";
import type { CandidateNode } from "../../contract/firn/status";
import { openRecording, type Recording } from "../../devnet/recording";
import { type Devnet, type DevnetOptions, serveDevnet } from "../../devnet/serve";
import type { Stores } from "../../store/stores";
import { freshPath } from "../../testbed/engines";
import { dump, dumpBare, genesisOf, quickSleep, untilAllStored } from "../../testbed/indexer";
import { testStores } from "../../testbed/test-stores";
import { runIndexer } from "../start";
import { withChosenNode } from "./choose";

let custom: Recording;
let local: Recording;
beforeAll(async () => {
  custom = await openRecording("custom-network");
  local = await openRecording("local-network");
});

async function serve(recording: Recording, options: Partial<DevnetOptions> = {}): Promise<Devnet> {
  const devnet = await serveDevnet({ recording, port: 0, ...options });
  onTestFinished(() => devnet.close().catch(() => undefined));
  return devnet;
}

/** Accepts blocks until the P-Chain has so many. */
function acceptTo(devnet: Devnet, height: number): void {
  while (devnet.accepted().P < height && devnet.acceptNext() !== undefined);
}

/** Indexes from one of several nodes, as `firn index` does. */
async function index(urls: [string, ...string[]], stores = testStores(dirname(freshPath()))) {
  const stop = new AbortController();
  const used: string[] = [];
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => warnings.push(message), error: () => {} };
  let ready = () => {};
  const opened = new Promise<void>((resolve) => {
    ready = resolve;
  });
  const options = { stores, sleep: quickSleep, signal: stop.signal, log };
  const done = withChosenNode({ ...options, urls }, async (url, signal) => {
    used.push(url);
    await runIndexer({
      ...options,
      signal,
      node: openNode(url),
      genesis: genesisOf(custom.genesis.configuration),
      holder: randomUUID(),
      now: Date.now,
      observe: () => {},
      onReady: ready,
    });
  });
  await Promise.race([opened, done]);
  const store = await stores.open("primary", { mode: "read" });
  onTestFinished(() => store.close());
  const end = async () => {
    stop.abort();
    await done;
  };
  onTestFinished(end);
  return { store, stores, done: done.then((): "ended" => "ended"), used, warnings, stop: end };
}

type Firn = Awaited<ReturnType<typeof index>>;

/** Waits until the nodes are known to be like this, in the operator's order. */
function untilKnown(stores: Stores, ...nodes: Partial<CandidateNode>[]): Promise<void> {
  const expected = nodes.map((node) => expect.objectContaining(node));
  return expect.poll(() => stores.readKnownNodes(), { timeout: 20_000, interval: 5 }).toEqual(expected);
}

/** Waits until the rows are those that a single node gives. */
async function untilRowsAreOf(devnet: Devnet, { store }: Pick<Firn, "store">, rows: typeof dump = dump) {
  const rowsOf = async (of: Firn["store"]) => {
    // It has what is random or says which node is used.
    const { network: _, ...tables } = await rows(of);
    return tables;
  };
  const single = await index([devnet.url]);
  await untilAllStored(single, devnet.accepted());
  await expect
    .poll(async () => isDeepStrictEqual(await rowsOf(store), await rowsOf(single.store)), { timeout: 20_000 })
    .toBe(true);
}

describe("of several nodes", () => {
  test("the next one is used when the first is away, and the first again when it is back", async () => {
    const first = await serve(custom, { acceptance: "manual" });
    const second = await serve(custom, { acceptance: "manual" });
    for (const devnet of [first, second]) acceptTo(devnet, 40);
    const firn = await index([first.url, second.url]);
    await untilAllStored(firn, first.accepted());
    await untilKnown(firn.stores, { isUsed: true, state: "ready" }, { isUsed: false, state: "ready" });
    await first.close();
    await untilKnown(firn.stores, { isUsed: false, state: "away" }, { isUsed: true, state: "ready" });
    acceptTo(second, 75);
    await untilAllStored(firn, second.accepted());
    const again = await serve(custom, { port: first.port });
    await untilKnown(firn.stores, { isUsed: true, state: "ready" }, { isUsed: false });
    await untilAllStored(firn, again.accepted());
    expect(firn.used).toEqual([first.url, second.url, first.url]);
    await untilRowsAreOf(again, firn);
  });

  test("one without an index goes on after one that has it, and the other way round", async () => {
    const first = await serve(custom, { acceptance: "manual" });
    const second = await serve(custom, { acceptance: "manual", indexEnabled: false });
    for (const devnet of [first, second]) acceptTo(devnet, 40);
    const firn = await index([first.url, second.url]);
    await untilAllStored(firn, first.accepted());
    await first.close();
    await untilKnown(firn.stores, { isUsed: false, state: "away" }, { isUsed: true });
    acceptTo(second, 75);
    await untilAllStored(firn, second.accepted());
    const again = await serve(custom, { port: first.port });
    await untilAllStored(firn, again.accepted());
    expect(firn.used).toEqual([first.url, second.url, first.url]);
    await untilRowsAreOf(again, firn, dumpBare);
    const blocks = await firn.store.db
      .selectFrom("block")
      .select(["height", "accepted_at_ns"])
      .where("chain", "=", 0)
      .orderBy("height")
      .execute();
    const byHeight = blocks.filter(({ accepted_at_ns }) => accepted_at_ns === null);
    expect(byHeight.map(({ height }) => height)).toEqual(Array.from({ length: 35 }, (_, i) => 41 + i));
  });

  test("one that is far behind another is not used", async () => {
    const first = await serve(custom, { acceptance: "manual" });
    const second = await serve(custom);
    acceptTo(first, 10);
    const firn = await index([first.url, second.url]);
    await untilAllStored(firn, second.accepted());
    expect(firn.used).toEqual([second.url]);
    expect(await firn.stores.readKnownNodes()).toEqual([
      {
        url: `${first.url}/`,
        isUsed: false,
        state: "behind",
        reason: expect.stringMatching(/ends at block/),
      },
      { url: `${second.url}/`, isUsed: true, state: "ready" },
    ]);
    acceptTo(first, 110);
    await untilKnown(firn.stores, { isUsed: true, state: "ready" }, { isUsed: false, state: "ready" });
  });

  test("one that is behind the store is used only while none is ready, and loses nothing", async () => {
    const first = await serve(custom);
    const second = await serve(custom, { acceptance: "manual" });
    acceptTo(second, 100);
    const firn = await index([first.url, second.url]);
    await untilAllStored(firn, first.accepted());
    await untilKnown(
      firn.stores,
      { isUsed: true, state: "ready" },
      { isUsed: false, state: "behind", reason: "its P-Chain ends at block 100, the store's at 110" },
    );
    await first.close();
    await untilKnown(firn.stores, { isUsed: false, state: "away" }, { isUsed: true, state: "behind" });
    acceptTo(second, 110);
    await untilKnown(firn.stores, { isUsed: false, state: "away" }, { isUsed: true, state: "ready" });
    await untilRowsAreOf(second, firn);
  });

  test("one of another network is never used, even if it is the only one that answers", async () => {
    const first = await serve(custom);
    const second = await serve(local);
    const firn = await index([first.url, second.url]);
    await untilAllStored(firn, first.accepted());
    const other: Partial<CandidateNode> = {
      isUsed: false,
      state: "other-network",
      reason: `it is on network ${local.network.networkId}`,
    };
    await untilKnown(firn.stores, { isUsed: true, state: "ready" }, other);
    await first.close();
    await untilKnown(firn.stores, { isUsed: true, state: "away" }, other);
    const again = await serve(custom, { port: first.port });
    await untilKnown(firn.stores, { isUsed: true, state: "ready" }, other);
    await untilAllStored(firn, again.accepted());
    expect(firn.used).toEqual([first.url]);
  });

  test("one of another network is not used by an empty store either", async () => {
    const second = await serve(local);
    const first = await serve(custom);
    const firn = await index([first.url, second.url]);
    await untilKnown(
      firn.stores,
      { isUsed: true, state: "ready" },
      { isUsed: false, state: "other-network" },
    );
    await untilAllStored(firn, first.accepted());
  });

  test("one that becomes another network is left, and the store is kept", async () => {
    const first = await serve(custom);
    const second = await serve(custom);
    const firn = await index([first.url, second.url]);
    await untilAllStored(firn, first.accepted());
    await first.close();
    await serve(local, { port: first.port });
    await untilKnown(
      firn.stores,
      { isUsed: false, state: "other-network" },
      { isUsed: true, state: "ready" },
    );
    await firn.stop();
    expect(await firn.stores.archives("primary")).toEqual([]);
    await untilRowsAreOf(second, firn);
  });

  test("a store is archived only if all nodes are of another network", async () => {
    const first = await serve(custom);
    const other = await serve(local);
    const another = await serve(local);
    const before = await index([first.url]);
    await untilAllStored(before, first.accepted());
    await before.stop();
    await first.close();
    const waiting = await index([other.url, first.url], before.stores);
    await untilKnown(waiting.stores, { state: "other-network" }, { isUsed: true, state: "away" });
    await waiting.stop();
    expect(await waiting.stores.archives("primary")).toEqual([]);
    const firn = await index([other.url, another.url], before.stores);
    await expect.poll(() => firn.stores.archives("primary"), { timeout: 20_000 }).toHaveLength(1);
    await untilKnown(firn.stores, { isUsed: true, state: "ready" }, { isUsed: false, state: "ready" });
  });

  test("one of another history is not used", async () => {
    const first = await serve(custom);
    const url = await serveOtherHistory((await serve(custom)).url, (await serve(local)).url);
    const firn = await index([first.url, url]);
    await untilAllStored(firn, first.accepted());
    await untilKnown(
      firn.stores,
      { isUsed: true, state: "ready" },
      { isUsed: false, state: "other-history", reason: "block 1 of its P-Chain is not the store's" },
    );
    await first.close();
    await untilKnown(firn.stores, { isUsed: true, state: "away" }, { isUsed: false, state: "other-history" });
    expect(firn.used).toEqual([first.url]);
  });
});

test("a single node is not looked at, and leaves no trace of a choice", async () => {
  const devnet = await serve(custom);
  const firn = await index([devnet.url]);
  await untilAllStored(firn, devnet.accepted());
  expect(await firn.stores.readKnownNodes()).toEqual([]);
});

/** A node that gives its network as one does, and its blocks as another. */
async function serveOtherHistory(network: string, blocks: string): Promise<string> {
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const isNetwork = incoming.url === "/ext/info" || body.includes("getStakingAssetID");
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${isNetwork ? network : blocks}${incoming.url}`, {
      method: "POST",
      headers,
      body,
    }).catch(() => undefined);
    outgoing.writeHead(answer?.status ?? 502, headers);
    outgoing.end(await answer?.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
