import { afterAll, beforeAll, expect, test } from "vitest";
import { openDataClient } from "../../client/data";
import { getAcceptance } from "../../contract/firn/acceptance";
import { type FirnStatus, getStatus } from "../../contract/firn/status";
import { type IndexedRecording, indexRecording } from "../recording";

/** Firn beside a node that accepts blocks, from its first one to the recording's end. */

/** Clock of Firn and of the node: Firn does not trust a node whose clock is ahead. */
const NOW = Date.now();

let indexed: IndexedRecording;
beforeAll(async () => {
  indexed = await indexRecording("custom-network", {
    acceptance: "manual",
    // The recording's blocks are older than this clock, so none seems accepted when it was created.
    devnet: { nowNs: () => BigInt(NOW) * 1_000_000n },
  });
});
afterAll(() => indexed.close());

const blockStreams = ({ streams }: FirnStatus) => streams.filter(({ stream }) => stream.endsWith("/block"));
const heads = (status: FirnStatus) =>
  Object.fromEntries(
    blockStreams(status).map(({ stream, indexedHead }) => [stream.charAt(0), indexedHead?.height ?? 0]),
  );

test("the status says of every new block that it is indexed and that nothing is behind", async () => {
  const client = openDataClient({ baseUrl: indexed.url });
  const read = () => client.get(getStatus, { params: {} });
  const bothAre = async () => {
    await expect.poll(async () => heads(await read()), { interval: 10 }).toEqual(indexed.accepted());
    for (const { stream, behind, lagMs } of blockStreams(await read()))
      expect({ stream, behind, lagMs }).toEqual({ stream, behind: 0, lagMs: undefined });
  };
  for (let blocks = 0; blocks < 10; blocks++) {
    expect(await indexed.accept(1)).toBe(true);
    await bothAre();
  }
  expect(await indexed.accept(Number.POSITIVE_INFINITY)).toBe(false);
  expect(indexed.accepted()).toEqual({ P: 110, X: 62, C: 202 });
  await bothAre();
});

test("the lag of replayed blocks is not a measurement: none is reported or drawn, all are counted", async () => {
  const client = openDataClient({ baseUrl: indexed.url });
  const { streams } = await client.get(getStatus, { params: {} });
  const p = streams.find(({ stream }) => stream === "P/block");
  expect(p).toMatchObject({ notAcceptedLive: 100 });
  expect(p?.acceptanceLagMs).toBeUndefined();
  expect(p?.pace?.newestAt).toBeGreaterThanOrEqual(NOW);
  const drawn = await client.get(getAcceptance, { params: {}, query: { limit: 200 } });
  expect(drawn).toMatchObject({ points: [], notAcceptedLive: 110 });
});
