import { expect, test } from "vitest";
import { positionOf } from "../../store/rows/columns";
import { indexRecording } from "../../testbed/recording";
import { beginOfChain, LETTERS } from "./activity";

test("a channel begins with the first block of a chain that has none, and after what the node has accepted", async () => {
  const firn = await indexRecording("custom-network", { acceptance: "manual" });
  const { db, close } = await firn.stores.open("primary", { mode: "read" });
  const begins = () => Promise.all(LETTERS.map((letter) => beginOfChain({ db }, letter)));
  await expect.poll(begins).toEqual(LETTERS.map(() => positionOf(1, 0)));
  await firn.accept(5);
  const { P, X, C } = firn.accepted();
  const wanted = [P, X, C].map((height) => positionOf(height + 1, 0));
  await expect.poll(begins).toEqual(wanted);
  // The node goes on while nobody indexes: none of that is news to a channel that is added now.
  await firn.stopIndexer();
  const writer = await firn.stores.open("primary", { mode: "write", nowMs: 0 });
  await writer.db
    .updateTable("stream_status")
    .set({ node_head_index: P + 2 })
    .where("stream", "=", "P/block")
    .execute();
  await writer.close();
  expect(await begins()).toEqual([positionOf(P + 4, 0), ...wanted.slice(1)]);
  await close();
  await firn.close();
});
