import { describe, expect, it } from "vitest";
import type { Stores } from "../../store/stores";
import { freshPath } from "../../testbed/engines";
import { testStores } from "../../testbed/test-stores";
import { listChains, moveChain } from "./chains";

/** Stores of a network with two EVM chains. */
async function threeStores(): Promise<Stores> {
  const stores = testStores(freshPath());
  for (const id of ["evm/43112", "evm/77", "primary"] as const)
    await (await stores.open(id, { mode: "write", nowMs: 0 })).close();
  return stores;
}

describe("firn chains", () => {
  it("lists each chain with where it is, the primary network first", async () => {
    const stores = await threeStores();
    expect(await listChains(stores)).toEqual([
      `primary  ${stores.whereIs("primary")}`,
      `77       ${stores.whereIs("evm/77")}`,
      `43112    ${stores.whereIs("evm/43112")}`,
    ]);
  });

  it("does not guess where chains are if the database can't say it", async () => {
    const stores = await threeStores();
    const servers: Stores["servers"] = async () => [{ at: "db-1/firn", role: "primary", error: "no answer" }];
    expect(await listChains({ ...stores, servers })).toContain("77       not known: no answer");
  });

  it("lists nothing where nothing is indexed", async () => {
    expect(await listChains(testStores(freshPath()))).toEqual([]);
  });

  it("refuses to move what has one place, and says why", async () => {
    await expect(moveChain(await threeStores(), ["move", "77", "db-2:5432"])).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      hint: expect.stringContaining("docs/scale.md"),
    });
  });

  it.each([
    [["move", "c", "db-2:5432"], '"c" names no chain'],
    [["move", "077", "db-2:5432"], '"077" names no chain'],
    [["move", "77"], "firn chains move 77 says nothing to do"],
    [["list"], "firn chains list says nothing to do"],
    [["move", "77", "db-2", "now"], "firn chains move 77 db-2 now says nothing to do"],
  ])("refuses %j", async (args, message) => {
    await expect(moveChain(testStores(freshPath()), args)).rejects.toMatchObject({
      code: "BAD_PARAMETER",
      message,
    });
  });
});
