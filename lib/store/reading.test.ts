import { expect, test } from "vitest";
import { freshStore } from "../testbed/engines";
import { snapshot } from "./db";
import { readFor, readForAll } from "./reading";

test("once nobody waits, the next statement is refused, and the snapshot ends", async () => {
  const store = await freshStore();
  let isOver = false;
  let done = 0;
  const reading = { isOver: () => isOver, tookMs: 0 };
  const read = () =>
    snapshot(store.db, async (db) => {
      await db.selectFrom("lease").selectAll().execute();
      done += 1;
    });
  const left = readFor(reading, () =>
    snapshot(store.db, async (db) => {
      await db.selectFrom("lease").selectAll().execute();
      isOver = true;
      await db.selectFrom("lease").selectAll().execute();
      done += 1;
    }),
  );
  await expect(left).rejects.toMatchObject({ code: "READ_ENDED", status: 503 });
  expect(reading.tookMs).toBeGreaterThan(0);
  expect(done).toBe(0);
  // What others wait for too goes on, and so does whatever comes later.
  await readFor(reading, () => readForAll(read));
  await read();
  expect(done).toBe(2);
});
