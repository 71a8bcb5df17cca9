import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { ENGINES, freshPath } from "../../testbed/engines";
import { testStores } from "../../testbed/test-stores";
import { type Claim, signLease } from "../bookkeeping/lease";
import type { EvmStore } from "../stores";

const MINE = { name: "indexer", holder: "me" };
const NOBODYS = { name: "indexer", holder: "somebody who was taken over" };

describe.each(ENGINES)("the store of an EVM chain on $name", () => {
  const addresses = async ({ db }: EvmStore) =>
    (await db.selectFrom("address").selectAll().orderBy("id").execute()).map(({ id }) => id);

  test("is archived and restored whole, and only by the holder of its lease", async () => {
    const stores = testStores(dirname(freshPath()));
    const store = await stores.open("evm/1", { mode: "write", nowMs: 0 });
    await signLease(store.db, MINE);
    for (const id of [1, 2])
      await store.db
        .insertInto("address")
        .values({ id, bytes: new Uint8Array([id]) })
        .execute();

    const archive = (claim: Claim) => stores.archive("evm/1", store.db, { claim, nowMs: 0 });
    await expect(archive(NOBODYS)).rejects.toThrow("taken over");
    expect([await addresses(store), await stores.archives("evm/1")]).toEqual([[1, 2], []]);
    const name = await archive(MINE);
    const [archived, ...more] = await stores.archives("evm/1");
    if (archived === undefined) throw new Error("no archive");
    expect([await addresses(store), archived.name, more]).toEqual([[], name, []]);
    expect(existsSync(name)).toBe(true);

    const restore = (claim: Claim) => stores.restore(archived, store.db, { claim, nowMs: 0 });
    await expect(restore(NOBODYS)).rejects.toThrow("taken over");
    expect([await addresses(store), existsSync(name)]).toEqual([[], true]);
    await restore(MINE);
    expect([await addresses(store), await stores.archives("evm/1")]).toEqual([[1, 2], []]);
    expect(existsSync(name)).toBe(false);
    expect(await store.db.selectFrom("lease").select("holder").execute()).toEqual([{ holder: "me" }]);
    await store.close();
  });
});
