import { afterAll, beforeEach, expect } from "vitest";
import type { EvmHistory } from "../../store/bookkeeping/history";
import { VmChain } from "./chain";
import { callData, deployment, textBytes } from "./contracts";
import { type IndexedChains, indexChains } from "./indexed";
import { serveVmNode } from "./node";
import { setHistory, untilHistory } from "./partial";

export type Json = Record<string, unknown>;

export const CHAIN = 77_777;
/** Where the partial store begins. */
export const FIRST = 4;
export const HOUR = 3_600;
export const DAY = 24 * HOUR;
/** A UTC day begins. */
export const START = 19_675 * DAY;
export const MISSING: EvmHistory = { firstHeight: FIRST, older: "missing", countedFrom: FIRST };

/** Paths of the chain in both interfaces. */
export const at = (path: string) => `/v1/chains/${CHAIN}${path}`;
export const metric = (path: string) => `/v2/chains/${CHAIN}/${path}`;

/** A chain stored twice: from its first block on, and from block 4 on, because its node lacks older ones. */
export type PartChain = Awaited<ReturnType<typeof openPartChain>>;

/** The chain for the tests of a file, each of which begins with a store whose node lacks older blocks. */
export async function partChainOfFile(): Promise<PartChain> {
  const rig = await openPartChain();
  beforeEach(() => rig.setHistory());
  afterAll(() => rig.close());
  return rig;
}

/** Mines eleven blocks with three contracts and indexes them. Tests set the history of the partial store. */
export async function openPartChain() {
  const chain = await VmChain.open({ chainId: CHAIN, genesisTime: START });
  const mineAt = (time: number, ...transactions: Parameters<VmChain["mine"]>[0]) =>
    chain.mine(transactions, START + time - chain.head.time);
  const { transactions } = await mineAt(
    HOUR,
    { from: 0, data: deployment("Coin", [textBytes("Coin"), textBytes("C"), 18]) },
    { from: 0, data: deployment("Collection", [textBytes("Cards"), textBytes("CARD")]) },
    { from: 0, data: deployment("Items") },
  );
  const [coin, collection, items] = transactions.map(({ contractAddress }) => contractAddress ?? "") as [
    string,
    string,
    string,
  ];
  const [zero, one, two, three] = chain.accounts as [string, string, string, string];
  const call = (from: number, to: string, signature: string, ...values: unknown[]) => ({
    from,
    to,
    data: callData(signature, values),
  });
  const pay = (from: number, to: string | undefined, value: bigint) =>
    call(from, coin, "transfer(address,uint256)", to, value);
  const hand = (from: number, to: string | undefined, id: bigint) =>
    call(from, collection, "transferFrom(address,address,uint256)", chain.accounts[from], to, id);
  const ship = (from: number, to: string | undefined, value: bigint) =>
    call(
      from,
      items,
      "safeTransferFrom(address,address,uint256,uint256,bytes)",
      chain.accounts[from],
      to,
      7n,
      value,
      "0x",
    );
  const mintCard = (to: string | undefined, id: bigint) =>
    call(0, collection, "mint(address,uint256)", to, id);
  await mineAt(
    2 * HOUR,
    call(0, coin, "mint(address,uint256)", zero, 1_000n),
    mintCard(zero, 1n),
    mintCard(zero, 2n),
    mintCard(zero, 3n),
    call(0, items, "mint(address,uint256,uint256)", zero, 7n, 10n),
  ); // 2
  await mineAt(3 * HOUR, pay(0, one, 100n), hand(0, one, 1n), ship(0, one, 4n)); // 3
  await mineAt(20 * HOUR, pay(1, two, 30n), hand(1, two, 1n), ship(1, two, 1n)); // 4
  await mineAt(20 * HOUR + 60, pay(0, three, 1n)); // 5
  await mineAt(DAY + HOUR, pay(0, three, 5n), mintCard(three, 4n), hand(0, three, 2n)); // 6
  await mineAt(DAY + 2 * HOUR, { from: 2, to: three, value: 1n }); // 7
  await mineAt(2 * DAY + HOUR, pay(2, one, 3n), { from: 3, data: deployment("PlainCoin") }); // 8
  await mineAt(3 * DAY + HOUR, pay(3, one, 1n)); // 9
  await mineAt(3 * DAY + HOUR + 1_800, pay(3, one, 1n)); // 10
  await mineAt(3 * DAY + 2 * HOUR + 60, pay(3, one, 1n)); // 11
  const node = await serveVmNode(chain);
  const pruned = await serveVmNode(chain);
  const state = { isMissing: false };
  pruned.alter = ({ method, params }, answer) => {
    if (method.startsWith("eth_getBlock") && Number(params[0]) < FIRST) return { result: null };
    return method === "eth_call" && state.isMissing
      ? { error: { code: -32000, message: "missing trie node" } }
      : answer;
  };
  const whole = await indexChains();
  whole.add(node);
  await whole.reach(node);
  const part = await indexChains();
  part.add(pruned);
  await part.reach(pruned);
  await untilHistory(part.stores, CHAIN, ({ older }) => older === "missing");
  // From here on, tests say what the store says of its history.
  await whole.stop(node);
  await part.stop(pruned);
  return {
    chain,
    /** The chain from its first block on, and from block 4 on. */
    whole,
    part,
    coin,
    collection,
    items,
    /** Whether the node without old blocks also refuses to run calls. */
    state,
    /** Sets what a store says of its history; by default the partial one, that its node lacks older blocks. */
    setHistory: (history: EvmHistory = MISSING, { stores }: Pick<IndexedChains, "stores"> = part) =>
      setHistory(stores, CHAIN, history),
    /** The same question to both stores. */
    both: (path: string, dialect?: string) => askBoth({ part, whole }, path, dialect),
    async close() {
      await whole.close();
      await part.close();
      await node.close();
      await pruned.close();
    },
  };
}

/** Asks the API of a store, and leaves out what is read in the background or depends on a store's key. */
export async function ask(firn: IndexedChains, path: string, dialect = "seed") {
  const response = await fetch(firn.url + path, { headers: { "x-firn-dialect": dialect } });
  const later = ["metadata", "tokenUri", "nextPageToken"];
  const body = JSON.parse(await response.text(), (key, value) =>
    later.includes(key) ? undefined : value,
  ) as Json;
  return { status: response.status, body, partial: response.headers.get("x-firn-partial") };
}

async function askBoth(
  { part, whole }: { part: IndexedChains; whole: IndexedChains },
  path: string,
  dialect?: string,
): Promise<{ known: Json; all: Json }> {
  const known = await ask(part, path, dialect);
  const all = await ask(whole, path, dialect);
  expect([known.status, all.status, all.partial], `${path} ${JSON.stringify(known.body)}`).toEqual([
    200,
    200,
    null,
  ]);
  expect(known.partial).toBe(
    `chain ${CHAIN}: lists begin at block 4, figures count blocks from 4 on: the node does not have older blocks`,
  );
  return { known: known.body, all: all.body };
}
