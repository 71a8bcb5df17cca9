import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ENGINES, freshPath } from "../testbed/engines";
import { signLease } from "./bookkeeping/lease";
import { type EvmStore, openEvmStore } from "./open-evm";
import { setAside, takeBack } from "./set-aside";

const MINE = { name: "indexer", holder: "me" };
const NOBODYS = { name: "indexer", holder: "somebody who was taken over" };

describe.each(ENGINES)("the store of an EVM chain on %s", () => {
  const open = (path: string) => openEvmStore(path, { mode: "write", nowMs: 0 });
  const addresses = async ({ db }: EvmStore) =>
    (await db.selectFrom("address").selectAll().orderBy("id").execute()).map(({ id }) => id);

  test("is set aside and taken back whole, and only by whoever has its lease", async () => {
    const path = freshPath();
    const file = join(path, "..", "aside", "evm-1.db");
    const store = await open(path);
    await signLease(store.db, MINE);
    for (const id of [1, 2])
      await store.db
        .insertInto("address")
        .values({ id, bytes: new Uint8Array([id]) })
        .execute();

    await expect(setAside(store.db, file, NOBODYS)).rejects.toThrow("taken over");
    expect([await addresses(store), existsSync(file)]).toEqual([[1, 2], false]);
    await setAside(store.db, file, MINE);
    expect([await addresses(store), existsSync(file)]).toEqual([[], true]);

    const back = { nowMs: 0, open: openEvmStore };
    await expect(takeBack(store.db, file, { ...back, claim: NOBODYS })).rejects.toThrow("taken over");
    expect([await addresses(store), existsSync(file)]).toEqual([[], true]);
    await takeBack(store.db, file, { ...back, claim: MINE });
    expect([await addresses(store), existsSync(file)]).toEqual([[1, 2], false]);
    expect(await store.db.selectFrom("lease").select("holder").execute()).toEqual([{ holder: "me" }]);
    await store.close();
  });
});
