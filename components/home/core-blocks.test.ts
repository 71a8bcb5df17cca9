import { expect, test } from "vitest";
import { NARROW } from "@/lib/words/format";
import { paceOf } from "./core-blocks";

const block = (time: number) => ({ height: "1", time, txs: "", fullness: "", fill: { share: 0 } });

test("the pace is that of the blocks shown, by their own times", () => {
  const format = (...times: number[]) => paceOf(times.map(block)).replaceAll(NARROW, " ");
  expect(format(1_006, 1_004, 1_000)).toBe("3 s apart");
  expect(format(1_006)).toBe("");
  expect(format()).toBe("");
});
