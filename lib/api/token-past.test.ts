import { expect, it } from "vitest";
import { TokenPast } from "./token-past";

const NOBODY = 1;
const frame = { from: 0, below: 20, end: 30 };

function undoAll(
  moves: readonly [position: number, fromId: number | null, toId: number | null, amount: bigint][],
) {
  const past = new TokenPast(frame, { nobodyId: NOBODY });
  for (const [position, fromId, toId, amount] of moves)
    past.undo({ position, fromId, toId, amount: amount.toString(16) });
  past.endMoment();
  return past;
}

it("knows what everyone had at the end of a list and at most in a frame, but nothing of a moment within a transaction", () => {
  const past = undoAll([
    [40, 2, 3, 5n], // behind the list
    [25, 2, 3, 7n], // in the list, behind the frame
    [12, 3, 2, 100n], // what 3 passes on to 2, it got in the same transaction
    [12, NOBODY, 3, 100n],
    [11, 2, 2, 9n],
    [10, null, 2, 50n],
    [9, 2, null, 30n],
  ]);
  expect([past.atEnd(2), past.atEnd(3)]).toEqual([5n, -5n]);
  // 2 had 12 more than now when the frame ended, and never more; 3 had as much as when it ended all the time.
  expect([past.most(2), past.most(3)]).toEqual([12n, -12n]);
  expect([past.atEnd(NOBODY), past.most(NOBODY), past.most(4)]).toEqual([0n, 0n, 0n]);
});

it("finds the most that someone had at the beginning of the frame, or in the middle of it", () => {
  const past = undoAll([
    [15, 2, 3, 40n],
    [14, 4, 2, 10n],
  ]);
  expect([past.most(2), past.most(3), past.most(4)]).toEqual([40n, 0n, 10n]);
});

it("refuses to keep more addresses than it may", () => {
  const past = new TokenPast(frame, { nobodyId: NOBODY, mostAddresses: 2 });
  past.undo({ position: 9, fromId: 2, toId: 3, amount: "1" });
  past.undo({ position: 8, fromId: 3, toId: NOBODY, amount: "1" });
  expect(() => past.undo({ position: 7, fromId: 4, toId: 3, amount: "1" })).toThrow(
    "more than 2 addresses moved",
  );
});
