import { describe, expect, test } from "vitest";
import { isLeased, LEASE_MS, releaseLease, renewLease, takeLease } from "./lease";
import { ENGINES, freshStore } from "./test-stores";

const mine = { name: "indexer", holder: "a" };
const theirs = { name: "indexer", holder: "b" };

describe.each(ENGINES)("the lease on %s", () => {
  test("has one holder until it expires, then anybody may take it", async () => {
    const { db } = await freshStore();
    await takeLease(db, { ...mine, nowMs: 0 });
    await expect(takeLease(db, { ...theirs, nowMs: LEASE_MS - 1 })).rejects.toMatchObject({
      code: "LEASE_HELD",
    });
    await takeLease(db, { ...theirs, nowMs: LEASE_MS });
    await expect(renewLease(db, { ...mine, nowMs: LEASE_MS })).rejects.toMatchObject({
      code: "STORE_CONFLICT",
    });
  });

  test("is prolonged by renewing and by taking it again", async () => {
    const { db } = await freshStore();
    await takeLease(db, { ...mine, nowMs: 0 });
    await renewLease(db, { ...mine, nowMs: 1_000 });
    await takeLease(db, { ...mine, nowMs: 2_000 });
    await expect(takeLease(db, { ...theirs, nowMs: LEASE_MS + 1_999 })).rejects.toThrow("another indexer");
  });

  test("is another's who renewed it a moment after one looked at the clock", async () => {
    const { db } = await freshStore();
    await takeLease(db, { ...mine, nowMs: 1_003 });
    await expect(takeLease(db, { ...theirs, nowMs: 1_000 })).rejects.toThrow("another indexer");
    expect(await isLeased(db, mine.name, 1_000)).toBe(true);
  });

  test("is nobody's when it is from a clock that was set back since", async () => {
    const { db } = await freshStore();
    await takeLease(db, { ...mine, nowMs: 3_600_000 });
    expect(await isLeased(db, mine.name, 1_000)).toBe(false);
    await takeLease(db, { ...theirs, nowMs: 1_000 });
  });

  test("is free once given back", async () => {
    const { db } = await freshStore();
    await takeLease(db, { ...mine, nowMs: 0 });
    await releaseLease(db, { ...theirs, nowMs: 0 });
    await expect(takeLease(db, { ...theirs, nowMs: 0 })).rejects.toThrow("another indexer");
    await releaseLease(db, { ...mine, nowMs: 0 });
    await takeLease(db, { ...theirs, nowMs: 0 });
  });
});
