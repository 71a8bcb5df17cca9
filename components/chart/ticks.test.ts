import { expect, test } from "vitest";
import { formatDuration } from "../../lib/words/format";
import { roundTicks, timeTicks } from "./ticks";

test.each([
  [0, 1200],
  [5, 7],
  [-300, 900],
  [0, 0],
  [0, 0.3],
  [0, 2.1e14],
  [0, 86_400_000 * 40],
])("ticks from %d to %d cover both ends and zero, and are few", (least, most) => {
  for (const ticks of [roundTicks({ least, most }), timeTicks({ least, most })]) {
    expect(ticks[0]).toBeLessThanOrEqual(Math.min(0, least));
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks).toContain(0);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThanOrEqual(6);
  }
});

test.each([
  [300, ["0 ms", "0.1 s", "0.2 s", "0.3 s"]],
  [2_500, ["0 ms", "1 s", "2 s", "3 s"]],
  [50_000, ["0 ms", "30 s", "1 min"]],
  [150_000_000, ["0 ms", "1 d", "2 d"]],
])("lags up to %d ms have round ticks", (most, words) => {
  expect(timeTicks({ least: 0, most }).map((tick) => formatDuration(tick).replaceAll("\u2009", " "))).toEqual(
    words,
  );
});
