import { expect, test, vi } from "vitest";
import { freshStore } from "../testbed/engines";
import { snapshot } from "./db";
import { beginStatement, readFor, readForAll } from "./reading";

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

test("what runs beside each other takes its time once", async () => {
  const reading = { isOver: () => false, tookMs: 0 };
  const clock = vi.spyOn(performance, "now");
  const at = (ms: number) => clock.mockReturnValue(ms);
  await readFor(reading, async () => {
    at(10);
    const endFirst = beginStatement();
    at(12);
    const endSecond = beginStatement();
    at(15);
    endFirst();
    at(20);
    endSecond();
    at(30);
    const endThird = beginStatement();
    at(31);
    endThird();
  });
  clock.mockRestore();
  expect(reading.tookMs).toBe(11);
});
