import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { readEvmFacts } from "../../store/bookkeeping/evm-facts";
import { ENGINE } from "../../testbed/engines";
import { VmChain } from "../../testbed/evm/chain";
import { dumpEvm } from "../../testbed/evm/dump";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode } from "../../testbed/evm/node";
import { type Placed, place } from "../../testbed/evm/programs";

const STORE = "evm/99999";
/** The schema without the reasons of failures. */
const BEFORE_FAILURES = 17;

async function failuresOf(firn: IndexedChains): Promise<string[]> {
  const store = await firn.stores.open(STORE, { mode: "read" });
  const { tx_failure = [] } = await dumpEvm(store.db);
  await store.close();
  return tx_failure;
}

async function untilRead(firn: IndexedChains): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(20)) {
    const store = await firn.stores.open(STORE, { mode: "read" });
    const { unreadFailures } = await readEvmFacts(store.db);
    await store.close();
    if (unreadFailures === "") return;
  }
  throw new Error("the reasons were not read in time");
}

test("why transactions failed that an older Firn stored is read from the node once", async () => {
  const placed: Placed = new Map();
  const poor = place(placed, { actions: [], ending: { kind: "message", text: "too poor" } });
  const around = place(placed, {
    actions: [
      {
        kind: "call",
        how: "CALL",
        child: { actions: [], ending: { kind: "panic", code: 17 } },
        onFailure: "bubble",
      },
    ],
    ending: { kind: "return" },
  });
  const chain = await VmChain.open({ chainId: 99_999, contracts: Object.fromEntries(placed) });
  for (let block = 0; block < 40; block++)
    await chain.mine([
      { from: 0, to: poor },
      { from: 1, to: chain.accounts[2] ?? "", value: 1n },
      ...(block % 3 === 0 ? [{ from: 2, to: around }] : []),
    ]);
  const node = await serveVmNode(chain);
  const firn = await indexChains();
  onTestFinished(async () => {
    await firn.close();
    await node.close();
  });
  firn.add(node);
  await firn.reach(node);
  await firn.stop(node);
  const whole = await failuresOf(firn);
  expect(whole).toHaveLength(54);
  const store = await firn.stores.open(STORE, { mode: "write", nowMs: 0 });
  await ENGINE.undoMigrations(store.db, "evm", BEFORE_FAILURES);
  await store.close();

  firn.add(node);
  await firn.reach(node);
  await untilRead(firn);
  expect(await failuresOf(firn)).toEqual(whole);
}, 120_000);
