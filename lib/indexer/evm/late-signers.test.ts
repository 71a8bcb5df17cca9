import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import { readEvmFacts } from "../../store/bookkeeping/evm-facts";
import { ENGINE } from "../../testbed/engines";
import { VmChain } from "../../testbed/evm/chain";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode } from "../../testbed/evm/node";

const STORE = "evm/99999";
/** The schema without the table of signers. */
const BEFORE_SIGNERS = 15;

async function signersOf(firn: IndexedChains): Promise<unknown[]> {
  const store = await firn.stores.open(STORE, { mode: "read" });
  const rows = await store.db
    .selectFrom("signer")
    .innerJoin("address", "address.id", "signer.address_id")
    .select(["bytes", "key_address", "public_key", "position"])
    .orderBy("position")
    .execute();
  await store.close();
  return rows.map((row) =>
    Object.values(row).map((value) => (value instanceof Uint8Array ? toHex(value) : value)),
  );
}

async function unreadOf(firn: IndexedChains): Promise<string | undefined> {
  const store = await firn.stores.open(STORE, { mode: "read" });
  const { unreadSigners } = await readEvmFacts(store.db);
  await store.close();
  return unreadSigners;
}

/** As a Firn that had no such table left its store. */
async function asOlder(firn: IndexedChains): Promise<void> {
  const store = await firn.stores.open(STORE, { mode: "write", nowMs: 0 });
  await ENGINE.undoMigrations(store.db, "evm", BEFORE_SIGNERS);
  await store.close();
}

test("keys of blocks that an older Firn stored are read from their bytes, as if read at once", async () => {
  const chain = await VmChain.open({ chainId: 99_999 });
  const pay = (from: number) => ({ from, to: chain.accounts[(from + 1) % 3] ?? "", value: 1n });
  for (const senders of [[0], [1, 0], [], [2, 1, 0], [0]]) await chain.mine(senders.map(pay), 10);
  const node = await serveVmNode(chain);
  const firn = await indexChains();
  onTestFinished(async () => {
    await firn.close();
    await node.close();
  });
  firn.add(node);
  await firn.reach(node);
  await firn.stop(node);
  const expected = await signersOf(firn);
  expect(expected).toHaveLength(3);

  await asOlder(firn);
  // One of them signs again before the older blocks are read.
  await chain.mine([pay(1)], 10);
  firn.add(node);
  await firn.reach(node);
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && (await unreadOf(firn)) !== ""; )
    await sleep(20);
  expect(await unreadOf(firn)).toBe("");
  expect(await signersOf(firn)).toEqual(expected);
});
