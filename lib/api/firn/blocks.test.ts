import { afterAll, beforeAll, expect, test } from "vitest";
import { openDataClient } from "../../client/data";
import { getBlockById, listLatestPrimaryNetworkBlocks } from "../../contract/data/primary-network-blocks";
import { listBlocksAt, MOST_BLOCKS } from "../../contract/firn/blocks";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

let firn: IndexedRecording;
const client = () => openDataClient({ baseUrl: firn.url });
const blocksAt = async (blockchainId: string, heights: readonly number[]) =>
  (await client().get(listBlocksAt, { params: { blockchainId }, query: { heights: heights.join(",") } }))
    .blocks;

beforeAll(async () => {
  firn = await indexRecording("custom-network");
});
afterAll(() => firn?.close());

test.each(["p-chain", "x-chain", "c-chain"])(
  "blocks of the %s at some heights are those of the public interface, newest first",
  async (blockchainId) => {
    const params = { network: "fuji", blockchainId };
    const { blocks } = await client().get(listLatestPrimaryNetworkBlocks, { params, query: { pageSize: 5 } });
    const heights = blocks.map(({ blockNumber }) => Number(blockNumber)).filter((_, i) => i % 2 === 0);
    expect(heights.length).toBeGreaterThan(1);
    const wanted = await Promise.all(
      heights.map((height) => client().get(getBlockById, { params: { ...params, blockId: String(height) } })),
    );
    expect(await blocksAt(blockchainId, [...heights].reverse())).toEqual(wanted);
    const newest = heights[0] ?? 0;
    expect(await blocksAt(blockchainId, [0, newest, newest, newest + 1])).toEqual(wanted.slice(0, 1));
  },
);

test("heights that are none, or too many, are refused", async () => {
  const ask = async (query: string) =>
    (await fetch(`${firn.url}/firn/v1/blockchains/c-chain/blocks${query}`)).status;
  const tooMany = Array.from({ length: MOST_BLOCKS + 1 }, (_, i) => i).join();
  for (const query of ["", "?heights=", "?heights=1,", "?heights=-1", "?heights=1e3", `?heights=${tooMany}`])
    expect(await ask(query), query).toBe(400);
  expect(await ask(`?heights=${tooMany.replace(/^0,/, "")}`)).toBe(200);
});
