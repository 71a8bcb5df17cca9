import { afterAll, beforeAll, expect, test } from "vitest";
import { openDataClient } from "../../client/data";
import { getNodeTx, type NodeTx } from "../../contract/firn/node-txs";
import { VmChain } from "../../testbed/evm/chain";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";

/** What a real EVM's node says about transactions that wait in its mempool. */

const GWEI = 1_000_000_000n;
const NOBODY = `0x${"ab".repeat(32)}`;

let node: VmNode;
let firn: IndexedChains;

beforeAll(async () => {
  node = await serveVmNode(await VmChain.open({ chainId: 99_997 }));
  await node.chain.mine([{ from: 0, to: node.chain.accounts[1] ?? "", value: 1n }]);
  firn = await indexChains();
  firn.add(node);
  await firn.reach(node);
});
afterAll(async () => {
  await firn?.close();
  await node?.close();
});

const client = () => openDataClient({ baseUrl: firn.url });
const ask = (txId: string): Promise<NodeTx> => client().get(getNodeTx, { params: { chain: "99997", txId } });

test("a pending transaction says what it waits for, and then its block", async () => {
  const { chain } = node;
  const payment = { from: 0, to: chain.accounts[2] ?? "", value: 5n };
  const ready = await chain.offer(payment);
  expect(await ask(ready.hash)).toEqual({
    status: "pending",
    pending: {
      from: expect.stringMatching(new RegExp(ready.from, "i")),
      to: expect.stringMatching(new RegExp(payment.to, "i")),
      valueWei: "5",
      nonce: 1,
      nextNonce: 1,
      gasLimit: 3_000_000,
      maxFeePerGasWei: String(100n * GWEI),
      baseFeeWei: String(25n * GWEI),
      waitsFor: [],
    },
    checkedAt: expect.any(Number),
  });
  const early = await chain.offer(payment, { ahead: 3 });
  expect((await ask(early.hash)).pending).toMatchObject({ nonce: 4, nextNonce: 1, waitsFor: ["nonce"] });
  const cheap = await chain.offer(payment, { maxFeePerGas: 3n * GWEI });
  expect((await ask(cheap.hash)).pending).toMatchObject({ waitsFor: ["fee"] });

  await chain.mine([payment]);
  expect(await ask(ready.hash)).toMatchObject({ status: "accepted", height: 2 });
  const dropped = { status: "dropped", reason: expect.stringContaining("nonce 1") };
  expect(await ask(cheap.hash)).toMatchObject(dropped);
  await firn.reach(node);
  expect(await ask(cheap.hash)).toMatchObject({ ...dropped, replacedBy: ready.hash });
  expect(await ask(NOBODY)).toMatchObject({ status: "unknown" });
});

test("a transaction that the node forgot because it was replaced names what replaced it", async () => {
  const { chain } = node;
  const to = chain.accounts[2] ?? "";
  const slow = await chain.offer({ from: 3, to, value: 1n }, { maxFeePerGas: 30n * GWEI });
  const unseen = await chain.offer({ from: 3, to, value: 2n });
  expect(await ask(slow.hash)).toMatchObject({ status: "pending" });
  node.alter = ({ params: [hash] }, answer) =>
    hash === slow.hash || hash === unseen.hash ? { result: null } : answer;
  expect(await ask(slow.hash)).toMatchObject({
    status: "dropped",
    reason: "it was in the node's mempool, and is not any more",
  });
  const { transactions } = await chain.mine([{ from: 3, to, value: 3n }]);
  await firn.reach(node);
  expect(await ask(slow.hash)).toMatchObject({
    status: "dropped",
    reason: "another transaction of its sender has nonce 0",
    replacedBy: transactions[0]?.hash,
  });
  // What nobody asked for while it was there, nobody can know.
  expect(await ask(unseen.hash)).toMatchObject({ status: "unknown" });
  node.alter = (_, answer) => answer;
});

test("a node that does not answer is not one that does not know", async () => {
  node.refuse = { methods: ["eth_getTransactionByHash"], status: 500 };
  await expect(ask(NOBODY)).rejects.toMatchObject({ status: 502 });
  delete node.refuse;
});
