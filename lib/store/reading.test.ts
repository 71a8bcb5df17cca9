import { expect, test, vi } from "vitest";
import { freshStore } from "../testbed/engines";
import { snapshot } from "./db";
import { Reading } from "./reading";

test("once nobody waits, the next statement is refused, and the snapshot ends", async () => {
  const store = await freshStore();
  let isOver = false;
  let done = 0;
  const reading = new Reading(() => isOver);
  const left = snapshot(
    store.db,
    async (db) => {
      await db.selectFrom("lease").selectAll().execute();
      isOver = true;
      await db.selectFrom("lease").selectAll().execute();
      done += 1;
    },
    reading,
  );
  await expect(left).rejects.toMatchObject({ code: "READ_ENDED", status: 503 });
  expect(reading.tookMs).toBeGreaterThan(0);
  expect(done).toBe(0);
  // Whatever comes later on the same connection goes on.
  await snapshot(store.db, async (db) => {
    await db.selectFrom("lease").selectAll().execute();
    done += 1;
  });
  expect(done).toBe(1);
});

test("what runs beside each other takes its time once", () => {
  const reading = new Reading(() => false);
  const clock = vi.spyOn(performance, "now");
  const at = (ms: number) => clock.mockReturnValue(ms);
  at(10);
  reading.begin();
  at(12);
  reading.begin();
  at(15);
  reading.end();
  at(20);
  reading.end();
  at(30);
  reading.begin();
  at(31);
  reading.end();
  clock.mockRestore();
  expect(reading.tookMs).toBe(11);
});
