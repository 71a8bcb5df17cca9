import { toEventSelector } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Approval } from "../../contract/firn/approvals";
import { VmChain } from "../../testbed/evm/chain";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";

const CHAIN_ID = 99_998;
/**
 * A hand-written collection: four words are the topics of an event, two words are a slot and what is stored in it, and a
 * call of 36 bytes reads the slot of its argument, as `getApproved` does.
 */
const CODE = [
  "36602414602057",
  "3660401460",
  "2d57",
  "60603560403560203560003560006000a400",
  "5b6004355460005260206000f3",
  "5b6020356000355500",
].join("");
const DEPLOYMENT = `0x61${(CODE.length / 2).toString(16).padStart(4, "0")}80600c6000396000f3${CODE}`;

const [TRANSFER, APPROVAL] = ["Transfer", "Approval"].map((name) =>
  BigInt(toEventSelector(`${name}(address,address,uint256)`)),
) as [bigint, bigint];
const words = (...values: bigint[]) =>
  `0x${values.map((value) => value.toString(16).padStart(64, "0")).join("")}`;

let node: VmNode;
let firn: IndexedChains;
let contract = "";
let owner = "";

beforeAll(async () => {
  const chain = await VmChain.open({ chainId: CHAIN_ID });
  contract = (await chain.mine([{ from: 0, data: DEPLOYMENT }])).transactions[0]?.contractAddress ?? "";
  owner = chain.accounts[0] ?? "";
  const [me, one, two] = chain.accounts.map((account) => BigInt(account)) as [bigint, bigint, bigint];
  const send = (...values: bigint[]) => ({ from: 0, to: contract, data: words(...values) });
  const move = (from: bigint, to: bigint, id: bigint) => send(TRANSFER, from, to, id);
  /** The event, and what the contract then answers. */
  const approve = (spender: bigint, id: bigint) => [send(APPROVAL, me, spender, id), send(id, spender)];
  await chain.mine([7n, 8n, 9n, 10n, 11n].map((id) => move(0n, me, id)));
  await chain.mine([7n, 8n, 9n, 10n, 11n].flatMap((id) => approve(one, id)));
  await chain.mine([...approve(0n, 8n), move(me, two, 9n), ...approve(two, 11n)]);
  await chain.mine([move(two, me, 9n), send(10n, 0n)]);
  node = await serveVmNode(chain);
  firn = await indexChains();
  firn.add(node);
  await firn.reach(node);
});
afterAll(async () => {
  await firn.close();
  await node.close();
});

async function ask(query = ""): Promise<{ nextPageToken?: string; approvals: Approval[] }> {
  const path = `/firn/v1/chains/${CHAIN_ID}/addresses/${owner}/approvals${query}`;
  const response = await fetch(firn.url + path);
  expect(response.status).toBe(200);
  return response.json();
}

function shown(approvals: readonly Approval[]) {
  return approvals.map(({ form, tokenId, spender, isConfirmed }) => [
    form,
    tokenId,
    node.chain.accounts.indexOf(spender.address.toLowerCase()),
    isConfirmed,
  ]);
}

test("single tokens are listed with who may move them, without what was taken back, has ended or moved", async () => {
  const { approvals } = await ask();
  expect(shown(approvals)).toEqual([
    ["one", "11", 2, true],
    ["one", "7", 1, true],
  ]);
  expect(approvals[1]).toMatchObject({
    token: { address: expect.stringMatching(new RegExp(contract, "i")) },
    blockNumber: "3",
    txHash: node.chain.blocks[3]?.transactions[0]?.hash,
  });
  expect(approvals[1]).not.toHaveProperty("approved");
});

test("while the node does not answer, those that did not move are listed, and not confirmed", async () => {
  node.alter = ({ method }, answer) =>
    method === "eth_call" ? { error: { code: -32000, message: "the server is busy" } } : answer;
  const { approvals } = await ask();
  node.alter = (_, answer) => answer;
  expect(shown(approvals)).toEqual([
    ["one", "11", 2, false],
    ["one", "10", 1, false],
    ["one", "7", 1, false],
  ]);
});

test("pages and `after` go on where the last page ended", async () => {
  const walked: Approval[] = [];
  for (let query = "?pageSize=1"; ; ) {
    const page = await ask(query);
    walked.push(...page.approvals);
    if (page.nextPageToken === undefined) break;
    query = `?pageSize=1&pageToken=${page.nextPageToken}`;
  }
  expect(walked.map(({ tokenId }) => tokenId)).toEqual(["11", "7"]);
  expect(shown((await ask(`?after=${contract}-11-one`)).approvals)).toEqual([["one", "7", 1, true]]);
});
