import { afterAll, beforeAll, expect, it } from "vitest";
import { openEvmNodes } from "../../api/node/evm-node";
import { openEvmChains } from "../../api/snapshot/evm";
import type { AccountList } from "../../api/tokens/asked-accounts";
import { type LargestAccounts, openLargestAccounts } from "../../api/tokens/largest-accounts";
import { toHex } from "../../avalanche/codec/bytes";
import { VmChain, type VmTransaction } from "../evm/chain";
import { callData, deployment } from "../evm/contracts";
import { type IndexedChains, indexChains } from "../evm/indexed";
import { serveVmNode, type VmNode } from "../evm/node";

/** The largest accounts of a chain whose accounts are too many to ask about at once. */

const CHAIN_ID = 99_999;
const COIN = 10n ** 18n;
const MINUTE_MS = 60_000;
const LIMITS = {
  atOnce: 7,
  listed: 10,
  spare: 1,
  keepMs: MINUTE_MS,
  waitMs: 60_000,
  againMs: 60 * MINUTE_MS,
};
const HOLDERS = 60;

let chain: VmChain;
let node: VmNode;
const nodes: VmNode[] = [];
let firn: IndexedChains;
let forwarder = "";
let largest: LargestAccounts;
let nowMs = 10 ** 12;
/** Of whom the node was asked. */
let asked: string[] = [];
/** Runs once before the node's next answer of balances. */
let beforeAnswer: (() => Promise<void>) | undefined;

beforeAll(async () => {
  chain = await VmChain.open({ chainId: CHAIN_ID });
  for (let from = 1; from <= HOLDERS; from += 20)
    await chain.mine(
      Array.from({ length: 20 }, (_, at) => pay(holder(from + at), BigInt((from + at) * 37) % 101n)),
    );
  // All who can send are among the largest.
  await chain.mine(chain.accounts.map((_, from) => ({ from, to: holder(1), value: COIN })));
  const made = await chain.mine([{ from: 0, data: deployment("Forwarder") }]);
  forwarder = made.transactions[0]?.contractAddress ?? "";
  node = await serveVmNode(chain);
  nodes.push(node);
  node.alter = async ({ method, params }, answer) => {
    if (method !== "eth_getBalance") return answer;
    asked.push(String(params[0]));
    const work = beforeAnswer;
    beforeAnswer = undefined;
    await work?.();
    return answer;
  };
  firn = await indexChains();
  firn.add(node);
  await firn.reach(node);
  const chains = openEvmChains(
    firn.stores,
    openEvmNodes([], () => nowMs),
  );
  const open = openLargestAccounts(chains, () => nowMs, LIMITS);
  largest = {
    take: open.take,
    async close() {
      await open.close();
      await chains.close();
    },
  };
}, 120_000);
afterAll(async () => {
  await largest?.close();
  await firn?.close();
  for (const served of nodes) await served.close();
});

function holder(number: number): string {
  return `0x${(0xabc0_0000 + number).toString(16).padStart(40, "0")}`;
}

function pay(to: string, coins: bigint): VmTransaction {
  return { from: 0, to, value: coins * COIN };
}

async function mine(transactions: readonly VmTransaction[]): Promise<void> {
  await chain.mine(transactions);
  await firn.reach(node);
}

/** The list that the node's own answers make, of everybody whom the chain names. */
async function expected(height: number): Promise<[address: string, balance: bigint][]> {
  const named = new Set(
    chain.blocks.flatMap(({ transactions }) =>
      transactions.flatMap(({ fields, contractAddress, from }) => [
        from,
        contractAddress ?? toHex(fields.to ?? new Uint8Array()),
      ]),
    ),
  );
  const balances: [string, bigint][] = [];
  for (const address of named) {
    if (address === undefined) continue;
    const params = [address, `0x${height.toString(16)}`];
    const response = await fetch(node.url, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_getBalance", params }),
    });
    const { result } = (await response.json()) as { result: string };
    if (BigInt(result) > 0n) balances.push([address.toLowerCase(), BigInt(result)]);
  }
  return balances.sort(([a, x], [b, y]) => (x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1));
}

async function expectRight(list: AccountList): Promise<void> {
  const shown = list.accounts.map(({ address, balance }) => [toHex(address), balance]);
  expect(shown).toEqual((await expected(list.height)).slice(0, LIMITS.listed));
  expect(list.accountsUnknown).toBe(0);
}

it("asks part by part and lists what the node tells of the list's block, whatever blocks came meanwhile", async () => {
  let meanwhile = 0;
  const payMore = async () => {
    meanwhile += 1;
    // One who was asked about already, one who was not, and one who is new.
    await mine([pay(holder(1), 300n), pay(holder(HOLDERS), 200n), pay(holder(1_000 + meanwhile), 150n)]);
    if (meanwhile < 3) beforeAnswer = payMore;
  };
  beforeAnswer = payMore;
  const list = await largest.take(String(CHAIN_ID));
  expect(meanwhile).toBe(3);
  expect(list.height).toBe(chain.head.height);
  expect(list.accountsAsked).toBeGreaterThan(HOLDERS);
  await expectRight(list);
});

it("keeps a list for a minute, then asks about the largest and those whom blocks name", async () => {
  const before = await largest.take(String(CHAIN_ID));
  const shows = ({ accounts }: AccountList, who: string) =>
    accounts.some(({ address }) => toHex(address) === who);
  asked = [];
  const forward = callData("forward(address)", [holder(4)]);
  await mine([
    pay(holder(2), 5_000n),
    pay(holder(3), 1n),
    { from: 0, to: forwarder, value: 4_000n * COIN, data: forward },
  ]);
  expect(await largest.take(String(CHAIN_ID))).toBe(before);
  expect(asked).toEqual([]);
  nowMs += MINUTE_MS;
  const after = await largest.take(String(CHAIN_ID));
  expect(after.height).toBe(chain.head.height);
  for (const paid of [holder(2), holder(4)])
    expect([shows(before, paid), shows(after, paid)]).toEqual([false, true]);
  expect(asked).toContain(holder(3));
  // Nothing that is indexed names who gets the fees.
  expect(asked).toContain(toHex(chain.head.header.coinbase));
  // Besides the largest: the four who were called or paid, and who gets the fees.
  expect(asked.length).toBeLessThanOrEqual(LIMITS.listed + LIMITS.spare + 5);
  await expectRight(after);
  expect(await largest.take(String(CHAIN_ID), before.height)).toBe(before);
});

it("asks about all again once so many have spent that others are larger", async () => {
  for (let account = 1; account < chain.accounts.length; account++)
    await mine([{ from: account, to: holder(2_000), value: 999_998n * COIN }]);
  nowMs += MINUTE_MS;
  const short = await largest.take(String(CHAIN_ID));
  const shown = short.accounts.map(({ address, balance }) => [toHex(address), balance]);
  expect(shown.length).toBeLessThan(LIMITS.listed);
  expect(shown).toEqual((await expected(short.height)).slice(0, shown.length));
  nowMs += MINUTE_MS;
  await expectRight(await largest.take(String(CHAIN_ID)));
});

it("says how far it is while there is no list yet, and what the node refuses", async () => {
  const chains = openEvmChains(
    firn.stores,
    openEvmNodes([], () => nowMs),
  );
  const impatient = openLargestAccounts(chains, () => nowMs, { ...LIMITS, waitMs: 0 });
  await expect(impatient.take(String(CHAIN_ID))).rejects.toMatchObject({
    code: "BUSY",
    message: expect.stringMatching(
      /^the node is being asked for the balances of \d+ accounts and has told \d+ % of them$/,
    ),
  });
  await expect
    .poll(() => impatient.take(String(CHAIN_ID)).catch(() => undefined), { timeout: 30_000 })
    .toBeDefined();
  await expectRight(await impatient.take(String(CHAIN_ID)));
  await impatient.close();

  const refused = openLargestAccounts(chains, () => nowMs, LIMITS);
  const { alter } = node;
  node.alter = (_, answer) => ({ error: { code: -32000, message: "missing trie node" } }) as typeof answer;
  await expect(refused.take(String(CHAIN_ID))).rejects.toMatchObject({ code: "NODE_RPC_ERROR" });
  node.alter = alter;
  await expectRight(await refused.take(String(CHAIN_ID)));
  await refused.close();
  await chains.close();
});

it("begins again with a chain that was indexed anew", async () => {
  const before = openEvmChains(
    firn.stores,
    openEvmNodes([], () => nowMs),
  );
  let current = before;
  const followed = openLargestAccounts(
    { ...before, read: (id, work) => current.read(id, work) },
    () => nowMs,
    LIMITS,
  );
  const old = await followed.take(String(CHAIN_ID));
  const other = await VmChain.open({ chainId: CHAIN_ID, genesisTime: 1_600_000_000 });
  while (other.head.height <= old.height)
    await other.mine([pay(holder(5_000 + other.head.height), BigInt(other.head.height + 1))]);
  const otherNode = await serveVmNode(other);
  const otherFirn = await indexChains();
  nodes.push(otherNode);
  otherFirn.add(otherNode);
  await otherFirn.reach(otherNode);
  current = openEvmChains(
    otherFirn.stores,
    openEvmNodes([], () => nowMs),
  );
  nowMs += MINUTE_MS;
  [chain, node] = [other, otherNode];
  const list = await followed.take(String(CHAIN_ID));
  expect(list.height).toBe(other.head.height);
  await expectRight(list);
  await followed.close();
  for (const open of [before, current]) await open.close();
  await otherFirn.close();
});
