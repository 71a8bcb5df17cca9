import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VmChain } from "../../testbed/evm/chain";
import { History } from "../../testbed/evm/history";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";
import { step } from "../../testbed/evm/step";

const CHAIN_ID = 99_999;
let history: History;
let node: VmNode;
let firn: IndexedChains;

beforeAll(async () => {
  history = await History.open(await VmChain.open({ chainId: CHAIN_ID }));
  await history.play(
    fc.sample(fc.array(step, { minLength: 120, maxLength: 120 }), { numRuns: 1, seed: 5 })[0] ?? [],
  );
  node = await serveVmNode(history.chain);
  firn = await indexChains();
  firn.add(node);
  await firn.reach(node);
});
afterAll(async () => {
  await firn.close();
  await node.close();
});

interface Transfer {
  blockNumber: string;
  txHash: string;
  logIndex: number;
}

interface Page {
  nextPageToken?: string;
  nextBefore?: string;
}

async function ask<T>(path: string): Promise<T> {
  const response = await fetch(`${firn.url}${path}`);
  expect(response.status, path).toBe(200);
  // What is read beside the chain may arrive between two requests.
  const isBeside = (name: string) => name === "metadata" || name === "tokenUri";
  return JSON.parse(await response.text(), (name, value) => (isBeside(name) ? undefined : value)) as T;
}

async function walk(account: string, pageSize: number, by: "pageToken" | "before"): Promise<Transfer[]> {
  const path = `/firn/v1/chains/${CHAIN_ID}/addresses/${account}/transfers?pageSize=${pageSize}`;
  const all: Transfer[] = [];
  for (let next = ""; ; ) {
    const page = await ask<Page & { transfers: Transfer[] }>(path + next);
    all.push(...page.transfers);
    const from = by === "pageToken" ? page.nextPageToken : page.nextBefore;
    if (from === undefined) return all;
    next = `&${by}=${from}`;
  }
}

test("an address's transfers are those of the three standards' lists together, newest block first", async () => {
  let moved = 0;
  for (const account of [...history.accounts, history.forwarder]) {
    const lists = await Promise.all(
      ["Erc20", "Erc721", "Erc1155"].map((name) =>
        ask<{ transactions: Transfer[] }>(
          `/v1/chains/${CHAIN_ID}/addresses/${account}/transactions:list${name}?pageSize=100`,
        ),
      ),
    );
    const expected = lists.flatMap(({ transactions }) => transactions);
    const whole = await walk(account, 100, "pageToken");
    const text = (all: readonly Transfer[]) => all.map((each) => JSON.stringify(each)).sort();
    expect(text(whole)).toEqual(text(expected));
    const heights = whole.map(({ blockNumber }) => Number(blockNumber));
    expect(heights).toEqual(heights.toSorted((a, b) => b - a));
    expect(await walk(account, 2, "pageToken")).toEqual(whole);
    expect(await walk(account, 3, "before")).toEqual(whole);
    moved += whole.length;
  }
  expect(moved).toBeGreaterThan(20);
});
