import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { readEvmFacts } from "../../store/bookkeeping/evm-facts";
import { ENGINE } from "../../testbed/engines";
import { VmChain } from "../../testbed/evm/chain";
import { callData, deployment, textBytes } from "../../testbed/evm/contracts";
import { dumpEvm } from "../../testbed/evm/dump";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";
import { findDifferences, pruneBlocks } from "../../testbed/evm/partial";

const STORE = "evm/99999";
/** The schema without the tables of logs. */
const BEFORE_LOGS = 20;

async function logsOf(firn: IndexedChains) {
  const store = await firn.stores.open(STORE, { mode: "read" });
  const { log_body = [], log_term = [] } = await dumpEvm(store.db);
  const { unlogged = "" } = await readEvmFacts(store.db);
  await store.close();
  return { log_body, log_term, unlogged };
}

async function untilUnlogged(firn: IndexedChains, wanted: string): Promise<void> {
  for (const deadline = Date.now() + 110_000; Date.now() < deadline; await sleep(20))
    if ((await logsOf(firn)).unlogged === wanted) return;
  throw new Error(`the blocks without logs are ${(await logsOf(firn)).unlogged}`);
}

async function open() {
  const chain = await VmChain.open({ chainId: 99_999 });
  const [a = "", b = ""] = chain.accounts;
  const made = await chain.mine([
    { from: 0, data: deployment("Coin", [textBytes("Coin"), textBytes("C"), 18]) },
  ]);
  const coin = made.transactions[0]?.contractAddress ?? "";
  const mint = { from: 0, to: coin, data: callData("mint(address,uint256)", [a, 90n]) };
  const pay = { from: 0, to: coin, data: callData("transfer(address,uint256)", [b, 3n]) };
  await chain.mine([mint, pay, pay], 10);
  await chain.mine([], 10);
  await chain.mine([pay], 10);
  const node = await serveVmNode(chain);
  const firn = await indexChains();
  onTestFinished(async () => {
    await firn.close();
    await node.close();
  });
  return { chain, node, firn, pay };
}

/** The rows of a Firn that stored every log at once. */
async function expected(node: VmNode) {
  const other = await indexChains();
  other.add(node);
  await other.reach(node);
  const rows = await logsOf(other);
  await other.close();
  return rows;
}

test("logs of blocks that an older Firn stored are read from the node, as far as it has them", async () => {
  const { chain, node, firn, pay } = await open();
  firn.add(node);
  await firn.reach(node);
  await firn.stop(node);
  const store = await firn.stores.open(STORE, { mode: "write", nowMs: 0 });
  await ENGINE.undoMigrations(store.db, "evm", BEFORE_LOGS);
  await store.close();

  // The node lacks the oldest blocks at first.
  await chain.mine([pay], 10);
  pruneBlocks(node, 3);
  const begun = Date.now();
  // Waits for the node's older blocks are a minute each.
  firn.add(node, {}, () => begun + 600 * (Date.now() - begun));
  await firn.reach(node);
  await untilUnlogged(firn, "0-2");
  expect(await findDifferences(firn.stores, node)).toEqual([]);
  node.alter = (_, answer) => answer;
  await untilUnlogged(firn, "");
  expect(await logsOf(firn)).toEqual(await expected(node));
  expect(await findDifferences(firn.stores, node)).toEqual([]);
}, 120_000);

test("while logs are left out the store says which blocks lack them, and they are read once that ends", async () => {
  const { chain, node, firn, pay } = await open();
  firn.add(node, {}, Date.now, undefined, { leaveOutLogs: true });
  await firn.reach(node);
  await chain.mine([pay], 10);
  await firn.reach(node);
  const { unlogged, ...rows } = await logsOf(firn);
  expect(rows).toEqual({ log_body: [], log_term: [] });
  // Blocks without logs may be among them.
  expect(unlogged).toBe("0-5");
  expect(await findDifferences(firn.stores, node)).toEqual([]);
  const ask = async (path: string) => (await fetch(`${firn.url}/firn/v1/chains/99999/${path}`)).json();
  expect(await ask("logs")).toEqual({ logs: [], parties: [], unread: ["0 to 5: FIRN_LOGS is off"] });
  const refused = await ask("eth-logs?fromBlock=0&toBlock=5");
  expect(refused.message).toMatch(
    /^the logs of blocks 0 to 5 of chain 99999 are not stored: .*: set FIRN_LOGS to on/,
  );
  await firn.stop(node);

  firn.add(node);
  await untilUnlogged(firn, "");
  expect(await logsOf(firn)).toEqual(await expected(node));
  expect((await ask("logs")).logs).toHaveLength(5);
}, 120_000);
