import { expect, it } from "vitest";
import { UndoneTransfers, type UndoOptions } from "./undo-transfers";

const NOBODY = 1;

function undoAll(
  moves: readonly [position: number, fromId: number | null, toId: number | null, amount: bigint][],
  options: Partial<UndoOptions> = {},
) {
  const past = new UndoneTransfers({ below: 20, zeroAddressId: NOBODY, ...options });
  for (const [position, fromId, toId, amount] of moves)
    past.undo({ position, fromId, toId, amount: amount.toString(16) });
  past.endTransaction();
  return past;
}

it("finds each address's maximum within a time frame, ignoring balances within a transaction", () => {
  const past = undoAll([
    [25, 2, 3, 12n], // after the time frame
    [12, 3, 2, 100n], // what 3 passes on to 2 came in the same transaction
    [12, NOBODY, 3, 100n],
    [11, 2, 2, 9n],
    [10, null, 2, 50n],
    [9, 2, null, 30n],
  ]);
  // 2 had 12 more at the end of the time frame, and never more; 3 had the same throughout.
  expect([past.most(2), past.most(3)]).toEqual([12n, -12n]);
  expect([past.most(NOBODY), past.most(4)]).toEqual([0n, 0n]);
});

it("finds a maximum at the start of the time frame, or in the middle of it", () => {
  const past = undoAll([
    [15, 2, 3, 40n],
    [14, 4, 2, 10n],
  ]);
  expect([past.most(2), past.most(3), past.most(4)]).toEqual([40n, 0n, 10n]);
});

it("keeps nothing of addresses outside the range", () => {
  const past = undoAll(
    [
      [15, 2, 3, 40n],
      [14, 4, 5, 10n],
    ],
    { after: 2, last: 4 },
  );
  expect(past.ids()).toEqual([3, 4]);
  expect([past.most(2), past.most(3), past.most(4), past.most(5)]).toEqual([0n, 0n, 10n, 0n]);
});
