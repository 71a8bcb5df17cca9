import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ENGINES, freshStore } from "../../testbed/engines";
import { listRuns, readContainer } from "../queries/container-run";
import { decodeRun, encodeRun, RUN_BYTES, type StoredContainer, sizeOfRun, splitRuns } from "./container-run";
import { packRuns } from "./pack";

function containers(sizes: readonly number[], from = 0): StoredContainer[] {
  return sizes.map((size, i) => ({
    index: from + i,
    containerId: new Uint8Array(32).fill(from + i),
    bytes: new Uint8Array(size).map((_, at) => (at * 31 + i) % 251),
    acceptedAtNs: 1_795_222_000_000_000_000n + BigInt(i),
  }));
}

test("a run returns its containers, whatever their sizes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 2_000 }), { minLength: 1, maxLength: 20 }), async (sizes) => {
      const run = await encodeRun("P/block", containers(sizes, 5));
      expect(decodeRun(run)).toEqual(containers(sizes, 5));
      expect(sizeOfRun(run)).toBe(sizes.reduce((sum, size) => sum + size, 0));
    }),
  );
});

test("runs hold at most 64 KiB, a larger container has one of its own", () => {
  const runs = splitRuns(containers([30_000, 30_000, 30_000, 100_000, 1]));
  expect(runs.map((run) => run.map(({ index }) => index))).toEqual([[0, 1], [2], [3], [4]]);
});

describe.each(ENGINES)("containers on $name", () => {
  test("are read one by one, before and after packing", async () => {
    const { db } = await freshStore();
    const all = containers(Array.from({ length: 100 }, (_, i) => 500 + 37 * i));
    for (const one of all)
      await db
        .insertInto("container_run")
        .values(await encodeRun("P/block", [one]))
        .execute();
    const open = await packRuns(db, "P/block", 0);
    const runs = await listRuns(db, "P/block", { from: 0, limit: 1000 });
    expect(runs.filter((run) => run.first_index < open).every((run) => run.count > 1)).toBe(true);
    expect(runs.every((run) => sizeOfRun(run) <= RUN_BYTES)).toBe(true);
    expect(open).toBeGreaterThan(70);
    expect(await packRuns(db, "P/block", open)).toBe(open);
    for (const one of all) expect(await readContainer(db, "P/block", one.index)).toEqual(one);
    expect(await readContainer(db, "P/block", 100)).toBeUndefined();
    expect(await readContainer(db, "X/block", 1)).toBeUndefined();
  });

  test("that never fill a run are joined once there are many", async () => {
    const { db } = await freshStore();
    const all = containers(Array.from({ length: 300 }, () => 10));
    for (const one of all)
      await db
        .insertInto("container_run")
        .values(await encodeRun("P/block", [one]))
        .execute();
    expect(await packRuns(db, "P/block", 0)).toBe(128);
    expect((await listRuns(db, "P/block", { from: 0, limit: 1 }))[0]?.count).toBe(128);
    expect((await readContainer(db, "P/block", 127))?.index).toBe(127);
  });
});
