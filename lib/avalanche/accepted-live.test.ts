import { describe, expect, test } from "vitest";
import { followAcceptance, type LiveSpan } from "./accepted-live";

const HOUR = 3_600_000;
const NOON = Date.UTC(2022, 5, 1, 12);

/** Spans after blocks from 1 on, each with its time of acceptance and how late that was, ms. */
function spansOf(blocks: readonly (readonly [acceptedAtMs: number, lagMs: number])[], first = 1): LiveSpan[] {
  const spans: LiveSpan[] = [];
  for (const [index, [acceptedAtMs, lagMs]] of blocks.entries()) {
    const block = { height: first + index, acceptedAtMs, madeAtMs: acceptedAtMs - lagMs };
    const { span, isNew } = followAcceptance(spans.at(-1), block);
    if (!isNew) spans.pop();
    spans.push(span);
  }
  return spans;
}

/** Live blocks, one every 30 s. */
const live = (from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / 30_000) + 1 }, (_, i) => [from + i * 30_000, 2_000] as const);

describe("live spans", () => {
  test("begin an hour after the first block of a node that was there from the start", () => {
    const blocks = live(NOON, NOON + 3 * HOUR);
    expect(spansOf(blocks)).toEqual([{ fromMs: NOON + HOUR, toMs: NOON + 3 * HOUR }]);
  });

  test("begin after bootstrapping only when the node has been back for as long as it was away", () => {
    const away = 400 * 24 * HOUR;
    const old = Array.from({ length: 50 }, (_, i) => [NOON + i * 10, away - i * (away / 50)] as const);
    // The last blocks look live, and so does everything after them.
    const [span] = spansOf([...old, ...live(NOON + 60_000, NOON + 2 * HOUR)]);
    expect(span?.fromMs).toBe(NOON + away);
    expect(span?.toMs).toBe(NOON + 2 * HOUR);
  });

  test("end with the last block before a pause, after which the node may have been away", () => {
    const before = live(NOON, NOON + 2 * HOUR);
    const back = NOON + 5 * HOUR;
    const spans = spansOf([...before, ...live(back, back + 4 * HOUR)]);
    expect(spans).toEqual([
      { fromMs: NOON + HOUR, toMs: NOON + 2 * HOUR },
      { fromMs: back + 3 * HOUR, toMs: back + 4 * HOUR },
    ]);
  });

  test("doubt for an hour after a single late block or a short pause", () => {
    const late = NOON + 2 * HOUR + 30_000;
    const spans = spansOf([
      ...live(NOON, NOON + 2 * HOUR),
      [late, 61_000],
      ...live(late + 30_000, late + 3 * HOUR),
    ]);
    expect(spans.map(({ fromMs }) => fromMs)).toEqual([NOON + HOUR, late + HOUR]);
  });

  test("keep an older and longer doubt through a shorter one", () => {
    const away = 48 * HOUR;
    const [span] = spansOf([
      [NOON, away],
      ...live(NOON + 30_000, NOON + HOUR),
      ...live(NOON + 3 * HOUR, NOON + 50 * HOUR),
    ]);
    expect(span?.fromMs).toBe(NOON + away);
  });

  test("never begin where the first blocks are missing", () => {
    const spans = spansOf(live(NOON, NOON + 90 * HOUR), 17);
    expect(spans).toHaveLength(1);
    expect(spans[0]?.fromMs).toBeGreaterThan(NOON + 1e6 * HOUR);
  });
});
