import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { countDeployersSince } from "../../../store/queries/evm/deployer";
import { newEvmBatch, writeEvmBatch } from "../../../store/rows/evm-batch";
import { freshPath } from "../../../testbed/engines";
import { openChain } from "../../../testbed/test-stores";
import { type Creation, countDeployers } from "./deployers";

const HOUR = 3_600;
const DAY = 24 * HOUR;

const creation: fc.Arbitrary<Creation> = fc.record({
  deployer: fc.integer({ min: 1, max: 5 }),
  time: fc.integer({ min: 0, max: 4 * DAY }),
});

test("deployers are counted once a day, and new on their first, in any order of creations", async () => {
  const store = await openChain(freshPath(), { mode: "write", nowMs: 0 });
  onTestFinished(() => store.close());
  const batches = fc.array(fc.array(creation, { maxLength: 8 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(batches, async (creations) => {
      await store.db.deleteFrom("deployer").execute();
      await store.db.deleteFrom("deployer_day").execute();
      const counted = new Map<number, { deployers: number; new_deployers: number }>();
      for (const part of creations) {
        const { rows, dayRows, days } = await countDeployers(store.db, part);
        const batch = newEvmBatch();
        batch.deployer.pushAll(rows);
        batch.deployer_day.pushAll(dayRows);
        await writeEvmBatch(store.db, batch);
        for (const [start, { deployers, new_deployers }] of days) {
          const before = counted.get(start) ?? { deployers: 0, new_deployers: 0 };
          counted.set(start, {
            deployers: before.deployers + deployers,
            new_deployers: before.new_deployers + new_deployers,
          });
        }
      }
      const all = creations.flat();
      const firsts = [...new Set(all.map(({ deployer }) => deployer))].map((deployer) =>
        Math.min(...all.filter((each) => each.deployer === deployer).map(({ time }) => time)),
      );
      for (const [start, counts] of counted) {
        const within = (time: number) => time >= start * HOUR && time < start * HOUR + DAY;
        expect(counts).toEqual({
          deployers: new Set(all.filter(({ time }) => within(time)).map(({ deployer }) => deployer)).size,
          new_deployers: firsts.filter(within).length,
        });
      }
      expect([...counted.values()].reduce((sum, { new_deployers }) => sum + new_deployers, 0)).toBe(
        firsts.length,
      );
      const since = new Set(all.filter(({ time }) => time >= 2 * DAY).map(({ deployer }) => deployer));
      expect(await countDeployersSince(store.db, 2 * DAY)).toBe(since.size);
    }),
    { numRuns: 30 },
  );
});
