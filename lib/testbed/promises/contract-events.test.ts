import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hashSignature } from "../../avalanche/evm/abi/entries";
import { PROXY_SLOTS } from "../../avalanche/evm/code/proxy";
import { writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import type { EvmDb } from "../../store/db";
import { listStreams } from "../../store/queries/stream";
import { VmChain } from "../evm/chain";
import { callData, deployment, textBytes } from "../evm/contracts";
import { type IndexedChains, indexChains } from "../evm/indexed";
import { type RpcAnswer, type RpcCall, serveVmNode, type VmNode } from "../evm/node";
import { pruneBlocks, setHistory, untilHistory } from "../evm/partial";
import { C, followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network } from "../l1-network";

/**
 * The history of a proxy and the roles of an L1 are read from stored events, and are what the chain's node finds by
 * eth_getLogs; where the store lacks logs they are asked for, and where nobody has them the answer says so.
 */

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into
type Json = any;

const CHANGES = [
  "Upgraded(address)",
  "AdminChanged(address,address)",
  "BeaconUpgraded(address)",
  "ChangedMasterCopy(address)",
].map(hashSignature);

async function ask(url: string): Promise<Json> {
  const response = await fetch(url, { headers: { "x-firn-dialect": "seed" } });
  const body = await response.json();
  expect(response.status, JSON.stringify(body).slice(0, 300)).toBe(200);
  return body;
}

/** What a node finds from the first block to its last, newest first. */
async function askNode(url: string, address: readonly string[], topics: readonly string[]): Promise<Json[]> {
  const params = [{ address, fromBlock: "0x0", toBlock: "latest", topics: [topics] }];
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_getLogs", params }),
  });
  const { result } = (await response.json()) as { result: Json[] };
  return result.reverse();
}

/** Where an event is, and the address that it names. */
const ofNode = ({ transactionHash, blockNumber, topics, address }: Json) => [
  transactionHash,
  Number(blockNumber),
  address.toLowerCase(),
  topics.length > 1 ? `0x${topics[1].slice(-40)}` : undefined,
];
const ofChange = ({ txHash, blockNumber, event, by }: Json, hasTopic = true) => [
  txHash,
  Number(blockNumber),
  by.address.toLowerCase(),
  hasTopic ? event.args[0].value.toLowerCase() : undefined,
];

describe("a chain whose proxies changed their targets", () => {
  const CHAIN = 99_477;
  /** The first block that a node without older ones has. */
  const FIRST = 4;
  let chain: VmChain;
  let node: VmNode;
  let firn: IndexedChains;
  let coins: string[] = [];
  let proxy = "";
  let beacon = "";
  let beaconProxy = "";

  const word = (address: string) => address.slice(2).toLowerCase().padStart(64, "0");
  const upgrade = (to: string, target: string | undefined) => ({
    from: 0,
    to,
    data: `0x${word(target ?? "")}`,
  });

  beforeAll(async () => {
    chain = await VmChain.open({ chainId: CHAIN, contracts: { [MINTER]: creation(ALLOW_LIST) } });
    const coin = { from: 0, data: deployment("Coin", [textBytes("Gold"), textBytes("GLD"), 6]) };
    const { transactions } = await chain.mine([
      coin,
      coin,
      coin,
      { from: 0, data: creation(upgradable(FORWARDING)) },
      { from: 0, data: creation(upgradable(ANSWERING)) },
    ]);
    const made = transactions.map(({ contractAddress }) => contractAddress ?? "");
    coins = made.slice(0, 3);
    [proxy = "", beacon = ""] = made.slice(3);
    const viaBeacon = [[PROXY_SLOTS.beacon, word(beacon)]] as const;
    const created = await chain.mine([
      { from: 0, data: creation(`365f5f375f5f365f${push(PROXY_SLOTS.beacon)}545af4`, viaBeacon) },
      upgrade(proxy, coins[0]),
      upgrade(beacon, coins[1]),
    ]);
    beaconProxy = created.transactions[0]?.contractAddress ?? "";
    const mint = callData("mint(address,uint256)", [chain.accounts[1], 5n]);
    await chain.mine([{ from: 0, to: coins[0] ?? "", data: mint }]);
    await chain.mine([upgrade(proxy, coins[1]), upgrade(beacon, coins[0]), upgrade(proxy, coins[2])]);
    const [, one = "", two = "", three = ""] = chain.accounts;
    await chain.mine([setRole(one, 2), setRole(two, 1), setRole(three, 3)]);
    await chain.mine([setRole(two, 0), setRole(one, 1)]);
    await chain.mine([upgrade(beacon, coins[2]), upgrade(proxy, coins[0])]);
    node = await serveVmNode(chain);
    node.alter = tellRules;
    firn = await indexChains();
    firn.add(node);
    await firn.reach(node);
  }, 120_000);
  afterAll(async () => {
    await firn?.close();
    await node?.close();
  });

  const changesOf = (from: IndexedChains, address: string) =>
    ask(`${from.url}/firn/v1/chains/${CHAIN}/contracts/${address}/targets`);

  /** Another Firn, which is closed with the test. */
  async function openFirn(): Promise<IndexedChains> {
    const other = await indexChains();
    onTestFinished(() => other.close());
    return other;
  }

  async function openNode(): Promise<VmNode> {
    const other = await serveVmNode(chain);
    other.alter = tellRules;
    onTestFinished(() => other.close());
    return other;
  }

  /** What the node finds of the proxy, newest first. */
  const expected = async (...contracts: string[]) =>
    (await askNode(node.url, contracts, CHANGES)).map(ofNode);

  it("has every change from its store, also of a beacon, without asking the node for logs", async () => {
    const known = { proxy: await expected(proxy), beacon: await expected(beaconProxy, beacon) };
    expect([known.proxy.length, known.beacon.length]).toEqual([4, 3]);
    node.refuse = { methods: ["eth_getLogs"], status: 503 };
    onTestFinished(() => {
      delete node.refuse;
    });
    const own = await changesOf(firn, proxy);
    const viaBeacon = await changesOf(firn, beaconProxy);
    expect(own.changes.map((change: Json) => ofChange(change))).toEqual(known.proxy);
    expect(viaBeacon.changes.map((change: Json) => ofChange(change))).toEqual(known.beacon);
    expect([own.unread, viaBeacon.unread]).toEqual([[], []]);
  });

  it("asks the node while logs are left out, with the same answer, and says so if that does not tell", async () => {
    const other = await openFirn();
    const own = await openNode();
    other.add(own, {}, Date.now, undefined, { leaveOutLogs: true });
    await other.reach(own);
    for (const address of [proxy, beaconProxy])
      expect(await changesOf(other, address)).toEqual(await changesOf(firn, address));
    own.refuse = { methods: ["eth_getLogs"], status: 503 };
    const { changes, unread } = await changesOf(other, proxy);
    expect(changes).toEqual([]);
    // From the block on that created the proxy.
    expect(unread).toEqual([
      expect.stringMatching(/^1 to 7: FIRN_LOGS is off, and the node does not tell: .*503/),
    ]);
  });

  it("knows the accounts that events name from its store, and else from the node", async () => {
    const other = await openFirn();
    const own = await openNode();
    other.add(own, {}, Date.now, undefined, { leaveOutLogs: true });
    await other.reach(own);
    node.refuse = { methods: ["eth_getLogs"], status: 503 };
    onTestFinished(() => {
      delete node.refuse;
    });
    const minterOf = async ({ url }: IndexedChains) => {
      const { precompiles } = await ask(`${url}/firn/v1/chains/${CHAIN}/rules`);
      return precompiles.find(({ contract }: Json) => contract.address === MINTER);
    };
    const { roles, withoutRoles } = await minterOf(firn);
    expect(withoutRoles).toBeUndefined();
    const [, one, , three] = chain.accounts;
    expect(
      Object.fromEntries(roles.map(({ account, role }: Json) => [account.address.toLowerCase(), role])),
    ).toEqual({ [one ?? ""]: "enabled", [three ?? ""]: "manager" });
    expect((await minterOf(other)).roles).toEqual(roles);
    own.refuse = node.refuse;
    const lacking = await minterOf(other);
    expect(lacking.roles).toEqual([]);
    expect(lacking.withoutRoles).toMatch(
      /^Events of these blocks may name more accounts: 0 to 7: FIRN_LOGS is off, and the node does not tell: /,
    );
  });

  it("names the blocks that neither the store nor the node has", async () => {
    const other = await openFirn();
    const own = await openNode();
    pruneBlocks(own, FIRST);
    other.add(own);
    await other.reach(own);
    await untilHistory(other.stores, CHAIN, ({ older }) => older === "missing");
    await other.stop(own);
    const newer = (await expected(proxy)).filter(([, height]) => Number(height) >= FIRST);
    expect(newer).toHaveLength(3);
    const lacking = await changesOf(other, proxy);
    expect(lacking.changes.map((change: Json) => ofChange(change))).toEqual(newer);
    expect(lacking.unread).toEqual([`0 to ${FIRST - 1}: the node does not have older blocks`]);

    // As long as that is not certain they are asked for.
    const history = { firstHeight: FIRST, older: "wanted", countedFrom: FIRST } as const;
    await setHistory(other.stores, CHAIN, history);
    const why = `0 to ${FIRST - 1}: older blocks are still being read`;
    expect((await changesOf(other, proxy)).unread).toEqual([
      `${why}, and the node does not tell: it does not have block 1`,
    ]);
    own.alter = tellRules;
    const whole = await changesOf(other, proxy);
    expect(whole.changes.map((change: Json) => ofChange(change))).toEqual(await expected(proxy));
    expect(whole.unread).toEqual([]);
  });

  it("asks for blocks that the node has and the store does not have yet", async () => {
    const other = await openFirn();
    const own = await openNode();
    const longer = await VmChain.open({ chainId: CHAIN });
    own.chain = longer;
    const { transactions } = await longer.mine([{ from: 0, data: creation(upgradable(FORWARDING)) }]);
    const address = transactions[0]?.contractAddress ?? "";
    await longer.mine([upgrade(address, longer.accounts[1])]);
    other.add(own);
    await other.reach(own);
    own.refuse = { methods: ["eth_getBlockReceipts", "eth_getTransactionReceipt"], status: 503 };
    await longer.mine([upgrade(address, longer.accounts[2])]);
    await untilBehind(other);
    const { changes, unread } = await changesOf(other, address);
    expect(unread).toEqual([]);
    expect(changes.map(({ blockNumber }: Json) => blockNumber)).toEqual(["3", "2"]);
    own.refuse = { methods: [...own.refuse.methods, "eth_getLogs"], status: 503 };
    expect((await changesOf(other, address)).unread).toEqual([
      expect.stringMatching(/^3 to 3: they are still being read, and the node does not tell: /),
    ]);
  });

  /** Waits until the indexer knows of a block that it does not store. */
  async function untilBehind({ stores }: IndexedChains): Promise<void> {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) {
      const store = await stores.open(`evm/${CHAIN}`, { mode: "read" });
      const [stream] = await listStreams(store.db);
      await store.close();
      if ((stream?.status.node_head_index ?? 0) >= (stream?.checkpoint?.next_index ?? 0)) return;
    }
    throw new Error("the indexer does not know of the node's last block");
  }
});

const MINTER = "0x0200000000000000000000000000000000000001";
const ROLE_SET = hashSignature("RoleSet(uint256,address,address,uint256)");

const setRole = (account: string, role: number) => ({
  from: 0,
  to: MINTER,
  data: `0x${account.slice(2).padStart(64, "0")}${role.toString(16).padStart(64, "0")}`,
});

/** A node of subnet-evm says what it is configured with, and that the minter is on. */
function tellRules({ method }: RpcCall, answer: RpcAnswer): RpcAnswer {
  if (method === "eth_getChainConfig") return { result: { chainId: 1 } };
  if (method !== "eth_getActiveRulesAt") return answer;
  const precompiles = { contractNativeMinterConfig: { timestamp: 0 } };
  return { result: { ethRules: {}, avalancheRules: { IsDurango: true }, precompiles } };
}

/** PUSH32 before a word. */
const push = (value: string) => `7f${value.replace(/^0x/, "")}`;
const hex2 = (value: number) => value.toString(16).padStart(4, "0");

/** Passes a call on to the target in the slot. */
const FORWARDING = `365f5f375f5f365f${push(PROXY_SLOTS.implementation)}545af43d5f5f3e3d5ff3`;
/** Answers with the target in the slot, as a beacon does. */
const ANSWERING = `${push(PROXY_SLOTS.implementation)}545f5260205ff3`;

/** Code that takes a call of 32 bytes as its new target and writes that in an event; other calls go on to `rest`. */
function upgradable(rest: string): string {
  const start = 7 + rest.length / 2;
  const isUpgrade = `3660201460${start.toString(16).padStart(2, "0")}57`;
  const store = `5b5f3580${push(PROXY_SLOTS.implementation)}55`;
  const tell = `${push(hashSignature("Upgraded(address)"))}5f5fa200`;
  return `${isUpgrade}${rest}${store}${tell}`;
}

/** Runtime code in place of the precompile: a call of two words sets a role and says so, others read one. */
const ALLOW_LIST = [
  "3660401460",
  "11",
  "57",
  "600435545f5260205ff3",
  "5b",
  "6020355f3555",
  `335f35602035${push(ROLE_SET)}60205fa400`,
].join("");

/** Creation code: stores words, then returns `runtime`. */
function creation(runtime: string, words: readonly (readonly [slot: string, value: string])[] = []): string {
  const stores = words.map(([slot, value]) => `${push(value)}${push(slot)}55`).join("");
  const size = hex2(runtime.length / 2);
  const start = hex2(stores.length / 2 + 13);
  return `0x${stores}61${size}61${start}5f3961${size}5ff3${runtime}`;
}

describe("a real L1 and its C-Chain", () => {
  let network: L1Network;
  beforeAll(async () => {
    network = await followL1Network();
  }, L1_NETWORK_TIMEOUT_MS);
  afterAll(() => network?.close());

  const rpcOf = (chainId: string) => {
    const { nodeUrl, recording } = network.firn;
    return `${nodeUrl}/ext/bc/${chainId === C ? "C" : recording.evmChains[0]?.blockchainId}/rpc`;
  };
  const get = (chainId: string, path: string) => ask(`${network.firn.url}/firn/v1/chains/${chainId}${path}`);

  /** Every proxy among the contracts that the recorded node was asked about. */
  async function findProxies(): Promise<{ chainId: string; address: string; beacon?: string }[]> {
    const found = [];
    const answers = network.firn.recording.answers as unknown as Json[];
    for (const chainId of [L1, C]) {
      const own = answers.filter(
        ({ path, method }) => rpcOf(chainId).endsWith(path) && method === "eth_getCode",
      );
      for (const address of new Set(own.map(({ params }) => String(JSON.parse(params)[0])))) {
        const { proxy } = await get(chainId, `/contracts/${address}`);
        if (proxy !== undefined) found.push({ chainId, address, beacon: proxy.beacon?.address });
      }
    }
    return found;
  }

  const LISTS = ["00", "01", "02", "03", "04"].map(
    (last) => `0x02000000000000000000000000000000000000${last}`,
  );

  it("tells changes of proxies and roles from its store as its node does, and the same again from the node", async () => {
    const proxies = await findProxies();
    expect(proxies.length).toBeGreaterThan(3);
    const stored: Json[] = [];
    let changed = 0;
    for (const { chainId, address, beacon } of proxies) {
      const answer = await get(chainId, `/contracts/${address}/targets`);
      const logs = await askNode(rpcOf(chainId), [address, ...(beacon ? [beacon] : [])], CHANGES);
      const told = answer.changes.map((change: Json, at: number) =>
        ofChange(change, logs[at]?.topics.length > 1),
      );
      expect(told, address).toEqual(logs.map(ofNode));
      expect(answer.unread).toEqual([]);
      changed += logs.length;
      stored.push(answer);
    }
    expect(changed).toBeGreaterThan(5);

    const rules = await get(L1, "/rules");
    const events = await askNode(rpcOf(L1), LISTS, [ROLE_SET]);
    expect(events.length).toBeGreaterThan(3);
    for (const { withoutRoles } of rules.precompiles) expect(withoutRoles).toBeUndefined();

    await network.stopChains();
    const inStores = async (work: (db: EvmDb) => Promise<unknown>) => {
      for (const chainId of [L1, C]) {
        const store = await network.firn.stores.open(`evm/${chainId}`, { mode: "write", nowMs: Date.now() });
        await work(store.db);
        await store.close();
      }
    };
    const askAgain = () =>
      Promise.all(proxies.map(({ chainId, address }) => get(chainId, `/contracts/${address}/targets`)));
    // Without stored events, and none said to be missing, nothing is asked of the node.
    await inStores(async (db) => {
      await db.deleteFrom("log_body").execute();
      await db.deleteFrom("log_term").execute();
    });
    expect((await askAgain()).flatMap(({ changes }) => changes)).toEqual([]);
    await inStores((db) => writeEvmFacts(db, { unlogged: "0-1000", logs: "no" }));
    expect(await askAgain()).toEqual(stored);
    expect(await get(L1, "/rules")).toEqual(rules);
  }, 120_000);
});
