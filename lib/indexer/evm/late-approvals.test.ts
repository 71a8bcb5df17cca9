import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { readEvmFacts } from "../../store/bookkeeping/evm-facts";
import { ENGINE } from "../../testbed/engines";
import { VmChain } from "../../testbed/evm/chain";
import { callData, deployment, textBytes } from "../../testbed/evm/contracts";
import { dumpEvm } from "../../testbed/evm/dump";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode } from "../../testbed/evm/node";
import { pruneBlocks } from "../../testbed/evm/partial";

const STORE = "evm/99999";
/** The schema without the table of approvals. */
const BEFORE_APPROVALS = 16;

async function approvalsOf(firn: IndexedChains): Promise<string[]> {
  const store = await firn.stores.open(STORE, { mode: "read" });
  const { approval = [] } = await dumpEvm(store.db);
  await store.close();
  return approval;
}

async function untilUnread(firn: IndexedChains, unread: string): Promise<void> {
  for (const deadline = Date.now() + 110_000; Date.now() < deadline; await sleep(20)) {
    const store = await firn.stores.open(STORE, { mode: "read" });
    const { unreadApprovals } = await readEvmFacts(store.db);
    await store.close();
    if (unreadApprovals === unread) return;
  }
  throw new Error(`the unread blocks did not become ${JSON.stringify(unread)}`);
}

/** A chain whose account approves, changes that and takes it back. */
async function openChain() {
  const chain = await VmChain.open({ chainId: 99_999 });
  const [a = "", b = "", c = ""] = chain.accounts;
  const { transactions } = await chain.mine([
    { from: 0, data: deployment("Coin", [textBytes("Coin"), textBytes("C"), 18]) },
    { from: 0, data: deployment("Items") },
  ]);
  const [coin = "", items = ""] = transactions.map(({ contractAddress }) => contractAddress ?? "");
  const approve = (to: string, value: bigint) => ({
    from: 0,
    to: coin,
    data: callData("approve(address,uint256)", [to, value]),
  });
  const approveAll = { from: 0, to: items, data: callData("setApprovalForAll(address,bool)", [b, true]) };
  await chain.mine([approve(a, 3n), approve(b, 5n), approve(b, 7n)], 10);
  await chain.mine([approve(c, 9n), approveAll], 10);
  await chain.mine([approve(b, 0n)], 10);
  return { chain, approve: { c: approve(c, 12n) } };
}

test("approvals of blocks that an older Firn stored are read from the node, and never replace newer ones", async () => {
  const { chain, approve } = await openChain();
  const node = await serveVmNode(chain);
  const firn = await indexChains();
  onTestFinished(async () => {
    await firn.close();
    await node.close();
  });
  firn.add(node);
  await firn.reach(node);
  await firn.stop(node);
  const store = await firn.stores.open(STORE, { mode: "write", nowMs: 0 });
  await ENGINE.undoMigrations(store.db, "evm", BEFORE_APPROVALS);
  await store.close();

  // A newer block says something else of one of them, and the node lacks the oldest blocks at first.
  await chain.mine([approve.c], 10);
  pruneBlocks(node, 3);
  firn.add(node);
  await firn.reach(node);
  await untilUnread(firn, "0-2");
  expect(await approvalsOf(firn)).toHaveLength(3);
  expect((await approvalsOf(firn)).join()).toContain('"value":"0x010c"');
  node.alter = (_, answer) => answer;
  await untilUnread(firn, "");

  const other = await indexChains();
  other.add(node);
  await other.reach(node);
  expect(await approvalsOf(firn)).toEqual(await approvalsOf(other));
  await other.close();
}, 120_000);
