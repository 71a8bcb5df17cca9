import { expect, it } from "vitest";
import { SILENT } from "../../log";
import { answerError } from "../middleware/errors";
import { openLanes } from "./lanes";

it("answers whoever finds every lane full with 429, and when to come back", async () => {
  const inLane = openLanes(["one"]);
  let free = () => {};
  const busy = new Promise<void>((resolve) => {
    free = resolve;
  });
  const asked = Array.from({ length: 20 }, () => inLane(() => busy));
  free();
  const refused = (await Promise.allSettled(asked)).filter((each) => each.status === "rejected");
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(20);
  const answer = answerError(refused[0]?.reason, { id: "1", log: SILENT, lists: false });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await inLane(async () => "served")).toBe("served");
});
