import { describe, expect, it } from "vitest";
import type { EvmBlockRef } from "../../client/evm";
import { NodeError } from "../../errors";
import { hasDebugApi, readTraces, TracePatience } from "./capabilities";

const { signal } = new AbortController();
const BLOCKS: EvmBlockRef[] = Array.from({ length: 64 }, (_, height) => ({ height, txHashes: [] }));

/** A node that refuses traces of some blocks; how often it was asked. */
function node(refuses: (height: number) => boolean) {
  const asked: number[] = [];
  return {
    asked,
    getHead: async () => 63,
    async getTraces(blocks: readonly EvmBlockRef[]) {
      asked.push(blocks.length);
      return blocks.map(({ height }) =>
        refuses(height) ? { refused: `missing trie node of block ${height}` } : { calls: [] },
      );
    },
  };
}

describe("traces of a node that does not give all", () => {
  it.each([
    ["none refused", () => false],
    ["the old ones pruned", (height: number) => height < 40],
    ["a single one refused", (height: number) => height === 17],
    ["all refused", () => true],
  ])("come of every block that it traces, for one question: %s", async (_, refuses) => {
    const tracing = node(refuses);
    const answers = await readTraces(tracing, BLOCKS, signal);
    expect(answers.map((answer) => "refused" in answer)).toEqual(BLOCKS.map(({ height }) => refuses(height)));
    expect(tracing.asked).toEqual([64]);
  });

  it("are asked for again until the node answers at all", async () => {
    const away = {
      getTraces: async () => {
        throw new NodeError("NODE_UNREACHABLE", "no answer");
      },
    };
    await expect(readTraces(away, BLOCKS, signal)).rejects.toThrow("no answer");
  });
});

describe("whether there is a debug API", () => {
  it("is a question of the method, not of what it refuses", async () => {
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

describe("TracePatience", () => {
  const askedUntilGivenUp = (patience: TracePatience, height: number, reason: string) => {
    let times = 1;
    while (patience.asksAgain(height, reason)) times++;
    return times;
  };

  it("gives a block up after some refusals, and the next ones at once when the reason is the same", () => {
    const patience = new TracePatience();
    expect(askedUntilGivenUp(patience, 5, `missing trie node ${"0a".repeat(32)} (path 0x12)`)).toBe(6);
    expect(askedUntilGivenUp(patience, 6, `missing trie node ${"ff".repeat(32)} (path 0x9)`)).toBe(1);
    expect(askedUntilGivenUp(patience, 6, `missing trie node ${"fe".repeat(32)} (path fac)`)).toBe(1);
    expect(askedUntilGivenUp(patience, 7, "something else")).toBe(6);
  });

  it("leaves no block out because the node was slow with another one", () => {
    const patience = new TracePatience();
    for (const height of [5, 6]) expect(askedUntilGivenUp(patience, height, "execution timeout")).toBe(6);
  });
});
