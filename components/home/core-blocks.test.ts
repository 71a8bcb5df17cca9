import { expect, test } from "vitest";
import { NARROW } from "@/components/ui/format";
import { paceOf } from "./core-blocks";

const block = (time: number) => ({ height: "1", time, txs: "", fullness: "", fill: { share: 0 } });

test("a pace is that of the blocks shown, by their own times, whenever they were made", () => {
  const say = (...times: number[]) => paceOf(times.map(block)).replaceAll(NARROW, " ");
  expect(say(1_006, 1_004, 1_000)).toBe("these 3 s apart");
  expect(say(1_006)).toBe("");
  expect(say()).toBe("");
});
