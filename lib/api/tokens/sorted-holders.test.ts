import fc from "fast-check";
import { expect, it } from "vitest";
import { type HolderBalance, HolderList } from "./sorted-holders";

const MAX = 2n ** 256n - 1n;

const holdings = fc.uniqueArray(fc.uint8Array({ minLength: 20, maxLength: 20 }), {
  maxLength: 5_000,
  size: "max" as const,
  selector: (address) => Buffer.from(address).toString("hex"),
});

it("lists holders by balance, largest first, then by address, and yields while sorting", async () => {
  let turns = 0;
  const yieldTurn = async () => {
    turns += 1;
  };
  await fc.assert(
    fc.asyncProperty(holdings, fc.nat(5_000), async (addresses, from) => {
      const list = new HolderList();
      const all = addresses.map((address, i): HolderBalance => {
        const balance =
          [0n, 1n, 2n ** 128n, MAX, 3n * MAX, BigInt(i), BigInt(address[0] ?? 0) << 200n][i % 7] ?? 0n;
        return { address, balance };
      });
      for (const holding of all) list.add(holding);
      await list.sort(yieldTurn);
      all.sort((a, b) =>
        a.balance === b.balance ? Buffer.compare(a.address, b.address) : a.balance > b.balance ? -1 : 1,
      );
      expect(list.length).toBe(all.length);
      expect(list.slice(from, 700)).toEqual(all.slice(from, from + 700));
      expect(list.slice(0, all.length + 1)).toEqual(all);
    }),
    { numRuns: 15 },
  );
  expect(turns).toBeGreaterThan(0);
});
