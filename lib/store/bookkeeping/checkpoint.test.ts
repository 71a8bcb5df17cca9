import { describe, expect, test } from "vitest";
import { ENGINES, freshStore } from "../../testbed/engines";
import { moveCheckpoint, readCheckpoint } from "./checkpoint";

function checkpoint(next: number) {
  const id = new Uint8Array(32).fill(next);
  return {
    stream: "P/block",
    next_index: next,
    head_id: id,
    head_block_id: id,
    height: next,
    time: 100 + next,
  };
}

describe.each(ENGINES)("the checkpoint on $name", () => {
  test("begins once and moves from head to head", async () => {
    const { db } = await freshStore();
    expect(await readCheckpoint(db, "P/block")).toBeUndefined();
    await moveCheckpoint(db, undefined, checkpoint(1));
    await moveCheckpoint(db, checkpoint(1), checkpoint(3));
    expect(await readCheckpoint(db, "P/block")).toEqual(checkpoint(3));
    expect(await readCheckpoint(db, "X/block")).toBeUndefined();
  });

  test("doesn't move from a head that isn't the stored one", async () => {
    const { db } = await freshStore();
    await moveCheckpoint(db, undefined, checkpoint(1));
    const conflict = { name: "StoreError", code: "STORE_CONFLICT" };
    await expect(moveCheckpoint(db, undefined, checkpoint(1))).rejects.toMatchObject(conflict);
    await expect(moveCheckpoint(db, checkpoint(2), checkpoint(3))).rejects.toMatchObject(conflict);
    expect(await readCheckpoint(db, "P/block")).toEqual(checkpoint(1));
  });
});
