import { afterAll, beforeAll, expect, test } from "vitest";
import type { Approval, GotApproval } from "../../contract/firn/approvals";
import { VmChain } from "../../testbed/evm/chain";
import { callData, deployment, textBytes } from "../../testbed/evm/contracts";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";

const CHAIN_ID = 99_999;
const MOST = 2n ** 256n - 1n;
let node: VmNode;
let firn: IndexedChains;
let owner: string;
let spenders: string[];
let coin: string;
let items: string;

beforeAll(async () => {
  const chain = await VmChain.open({ chainId: CHAIN_ID });
  [owner = "", ...spenders] = chain.accounts;
  const { transactions } = await chain.mine([
    { from: 0, data: deployment("Coin", [textBytes("Coin"), textBytes("C"), 6]) },
    { from: 0, data: deployment("Items") },
  ]);
  [coin = "", items = ""] = transactions.map(({ contractAddress }) => contractAddress ?? "");
  const call = (from: number, to: string, signature: string, values: readonly unknown[]) => ({
    from,
    to,
    data: callData(signature, values),
  });
  const approve = (spender: number, value: bigint) =>
    call(0, coin, "approve(address,uint256)", [chain.accounts[spender], value]);
  const approveAll = (spender: number, is: boolean) =>
    call(0, items, "setApprovalForAll(address,bool)", [chain.accounts[spender], is]);
  const spend = (spender: number, value: bigint) =>
    call(spender, coin, "transferFrom(address,address,uint256)", [owner, chain.accounts[spender], value]);
  await chain.mine([call(0, coin, "mint(address,uint256)", [owner, 1_000n]), approve(1, 100n)], 10);
  await chain.mine([approve(2, 50n), approveAll(1, true), approveAll(2, true)], 10);
  await chain.mine([spend(1, 30n), spend(2, 50n), approveAll(2, false)], 10);
  await chain.mine([approve(0, MOST)], 10);
  node = await serveVmNode(chain);
  firn = await indexChains();
  firn.add(node);
  await firn.reach(node);
});
afterAll(async () => {
  await firn.close();
  await node.close();
});

interface Page {
  nextPageToken?: string;
  unread: string[];
  approvals: Approval[];
}

async function ask(query = "", address = owner): Promise<Page> {
  const response = await fetch(
    `${firn.url}/firn/v1/chains/${CHAIN_ID}/addresses/${address}/approvals${query}`,
  );
  expect(response.status).toBe(200);
  return (await response.json()) as Page;
}

function shown({ approvals }: Page) {
  return approvals.map(({ form, token, spender, approved, left, isConfirmed }) => ({
    form,
    token: token.address.toLowerCase(),
    spender: spender.address.toLowerCase(),
    approved,
    left,
    isConfirmed,
  }));
}

/** What the node itself answers, by spender and form. */
async function allowanceOf(spender: string): Promise<bigint> {
  const data = callData("allowance(address,address)", [owner, spender]);
  const response = await fetch(node.url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "eth_call",
      params: [{ to: coin, data }, "latest"],
    }),
  });
  return BigInt(((await response.json()) as { result: string }).result);
}

test("what is left of each approval is the contract's own answer, and what was spent is left out", async () => {
  const [first = "", second = ""] = spenders;
  expect(await Promise.all([owner, first, second].map(allowanceOf))).toEqual([MOST, 70n, 0n]);
  const amount = (spender: string, approved: bigint, left: bigint) => ({
    form: "amount",
    token: coin,
    spender,
    isConfirmed: true,
    approved: String(approved),
    left: String(left),
  });
  const all = {
    form: "all",
    token: items,
    spender: first,
    approved: undefined,
    left: undefined,
    isConfirmed: true,
  };
  const answer = await ask();
  expect(answer.unread).toEqual([]);
  expect(shown(answer)).toHaveLength(3);
  expect(shown(answer)).toEqual(
    expect.arrayContaining([amount(owner, MOST, MOST), amount(first, 100n, 70n), all]),
  );
});

test("each approval names its token and the transaction that gave it", async () => {
  const { approvals } = await ask();
  const found = approvals.find(({ approved }) => approved === "100");
  const block = node.chain.blocks[2];
  expect(found).toMatchObject({
    token: { name: "Coin", symbol: "C", decimals: 6 },
    blockNumber: "2",
    blockTimestamp: Number(block?.time),
    txHash: block?.transactions[1]?.hash,
  });
});

test("pages and `after` go on where the last page ended", async () => {
  const whole = (await ask()).approvals;
  const walked: Approval[] = [];
  for (let query = "?pageSize=1"; ; ) {
    const page = await ask(query);
    walked.push(...page.approvals);
    if (page.nextPageToken === undefined) break;
    query = `?pageSize=1&pageToken=${page.nextPageToken}`;
  }
  expect(walked).toEqual(whole);
  const [first] = whole;
  const name = `${first?.token.address}-${first?.spender.address}-${first?.form}`;
  expect((await ask(`?after=${name}`)).approvals).toEqual(whole.slice(1));
});

test("a spender's list has the same approvals from the other side, with what their owners have", async () => {
  const [first = "", second = ""] = spenders;
  const got = async (address: string, query = "") => {
    const response = await fetch(
      `${firn.url}/firn/v1/chains/${CHAIN_ID}/spenders/${address}/approvals${query}`,
    );
    expect(response.status).toBe(200);
    return (await response.json()) as { nextPageToken?: string; approvals: GotApproval[] };
  };
  const given = (await ask()).approvals;
  for (const address of [owner, first, second]) {
    const { approvals } = await got(address);
    const expected = given
      .filter(({ spender }) => spender.address.toLowerCase() === address)
      .map(({ spender: _, ...approval }) => approval);
    expect(approvals.map(({ owner: _, ...approval }) => approval)).toEqual(expected);
    for (const { owner: giver } of approvals) expect(giver.address.toLowerCase()).toBe(owner);
  }
  const { approvals } = await got(first);
  expect(approvals.map(({ form, left, balance }) => [form, left, balance])).toEqual(
    // 1,000 were minted, and 80 are spent: of the first approval 70 are left.
    expect.arrayContaining([
      ["amount", "70", "920"],
      ["all", undefined, undefined],
    ]),
  );
  const page = await got(first, "?pageSize=1");
  const rest = await got(first, `?pageSize=1&pageToken=${page.nextPageToken}`);
  expect([...page.approvals, ...rest.approvals]).toEqual(approvals);
  const [top] = approvals;
  const name = `${top?.token.address}-${owner}-${top?.form}`;
  expect((await got(first, `?after=${name}`)).approvals).toEqual(approvals.slice(1));
  // A token of one list is none of the other's.
  const other = await fetch(
    `${firn.url}/firn/v1/chains/${CHAIN_ID}/addresses/${first}/approvals?pageToken=${page.nextPageToken}`,
  );
  expect(other.status).toBe(400);
});

test("an account that approved nothing has an empty list", async () => {
  expect((await ask("", spenders[0])).approvals).toEqual([]);
  expect((await ask("", `0x${"77".repeat(20)}`)).approvals).toEqual([]);
});

test("while the node does not answer, everything that was not taken back is listed, and not confirmed", async () => {
  node.alter = ({ method }, answer) =>
    method === "eth_call" ? { error: { code: -32000, message: "the server is busy" } } : answer;
  try {
    const answer = await ask();
    expect(shown(answer).map(({ approved, left, isConfirmed }) => [approved, left, isConfirmed])).toEqual(
      expect.arrayContaining([
        ["100", undefined, false],
        ["50", undefined, false],
        [String(MOST), undefined, false],
        [undefined, undefined, false],
      ]),
    );
    expect(answer.approvals).toHaveLength(4);
  } finally {
    node.alter = (_, answer) => answer;
  }
});
