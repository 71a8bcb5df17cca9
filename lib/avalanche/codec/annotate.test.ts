import { expect, test } from "vitest";
import { decodeContainer } from "../proposer/proposervm";
import { NETWORKS, readContainers } from "../vectors/read";
import { annotateContainer } from "./annotate";
import type { Span } from "./layout";

const STREAMS = [
  ["p", "P/block"],
  ["x", "X/block"],
  ["c", "C/block"],
] as const;

for (const { name } of NETWORKS) {
  for (const [chain, stream] of STREAMS) {
    test(`every ${stream} container of ${name} is annotated from its first byte to its last`, async () => {
      for (const { bytes } of await readContainers(name, stream)) {
        const spans = annotateContainer(bytes, chain, { hrp: "custom" });
        expectInOrder(spans, 0, bytes.length);
        const { kind, inner, innerOffset } = decodeContainer(bytes, chain);
        const inside = spans.filter(({ label }) => !label.startsWith("Container "));
        expect([inside[0]?.start, inside.at(-1)?.end]).toEqual(
          chain === "c"
            ? [expect.any(Number), innerOffset + inner.length]
            : [innerOffset, innerOffset + inner.length],
        );
        expect(inside.length === spans.length).toBe(kind === "preFork");
      }
    });
  }
}

/** Children lie inside their parent. RLP heads of lists belong to no field. */
function expectInOrder(spans: readonly Span[], from: number, to: number): void {
  let at = from;
  for (const { start, end, children } of spans) {
    expect(start).toBeGreaterThanOrEqual(at);
    expect(end).toBeGreaterThanOrEqual(start);
    at = end;
    if (children !== undefined) expectInOrder(children, start, end);
  }
  expect(at).toBeLessThanOrEqual(to);
}
