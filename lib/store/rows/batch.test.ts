import { describe, expect, test } from "vitest";
import { ENGINES, freshStore } from "../../testbed/engines";
import type { TxTable } from "../tables/chain";
import { Batch, writeBatch } from "./batch";

function tx(position: number, outcome: number | null = null): TxTable {
  const amounts = { value: 2n ** 60n, burned: 0n, staked: 0n, l1_balance: 0n };
  return { chain: 0, position, tx_id: new Uint8Array(32), tx_type: 34, time: 9, ...amounts, outcome };
}

describe.each(ENGINES)("a batch on $name", () => {
  test("writes many new rows in the order of their key", async () => {
    const { db } = await freshStore();
    const batch = new Batch();
    for (let position = 999; position >= 0; position--) batch.insert("tx", tx(position));
    expect(batch.inserted("tx").map(({ position }) => position)).toEqual(
      Array.from({ length: 1000 }, (_, i) => i),
    );
    await writeBatch(db, batch);
    expect(await db.selectFrom("tx").selectAll().orderBy("position").execute()).toEqual(batch.inserted("tx"));
  });

  test("changes a row in place while it is new, and in the store once it is there", async () => {
    const { db } = await freshStore();
    const first = new Batch();
    first.insert("tx", tx(1));
    first.update("tx", [0, 1], { time: 10 });
    expect(first.updated("tx")).toEqual([]);
    await writeBatch(db, first);
    const second = new Batch();
    const [stored] = await db.selectFrom("tx").selectAll().execute();
    if (stored) second.load("tx", stored);
    second.update("tx", [0, 1], { outcome: 1 });
    expect(second.find("tx", [0, 1])).toEqual({ ...tx(1, 1), time: 10 });
    await writeBatch(db, second);
    expect(await db.selectFrom("tx").selectAll().execute()).toEqual([{ ...tx(1, 1), time: 10 }]);
  });

  test("removes a stored row, and only a stored one", async () => {
    const { db } = await freshStore();
    const first = new Batch();
    for (const position of [1, 2]) first.insert("tx", tx(position));
    expect(() => first.remove("tx", [0, 1])).toThrow("no stored row of tx with key 0,1");
    await writeBatch(db, first);
    const second = new Batch();
    second.load("tx", tx(1));
    second.remove("tx", [0, 1]);
    expect(second.find("tx", [0, 1])).toBeUndefined();
    await writeBatch(db, second);
    expect(await db.selectFrom("tx").select("position").execute()).toEqual([{ position: 2 }]);
  });

  test("keeps a row of a set that is written twice", async () => {
    const { db } = await freshStore();
    const row = { address_id: 1, chain: 0, position: 2, tx_type: 34 };
    for (let times = 0; times < 2; times++) {
      const batch = new Batch();
      batch.insert("address_tx", row);
      await writeBatch(db, batch);
    }
    expect(await db.selectFrom("address_tx").selectAll().execute()).toEqual([row]);
  });

  test("loading a row does not undo a change", () => {
    const batch = new Batch();
    batch.load("tx", tx(1));
    batch.update("tx", [0, 1], { outcome: 0 });
    batch.load("tx", tx(1));
    expect(batch.find("tx", [0, 1])?.outcome).toBe(0);
  });

  test("refuses two rows of one key and changes of unknown rows", () => {
    const batch = new Batch();
    batch.insert("tx", tx(1));
    expect(() => batch.insert("tx", tx(1))).toThrow("two rows of tx with key 0/1");
    expect(() => batch.update("tx", [0, 2], { outcome: 0 })).toThrow("no row of tx with key 0/2");
  });
});
