import { describe, expect, it } from "vitest";
import type { EvmBlockRef } from "../../client/evm";
import { NodeError } from "../../errors";
import { hasDebugApi, readTraces, TraceRetries } from "./capabilities";

const { signal } = new AbortController();
const BLOCKS: EvmBlockRef[] = Array.from({ length: 64 }, (_, height) => ({ height, txHashes: [] }));

/** A node that refuses traces of some blocks, and the number of requests it got. */
function node(refuses: (height: number) => boolean) {
  const requests: number[] = [];
  return {
    requests,
    getHead: async () => 63,
    async getTraces(blocks: readonly EvmBlockRef[]) {
      requests.push(blocks.length);
      return blocks.map(({ height }) =>
        refuses(height) ? { refused: `missing trie node of block ${height}` } : { calls: [] },
      );
    },
  };
}

describe("traces of a node that refuses some", () => {
  it.each([
    ["none refused", () => false],
    ["the old ones pruned", (height: number) => height < 40],
    ["a single one refused", (height: number) => height === 17],
    ["all refused", () => true],
  ])("are read of every block that it traces, with one request: %s", async (_, refuses) => {
    const tracing = node(refuses);
    const answers = await readTraces(tracing, BLOCKS, signal);
    expect(answers.map((answer) => "refused" in answer)).toEqual(BLOCKS.map(({ height }) => refuses(height)));
    expect(tracing.requests).toEqual([64]);
  });

  it("are requested again until the node answers", async () => {
    const away = {
      getTraces: async () => {
        throw new NodeError("NODE_UNREACHABLE", "no answer");
      },
    };
    await expect(readTraces(away, BLOCKS, signal)).rejects.toThrow("no answer");
  });
});

describe("whether there is a debug API", () => {
  it("depends on the method, not on what it refuses", async () => {
    expect(
      await hasDebugApi(
        node(() => true),
        signal,
      ),
    ).toBe(true);
    const without = { getHead: async () => 0, getTraces: async () => undefined };
    expect(await hasDebugApi(without, signal)).toBe(false);
  });
});

describe("TraceRetries", () => {
  const askedUntilGivenUp = (retries: TraceRetries, height: number, reason: string) => {
    let times = 1;
    while (retries.shouldRetry(height, reason)) times++;
    return times;
  };

  it("gives up a block after some refusals, and later blocks at once for the same reason", () => {
    const retries = new TraceRetries();
    expect(askedUntilGivenUp(retries, 5, `missing trie node ${"0a".repeat(32)} (path 0x12)`)).toBe(6);
    expect(askedUntilGivenUp(retries, 6, `missing trie node ${"ff".repeat(32)} (path 0x9)`)).toBe(1);
    expect(askedUntilGivenUp(retries, 6, `missing trie node ${"fe".repeat(32)} (path fac)`)).toBe(1);
    expect(askedUntilGivenUp(retries, 7, "something else")).toBe(6);
  });

  it("gives up no block because the node was slow with another", () => {
    const retries = new TraceRetries();
    for (const height of [5, 6]) expect(askedUntilGivenUp(retries, height, "execution timeout")).toBe(6);
  });
});
