import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { readEvmFacts } from "../../store/bookkeeping/evm-facts";
import { ENGINE } from "../../testbed/engines";
import { VmChain } from "../../testbed/evm/chain";
import { deployment } from "../../testbed/evm/contracts";
import { dumpEvm } from "../../testbed/evm/dump";
import { eventData, MESSENGER, MESSENGER_EVENTS } from "../../testbed/evm/event-writer";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode } from "../../testbed/evm/node";
import { findDifferences, pruneBlocks } from "../../testbed/evm/partial";

const STORE = "evm/99999";
/** The schema without the table of messages. */
const BEFORE_MESSAGES = 21;

async function messagesOf(firn: IndexedChains) {
  const store = await firn.stores.open(STORE, { mode: "read" });
  const { message_step = [] } = await dumpEvm(store.db);
  const { unreadMessages = "" } = await readEvmFacts(store.db);
  await store.close();
  return { message_step, unreadMessages };
}

async function untilUnread(firn: IndexedChains, wanted: string): Promise<void> {
  for (const deadline = Date.now() + 110_000; Date.now() < deadline; await sleep(20))
    if ((await messagesOf(firn)).unreadMessages === wanted) return;
  throw new Error(`the blocks without messages are ${(await messagesOf(firn)).unreadMessages}`);
}

test("messages of blocks that an older Firn stored are read from the node, as far as it has them", async () => {
  const chain = await VmChain.open({ chainId: 99_999, contracts: { [MESSENGER]: deployment("Parrot") } });
  const executed = (byte: string) => ({
    from: 0,
    to: MESSENGER,
    data: eventData(MESSENGER_EVENTS.execute, {
      id: `0x${byte.repeat(32)}`,
      chain: `0x${"cc".repeat(32)}`,
    }),
  });
  await chain.mine([executed("01"), executed("02")], 10);
  await chain.mine([], 10);
  await chain.mine([executed("03")], 10);
  const node = await serveVmNode(chain);
  const firn = await indexChains();
  onTestFinished(async () => {
    await firn.close();
    await node.close();
  });
  firn.add(node);
  await firn.reach(node);
  const whole = await messagesOf(firn);
  expect(whole.message_step).toHaveLength(3);
  expect(await findDifferences(firn.stores, node)).toEqual([]);
  await firn.stop(node);
  const store = await firn.stores.open(STORE, { mode: "write", nowMs: 0 });
  await ENGINE.undoMigrations(store.db, "evm", BEFORE_MESSAGES);
  await store.close();

  // The node lacks the oldest blocks at first.
  await chain.mine([executed("04")], 10);
  pruneBlocks(node, 2);
  const begun = Date.now();
  // Waits for the node's older blocks are a minute each.
  firn.add(node, {}, () => begun + 600 * (Date.now() - begun));
  await firn.reach(node);
  await untilUnread(firn, "0-1");
  expect(await findDifferences(firn.stores, node)).toEqual([]);
  node.alter = (_, answer) => answer;
  await untilUnread(firn, "");
  const { message_step } = await messagesOf(firn);
  expect(message_step).toHaveLength(4);
  expect(message_step).toEqual(expect.arrayContaining(whole.message_step));
  expect(await findDifferences(firn.stores, node)).toEqual([]);
}, 120_000);
