import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { StreamStatus } from "../../contract/firn/status";
import type { Route } from "../../contract/route";
import { ROUTES } from "../../contract/routes";
import { EVM_FOLDER } from "../../store/sqlite/layout";
import { VmChain } from "../../testbed/evm/chain";
import { NO_SUCH_METHOD, serveVmNode, type VmNode } from "../../testbed/evm/node";
import { followChains } from "../../testbed/followed-chains";
import { openPublishedShapes } from "../../testbed/published/shapes";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { serveTrackingNode, type TrackingNode } from "../../testbed/tracking-node";

/** Chains of the recorded network: some that its P-Chain created, and the C-Chain. */
const L1EVM = {
  platformChainId: "2bnHeCSQXwcFbXRdPKUFrVSpV7XwsHiFxAji79WpqHbzETSG7F",
  subnetId: "ZtpFPCFYPHCqu9581pKgL8x9bfqUGhw8WbKaixCSJsCj6Pxfd",
  vmId: "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy",
  chainName: "l1evm",
};
const EVMONE = "m6UKPVAHMbirxA4oZzNmukuQMrVjduR1dVLMiSNynrhLoJQ5E";
const C_ID = "2umUQqwPeZi5M94mn9xhvkneEznoAYVze3GH16Xr1qzvkYeFLL";
const C_CHAIN = "43999";
const NOWHERE = "WBVaWFoundqRbet928VeZtChcB6fYkrLq9SVruMP7vb3Gsp43";

type Json = Record<string, unknown>;

describe("EVM chains beside the C-Chain", () => {
  let firn: IndexedRecording;
  let node: TrackingNode;
  let following: { close(): Promise<void> };
  let leapMs = 0;
  const nodes: VmNode[] = [];

  beforeAll(async () => {
    firn = await indexRecording("custom-network", { nowMs: () => Date.now() + leapMs });
  });

  beforeEach(async () => {
    node = await serveTrackingNode(firn.nodeUrl);
    following = { close: async () => {} };
  });

  afterEach(async () => {
    await following.close();
    await node.close();
    for (const each of nodes.splice(0)) await each.close();
    // The tests need no second index of the C-Chain.
    for (const name of readdirSync(folder()))
      if (!name.startsWith(C_CHAIN)) rmSync(join(folder(), name), { force: true });
  });

  afterAll(() => firn.close());

  const folder = () => join(firn.stores.place.folder, EVM_FOLDER);
  const follow = async (named: readonly string[] = []) => {
    await following.close();
    const now = () => Date.now() + leapMs;
    following = followChains(node.url, { stores: firn.stores, named, now });
  };
  const ask = async (path: string) => {
    // Time leaps, so that nodes are asked again for every request.
    leapMs += 60_000;
    const response = await fetch(`${firn.url}${path}`);
    return { status: response.status, body: (await response.json()) as Json };
  };
  const streams = async () => ((await ask("/firn/v1/status")).body.streams ?? []) as StreamStatus[];
  const chainIds = async () =>
    ((await ask("/v1/chains")).body.chains as Json[]).map(({ chainId }) => chainId);
  /** The stream of an EVM chain, once it is as wanted. */
  const until = async (stream: string, isIt: (status: StreamStatus) => boolean): Promise<StreamStatus> => {
    let last: StreamStatus[] = [];
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(30)) {
      last = await streams();
      const found = last.find((each) => each.stream === stream);
      if (found && isIt(found)) return found;
    }
    throw new Error(`${stream} did not get there: ${JSON.stringify(last.filter(({ evm }) => evm))}`);
  };
  const atHead = ({ chain }: VmNode) =>
    until(
      `EVM ${chain.chainId}`,
      (s) => s.indexedHead?.height === chain.head.height && s.state === "following",
    );
  /** The node of a chain of three blocks with a payment each. */
  const openChain = async (chainId: number): Promise<VmNode> => {
    const chain = await VmChain.open({ chainId });
    for (let block = 0; block < 3; block++) await pay(chain);
    const vmNode = await serveVmNode(chain);
    nodes.push(vmNode);
    return vmNode;
  };
  const pay = (chain: VmChain) => chain.mine([{ from: 0, to: chain.accounts[1] ?? "", value: 7n }]);

  it("are found when the node tracks them, and listed with what the P-Chain says of them", async () => {
    const l1 = await openChain(99_999);
    node.tracked.set(L1EVM.platformChainId, l1.url);
    await follow();
    await atHead(l1);
    await until(`EVM ${C_CHAIN}`, (s) => s.state === "following" && s.behind === 0);
    const { body } = await ask("/v1/chains");
    expect(body.chains).toMatchObject([
      { chainId: C_CHAIN, chainName: "C-Chain", platformChainId: C_ID, networkToken: { symbol: "AVAX" } },
      { chainId: "99999", status: "OK", ...L1EVM, rpcUrl: `${node.url}/ext/bc/${L1EVM.platformChainId}/rpc` },
    ]);
    const fits = openPublishedShapes();
    const asSdk = async (path: string) =>
      (await fetch(firn.url + path, { headers: { "x-firn-dialect": "sdk" } })).json();
    expect(fits("ListChainsResponse", await asSdk("/v1/chains"))).toBeUndefined();
    for (const name of ["99999", L1EVM.platformChainId]) {
      const one = await ask(`/v1/chains/${name}`);
      expect(one).toEqual({ status: 200, body: (body.chains as Json[])[1] });
      // Nothing says what its token is called.
      expect(one.body.networkToken).toEqual({ decimals: 18 });
      const forSdk = await asSdk(`/v1/chains/${name}`);
      expect(forSdk.networkToken).toEqual({ name: "", symbol: "", decimals: 18 });
      expect(fits("GetChainResponse", forSdk)).toBeUndefined();
      const block = await ask(`/v1/chains/${name}/blocks/3`);
      expect(block.body).toMatchObject({ chainId: "99999", blockHash: l1.chain.head.hash });
    }
  });

  it("are streams of their own to Prometheus", async () => {
    const l1 = await openChain(99_999);
    await follow([l1.url]);
    await atHead(l1);
    const text = await (await fetch(`${firn.url}/firn/v1/metrics`)).text();
    expect(text).toContain('firn_indexer_stored_containers{stream="EVM 99999"} 4');
    expect(text).toContain('firn_indexer_stream_state{stream="EVM 99999",state="following"} 1');
    const bytes = [...text.matchAll(/^firn_store_size_bytes\{store="(.*)"\} (\d+)$/gm)];
    expect(bytes.map(([, store]) => store)).toEqual(expect.arrayContaining(["primary", "evm/99999"]));
  });

  it("count towards the size of what is stored", async () => {
    const l1 = await openChain(99_999);
    await follow([l1.url]);
    await atHead(l1);
    await following.close();
    const ids = await firn.stores.list();
    expect(ids).toEqual(expect.arrayContaining(["primary", "evm/99999"]));
    const sizes = await Promise.all(ids.map((id) => firn.stores.size(id)));
    expect(sizes.every((size) => size > 0)).toBe(true);
    const { store } = (await ask("/firn/v1/status")).body;
    expect(store).toMatchObject({ sizeBytes: sizes.reduce((sum, size) => sum + size, 0) });
  });

  it("are listed by network and by feature", async () => {
    node.tracked.set(L1EVM.platformChainId, (await openChain(99_999)).url);
    await follow();
    await until("EVM 99999", () => true);
    await until(`EVM ${C_CHAIN}`, () => true);
    const both = [C_CHAIN, "99999"];
    const table: [string, string[]][] = [
      ["", both],
      ["?network=fuji", both],
      ["?network=testnet", both],
      ["?network=mainnet", []],
      ["?feature=nftIndexing", both],
      ["?feature=teleporter&network=fuji", both],
      ["?feature=webhooks", both],
      ["?feature=nftIndexing&feature=webhooks", both],
    ];
    for (const [query, expected] of table) {
      const { status, body } = await ask(`/v1/chains${query}`);
      expect({ query, status }).toEqual({ query, status: 200 });
      expect((body.chains as Json[]).map(({ chainId }) => chainId)).toEqual(expected);
      for (const { isTestnet } of body.chains as Json[]) expect(isTestnet).toBe(true);
    }
    for (const query of ["?network=devnet", "?feature=everything"])
      expect((await ask(`/v1/chains${query}`)).status).toBe(400);
  });

  it("appear when they are tracked later, and are reported as away when they no longer are", async () => {
    const l1 = await openChain(99_999);
    node.tracked.set(L1EVM.platformChainId, undefined);
    await follow();
    await until(`EVM ${C_CHAIN}`, ({ state }) => state === "following");
    expect(await chainIds()).toEqual([C_CHAIN]);
    node.tracked.set(L1EVM.platformChainId, l1.url);
    await atHead(l1);
    node.tracked.delete(L1EVM.platformChainId);
    const waiting = await until("EVM 99999", ({ state }) => state === "waiting-for-node");
    expect(waiting.error?.message).toMatch(/HTTP 404/);
    await follow();
    const gone = await until("EVM 99999", ({ error }) => error?.message.includes("does not run") === true);
    expect(gone).toMatchObject({
      state: "waiting-for-node",
      indexedHead: { height: 3 },
      error: { message: "the node does not run l1evm now" },
    });
    expect(gone.error?.hint).toContain(`--track-subnets=${L1EVM.subnetId}`);
    expect((await ask("/v1/chains/99999")).body).toMatchObject({ status: "UNAVAILABLE" });
    node.tracked.set(L1EVM.platformChainId, l1.url);
    await pay(l1.chain);
    await atHead(l1);
  });

  it("with the EVM chain id of another are not indexed, and the reason is reported", async () => {
    const twin = await openChain(Number(C_CHAIN));
    node.tracked.set(EVMONE, twin.url);
    await follow();
    const refused = await until(`EVM evmone ${EVMONE.slice(0, 6)}…`, ({ error }) => error !== undefined);
    expect(refused).toMatchObject({
      state: "stopped",
      error: {
        message: `EVM chain id ${C_CHAIN} is already used by C-Chain (${node.url}/ext/bc/C/rpc)`,
      },
      evm: { name: "evmone", blockchainId: EVMONE },
    });
    // What asks for the chain of an id finds the one that has it.
    expect(refused.evm).not.toHaveProperty("chainId");
    await until(`EVM ${C_CHAIN}`, (s) => s.behind === 0 && s.evm?.rpcUrl === `${node.url}/ext/bc/C/rpc`);
    expect(await chainIds()).toEqual([C_CHAIN]);
    expect((await ask(`/v1/chains/${C_CHAIN}`)).body).toMatchObject({ platformChainId: C_ID, status: "OK" });
  });

  it("are those named, by blockchain id or by the URL of another node; a wrong name does not affect the others", async () => {
    const named = await openChain(99_001);
    const elsewhere = await openChain(99_002);
    const unnamed = await openChain(99_003);
    node.tracked.set(L1EVM.platformChainId, named.url);
    node.tracked.set(EVMONE, unnamed.url);
    const secret = elsewhere.url.replace("http://", "http://user:sesame@");
    await follow([NOWHERE, L1EVM.platformChainId, `${secret}?key=sesame`, "http://127.0.0.1:9/rpc", C_ID]);
    await atHead(named);
    await atHead(elsewhere);
    const missing = await until(
      `EVM ${NOWHERE.slice(0, 9)}…${NOWHERE.slice(-8)}`,
      ({ state }) => state === "stopped",
    );
    expect(missing.error?.message).toBe(`there is no blockchain ${NOWHERE}`);
    const away = await until("EVM 127.0.0.1:9/rpc", ({ state }) => state === "waiting-for-node");
    expect(away.error?.code).toBe("NODE_UNREACHABLE");
    expect(await chainIds()).toEqual([C_CHAIN, "99001", "99002"]);
    const { body } = await ask("/v1/chains/99002");
    expect(body).toMatchObject({ chainName: "EVM chain 99002", rpcUrl: elsewhere.url });
    expect(body).not.toHaveProperty("platformChainId");
    const shown = JSON.stringify([body, await streams()]);
    const kept = readdirSync(folder()).map((name) => readFileSync(join(folder(), name), "latin1"));
    for (const text of [shown, ...kept]) expect(text).not.toContain("sesame");
  });

  it("answer every request by chain id and by blockchain id; 503 while there is no store, 404 for unknown ids", async () => {
    const l1 = await openChain(99_999);
    node.tracked.set(L1EVM.platformChainId, l1.url);
    node.tracked.set(EVMONE, undefined);
    await follow([L1EVM.platformChainId, EVMONE]);
    await atHead(l1);
    await until(`EVM evmone ${EVMONE.slice(0, 6)}…`, ({ state }) => state === "waiting-for-node");
    const values = {
      address: l1.chain.accounts[1] ?? "",
      txHash: l1.chain.head.transactions[0]?.hash ?? "",
      blockId: "2",
      tokenId: "1",
    };
    const routes = Object.values<Route>(ROUTES)
      .filter(({ method }) => method === "get")
      // What the P-Chain knows of chains with an id, it knows without a store of theirs.
      .filter(({ path }) => path.includes("{chainId}") && !path.startsWith("/firn/v1/blockchains/"));
    expect(routes.length).toBeGreaterThan(25);
    const found: string[] = [];
    for (const { path, params } of routes) {
      const { metric } = params.shape;
      const askChain = (chainId: string) => {
        const all = {
          ...values,
          ...(metric instanceof z.ZodEnum && { metric: String(metric.options[0]) }),
          chainId,
        };
        const filled = path.replace(/\{(\w+)\}/g, (_, name) => all[name as keyof typeof all] ?? "");
        return ask(`${filled}?threshold=1&function=name()`);
      };
      const answer = await askChain("99999");
      expect([200, 404], `${path} ${JSON.stringify(answer)}`).toContain(answer.status);
      if (answer.status === 200) found.push(path);
      const named = await askChain(L1EVM.platformChainId);
      expect({ path, ...named }).toEqual({ path, ...withoutTimes(answer, named) });
      for (const [chain, status] of [
        ["4242", 404],
        [EVMONE, 503],
        ["avalanche", 400],
      ] as const)
        expect({ path, chain, status: (await askChain(chain)).status }).toEqual({ path, chain, status });
    }
    // The others ask for contracts, and this chain has none.
    expect(found.length).toBeGreaterThan(15);
  });

  it("start over under the same id: the old store is archived", async () => {
    const before = await openChain(99_999);
    node.tracked.set(L1EVM.platformChainId, before.url);
    await follow();
    await atHead(before);
    await following.close();
    const other = await VmChain.open({ chainId: 99_999, genesisTime: 1_600_000_000 });
    const after = await serveVmNode(other);
    nodes.push(after);
    for (let block = 0; block < 5; block++) await pay(other);
    node.tracked.set(L1EVM.platformChainId, after.url);
    await follow();
    await atHead(after);
    expect((await ask("/v1/chains/99999/blocks/1")).body.blockHash).toBe(other.blocks[1]?.hash);
    const aside = readdirSync(join(firn.stores.place.folder, "set-aside"), { recursive: true }).map(String);
    expect(aside.filter((name) => name.endsWith(".db"))).toHaveLength(1);
  });

  it("get another store when their URL answers for another chain after a restart", async () => {
    const one = await openChain(99_001);
    const other = await openChain(99_002);
    const url = `${node.url}/ext/bc/${L1EVM.platformChainId}/rpc`;
    node.tracked.set(L1EVM.platformChainId, one.url);
    await follow([url]);
    await atHead(one);
    expect((await ask("/v1/chains/99001")).body).toMatchObject(L1EVM);
    node.tracked.set(L1EVM.platformChainId, other.url);
    await follow([url]);
    await atHead(other);
    const left = await until("EVM 99001", ({ state }) => state === "stopped");
    expect(left.error?.message).toMatch(/this chain is no longer indexed/);
    expect((await ask("/v1/chains/99001")).body).toMatchObject({ status: "UNAVAILABLE" });
    expect((await ask("/v1/chains/99001/blocks/3")).body).toMatchObject({ blockHash: one.chain.head.hash });
  });

  it("get another store when their URL answers for another chain while Firn runs", async () => {
    const one = await openChain(99_001);
    const other = await openChain(99_002);
    node.tracked.set(L1EVM.platformChainId, one.url);
    await follow([`${node.url}/ext/bc/${L1EVM.platformChainId}/rpc`]);
    await atHead(one);
    node.tracked.set(L1EVM.platformChainId, other.url);
    await atHead(other);
    node.tracked.set(L1EVM.platformChainId, one.url);
    await atHead(one);
    expect((await ask("/v1/chains/99001/blocks/3")).body).toMatchObject({ blockHash: one.chain.head.hash });
    expect((await ask("/v1/chains/99002/blocks/3")).body).toMatchObject({ blockHash: other.chain.head.hash });
  });

  it("with a damaged store stop alone, and the reason is reported", async () => {
    const whole = await openChain(99_001);
    const damaged = await openChain(99_002);
    mkdirSync(folder(), { recursive: true });
    writeFileSync(join(folder(), "99002.db"), "no database at all".repeat(1_000));
    await follow([whole.url, damaged.url]);
    await atHead(whole);
    const stopped = await until(shortened(damaged.url), ({ state }) => state === "stopped");
    expect(stopped.error).toMatchObject({
      code: "STORE_DAMAGED",
      message: expect.stringMatching(/not a database/),
    });
    await until(`EVM ${C_CHAIN}`, () => true);
    expect(await chainIds()).toEqual([C_CHAIN, "99001"]);
    expect((await ask("/v1/chains/99001")).body).toMatchObject({ status: "OK" });
    expect((await ask("/v1/chains/99002")).status).toBe(500);
  });

  it("report what their nodes lack, and are indexed without it", async () => {
    const lacking: [number, string[], VmNode["alter"]][] = [
      [99_001, [], (_, answer) => answer],
      [
        99_002,
        ["debug-api"],
        ({ method }, answer) => (method.startsWith("debug_") ? NO_SUCH_METHOD : answer),
      ],
      [
        99_003,
        ["old-traces"],
        ({ method, params }, answer) => (isTraceBelow(method, params, 3) ? GONE : answer),
      ],
      [99_004, ["archive"], ({ method, params }, answer) => (isOldBalance(method, params) ? GONE : answer)],
      [99_005, [], ({ method }, answer) => (method === "eth_getBlockReceipts" ? NO_SUCH_METHOD : answer)],
    ];
    const urls: string[] = [];
    for (const [chainId, , alter] of lacking) {
      const vmNode = await openChain(chainId);
      vmNode.alter = alter;
      urls.push(vmNode.url);
    }
    await follow(urls);
    for (const [i, [chainId, lacks]] of lacking.entries()) {
      const { evm, notice } = await atHead(nodes[i] as VmNode);
      expect({ chainId, lacks: evm?.lacks }).toEqual({ chainId, lacks });
      expect(notice === undefined).toBe(lacks.length === 0);
      expect(evm?.untracedTo).toBe(lacks[0] === "debug-api" ? 3 : lacks[0] === "old-traces" ? 2 : undefined);
      const address = nodes[i]?.chain.accounts[1];
      const calls = await ask(`/v1/chains/${chainId}/addresses/${address}/transactions:listInternals`);
      expect(calls.status).toBe(lacks[0] === "debug-api" ? 503 : 200);
      const { transactions } = (await ask(`/v1/chains/${chainId}/blocks/2/transactions`)).body;
      expect(transactions).toMatchObject([{ value: "7", txStatus: "1" }]);
    }
  });
});

/** The stream of a chain that has no store, by its URL. */
function shortened(url: string): string {
  const bare = url.replace("http://", "");
  return `EVM ${bare.slice(0, 9)}…${bare.slice(-8)}`;
}

/** The two answers may have been given at different times. */
function withoutTimes<T extends { body: Json }>(answer: T, other: T): T {
  const times = Object.entries(other.body).filter(([name]) => name === "lastRun" || name === "at");
  return { ...answer, body: { ...answer.body, ...Object.fromEntries(times) } };
}

const GONE = { error: { code: -32000, message: `missing trie node ${"ab".repeat(32)} (path 0f)` } };

function isTraceBelow(method: string, [height]: readonly unknown[], below: number): boolean {
  return method === "debug_traceBlockByNumber" && Number(height) < below;
}

function isOldBalance(method: string, [, height]: readonly unknown[]): boolean {
  return method === "eth_getBalance" && height !== "latest";
}
