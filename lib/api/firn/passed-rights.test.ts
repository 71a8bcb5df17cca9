import { keccak256, toBytes } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import {
  PASSED_RIGHT_EVENTS,
  passedRightCall,
  passedRightOf,
  readPassedRight,
} from "../../avalanche/evm/passed-rights";
import type { Approval, RightThroughContract } from "../../contract/firn/approvals";
import { VmChain } from "../../testbed/evm/chain";
import { callData, deployment, encodeAbi, selectorOf, textBytes } from "../../testbed/evm/contracts";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";

const CHAIN_ID = 99_999;
const MOST = 2n ** 160n - 1n;
const FAR = 2n ** 40n;
let node: VmNode;
let firn: IndexedChains;
let owner: string;
let others: string[];
let coin: string;
let plain: string;
let rights: string;
let stranger: string;

beforeAll(async () => {
  const chain = await VmChain.open({ chainId: CHAIN_ID });
  [owner = "", ...others] = chain.accounts.map((address) => address.toLowerCase());
  const { transactions } = await chain.mine([
    { from: 0, data: deployment("Coin", [textBytes("Coin"), textBytes("C"), 6]) },
    { from: 0, data: deployment("Coin", [textBytes("Other"), textBytes("O"), 6]) },
    { from: 0, data: deployment("Rights") },
    { from: 0, data: deployment("Rights") },
  ]);
  [coin = "", plain = "", rights = "", stranger = ""] = transactions.map(
    ({ contractAddress }) => contractAddress ?? "",
  );
  const call = (from: number, to: string, signature: string, values: readonly unknown[]) => ({
    from,
    to,
    data: callData(signature, values),
  });
  const approve = (spender: number, amount: bigint, expiration = FAR, { by = rights, token = coin } = {}) =>
    call(0, by, "approve(address,address,uint160,uint48)", [token, others[spender], amount, expiration]);
  await chain.mine([
    call(0, coin, "mint(address,uint256)", [owner, 1_000n]),
    call(0, plain, "mint(address,uint256)", [owner, 1_000n]),
    call(0, coin, "approve(address,uint256)", [rights, 500n]),
  ]);
  await chain.mine([approve(0, 100n), approve(1, 50n, 1n), approve(2, 9n)]);
  await chain.mine([
    call(3, rights, "permit(address,address,address,uint160,uint48)", [owner, coin, others[3], MOST, FAR]),
    approve(2, 40n),
    approve(4, 7n),
  ]);
  // Of a token that the contract may not move, and of a contract that may move nothing.
  await chain.mine([approve(0, 5n, FAR, { token: plain }), approve(0, 6n, FAR, { by: stranger })]);
  await chain.mine([
    call(1, rights, "transferFrom(address,address,uint160,address)", [owner, others[0], 30n, coin]),
    call(4, rights, "transferFrom(address,address,uint160,address)", [owner, others[0], 40n, coin]),
    call(0, rights, "lockdown(address,address)", [coin, others[4]]),
  ]);
  node = await serveVmNode(chain);
  firn = await indexChains();
  firn.add(node);
  await firn.reach(node);
});
afterAll(async () => {
  await firn.close();
  await node.close();
});

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${firn.url}/firn/v1/chains/${CHAIN_ID}/${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

/** What the node itself answers of a right to coins. */
async function leftOf(spender: string | undefined): Promise<bigint> {
  const data = callData("allowance(address,address,address)", [owner, coin, spender]);
  const body = { jsonrpc: "2.0", id: 1, method: "eth_call", params: [{ to: rights, data }, "latest"] };
  const headers = { "content-type": "application/json" };
  const response = await fetch(node.url, { method: "POST", headers, body: JSON.stringify(body) });
  return BigInt(((await response.json()) as { result: string }).result.slice(0, 66));
}

test("an approval says whom its spender passes it on to, and what the contract says is left", async () => {
  const { approvals } = await get<{ approvals: Approval[] }>(`addresses/${owner}/approvals`);
  const [approval, ...more] = approvals.filter(({ token }) => token.address.toLowerCase() === coin);
  expect(more).toEqual([]);
  expect(approval).toMatchObject({ left: "430", balance: "930", isConfirmed: true });
  const shown = (approval?.passedOn ?? []).map(
    ({ spender, approved, left, expiresAt, isConfirmed, blockNumber }) => ({
      spender: spender.address.toLowerCase(),
      approved,
      left,
      expiresAt,
      isConfirmed,
      blockNumber,
    }),
  );
  const right = (spender: number, approved: bigint, left: bigint, blockNumber: string) => ({
    spender: others[spender],
    approved: String(approved),
    left: String(left),
    expiresAt: Number(FAR),
    isConfirmed: true,
    blockNumber,
  });
  expect(shown).toEqual(
    [right(2, 40n, 40n, "4"), right(3, MOST, MOST, "4"), right(0, 100n, 70n, "3")].sort(byOrder(shown)),
  );
  expect(await Promise.all([0, 2, 3, 4].map((i) => leftOf(others[i])))).toEqual([70n, 40n, MOST, 0n]);
  // The token that the contract may not move has no approval, and nothing says that it could be moved.
  expect(JSON.stringify(approvals)).not.toContain(stranger.slice(2));
  expect(approvals.some(({ token }) => token.address.toLowerCase() === plain)).toBe(false);
});

/** Logs of one block have their own order. */
function byOrder(shown: readonly { spender: string }[]) {
  const place = ({ spender }: { spender: string | undefined }) =>
    shown.findIndex((each) => each.spender === spender);
  return (a: { spender: string | undefined }, b: { spender: string | undefined }) => place(a) - place(b);
}

test("a spender's rights are found by the spender, each once, and only those that can be used", async () => {
  const ofSpender = async (spender: string | undefined, query = "") =>
    get<{ rights: RightThroughContract[]; nextPageToken?: string; unread: string[] }>(
      `spenders/${spender}/rights${query}`,
    );
  const first = await ofSpender(others[0]);
  expect(first).toMatchObject({ unread: [] });
  expect(first.rights).toHaveLength(1);
  expect(first.rights[0]).toMatchObject({
    approved: "100",
    left: "70",
    leftToThrough: "430",
    balance: "930",
    isConfirmed: true,
    token: { symbol: "C", decimals: 6 },
  });
  expect(first.rights[0]?.through.address.toLowerCase()).toBe(rights);
  expect(first.rights[0]?.owner.address.toLowerCase()).toBe(owner);
  expect((await ofSpender(others[1])).rights).toEqual([]);
  expect((await ofSpender(others[4])).rights).toEqual([]);
  const third = (await ofSpender(others[2])).rights;
  expect(third.map(({ approved }) => approved)).toEqual(["40"]);
  const pages: RightThroughContract[] = [];
  for (let token: string | undefined = ""; token !== undefined; ) {
    const page = await ofSpender(others[2], `?pageSize=1${token && `&pageToken=${token}`}`);
    pages.push(...page.rights);
    token = page.nextPageToken;
  }
  expect(pages).toEqual(third);
  const { approvals } = await get<{ approvals: Approval[] }>(`spenders/${rights}/approvals`);
  expect(approvals[0]?.passedOn).toHaveLength(3);
});

test("without the node they are listed as their events say, and not confirmed", async () => {
  node.alter = ({ method }, answer) =>
    method === "eth_call" ? { error: { code: -32000, message: "missing trie node" } } : answer;
  try {
    const { approvals } = await get<{ approvals: Approval[] }>(`addresses/${owner}/approvals`);
    const [approval] = approvals.filter(({ token }) => token.address.toLowerCase() === coin);
    expect(approval?.passedOn?.map(({ isConfirmed, left }) => [isConfirmed, left])).toEqual(
      Array(5).fill([false, undefined]),
    );
    const { rights: found } = await get<{ rights: RightThroughContract[] }>(`spenders/${others[0]}/rights`);
    expect(found.map(({ isConfirmed }) => isConfirmed)).toEqual(Array(3).fill(false));
  } finally {
    node.alter = (_, answer) => answer;
  }
});

test("events and calls are those of Permit2", () => {
  const of = (signature: string) => keccak256(toBytes(signature));
  expect(PASSED_RIGHT_EVENTS.map(toHex)).toEqual([
    of("Approval(address,address,address,uint160,uint48)"),
    of("Permit(address,address,address,uint160,uint48,uint48)"),
  ]);
  const [a, b, c] = ["11", "22", "33"].map((byte) => Buffer.from(byte.repeat(20), "hex")) as [
    Buffer,
    Buffer,
    Buffer,
  ];
  expect(toHex(passedRightCall(a, b, c))).toBe(
    callData("allowance(address,address,address)", [toHex(a), toHex(b), toHex(c)]),
  );
  expect(toHex(passedRightCall(a, b, c)).slice(0, 10)).toBe(selectorOf("allowance(address,address,address)"));
  const words = (types: string, values: readonly unknown[]) =>
    Buffer.from(encodeAbi(types, values).slice(2), "hex");
  expect(readPassedRight(words("uint160,uint48,uint48", [MOST, 7n, 9n]))).toEqual({
    amount: MOST,
    expiration: 7,
  });
  expect(readPassedRight(words("uint160", [1n]))).toBeUndefined();
  const topics = [PASSED_RIGHT_EVENTS[0] ?? a, ...[a, b, c].map((each) => words("address", [toHex(each)]))];
  expect(passedRightOf({ topics, data: words("uint160,uint48", [258n, 1n]) })).toMatchObject({
    amount: Buffer.from([1, 2]),
  });
  expect(
    passedRightOf({ topics: topics.slice(0, 3), data: words("uint160,uint48", [1n, 1n]) }),
  ).toBeUndefined();
  expect(passedRightOf({ topics, data: words("uint160", [1n]) })).toBeUndefined();
});
