import { expect, onTestFinished, test } from "vitest";
import { openRecording, type Recording } from "../devnet/recording";
import { serveDevnet } from "../devnet/serve";
import type { Store } from "../store/stores";
import { networkOf, startRig, untilStatus, untilStored } from "../testbed/indexer";
import { openPrimary } from "../testbed/test-stores";
import { addGraph, linearizeAt } from "../testbed/x-graph";

const MADE = Date.UTC(2026, 10, 21, 0, 44);

async function follow(recording: Recording, indexEnabled: boolean, stored?: Store) {
  const devnet = await serveDevnet({ recording, port: 0, nodeForm: "avalanchego", indexEnabled });
  onTestFinished(() => devnet.close());
  const store = stored ?? (await openPrimary(":memory:", { mode: "write", nowMs: 0 }));
  const rig = await startRig({ ...networkOf(recording), url: devnet.url, store });
  onTestFinished(async () => {
    await rig.stop();
  });
  return rig;
}

test("where the index is off, the streams of the X-Chain's graph say that it can't be read", async () => {
  const recording = await openRecording("custom-network");
  linearizeAt(recording, addGraph(recording, MADE - 60_000), MADE);
  const rig = await follow(recording, false);
  await untilStored(rig, 1, "X/block");
  for (const stream of ["X/tx", "X/vtx"] as const) {
    const { notice } = await untilStatus(rig, ({ state }) => state === "unreadable", stream);
    expect(notice).toContain("the node's index is off, and only the index has");
  }
});

test("a graph that is stored whole lacks nothing once the index is off", async () => {
  const recording = await openRecording("custom-network");
  linearizeAt(recording, addGraph(recording, MADE - 60_000), MADE);
  const rig = await follow(recording, true);
  await untilStored(rig, 3, "X/tx");
  await untilStored(rig, 4, "X/vtx");
  await rig.stop();
  const again = await follow(recording, false, rig.store);
  for (const stream of ["X/tx", "X/vtx"] as const)
    await untilStatus(again, ({ state, notice }) => state === "following" && notice === null, stream);
});

test.each([
  ["the last transactions", "X/tx", 2],
  ["the stop vertex", "X/vtx", 3],
] as const)("a graph without %s is not whole", async (_, cut, kept) => {
  const recording = await openRecording("custom-network");
  linearizeAt(recording, addGraph(recording, MADE - 60_000), MADE);
  recording.containers[cut] = recording.containers[cut].slice(0, kept);
  const rig = await follow(recording, true);
  await untilStored(rig, kept, cut);
  await rig.stop();
  const again = await follow(recording, false, rig.store);
  const { notice } = await untilStatus(again, ({ state }) => state === "unreadable", cut);
  expect(notice).toContain(`nothing after container ${kept - 1} can be read`);
});

test("of a chain that had no graph nothing is missing, and nothing is said", async () => {
  const rig = await follow(await openRecording("custom-network"), false);
  await untilStored(rig, 62, "X/block");
  for (const stream of ["X/tx", "X/vtx"] as const)
    await untilStatus(rig, ({ state, notice }) => state === "following" && notice === null, stream);
});
