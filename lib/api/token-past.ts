import { ACTIVITY, amountOf } from "../store/columns";
import {
  listMovementEpochs,
  listMovements,
  type Movement,
  type MovementList,
} from "../store/queries/evm/holder";
import type { EvmSnapshot } from "./evm";
import { ROWS_PER_STEP, type Step } from "./steps";

/** How what someone had of a token differed from what the newest block leaves: at a block, and at most in a time frame. */
export interface PastDifference {
  atEnd: bigint;
  most: bigint;
}

/** Positions: the frame is from `from` and below `below`; the list is of what stands below `end`. */
export interface PastFrame {
  from: number;
  below: number;
  end: number;
}

/** Movements of a list, newest first. */
export async function* readMovements(
  { db }: Pick<EvmSnapshot, "db">,
  list: MovementList,
  step: Step,
): AsyncGenerator<Movement, void, void> {
  for (const epoch of await listMovementEpochs(db, list)) {
    let before: Movement | undefined;
    do {
      const page: Movement[] = await listMovements(db, list, { epoch, before, limit: ROWS_PER_STEP });
      yield* page;
      before = page.length < ROWS_PER_STEP ? undefined : page.at(-1);
      await step();
    } while (before !== undefined);
  }
}

/**
 * Undoes a token's movements, newest first, back to where the frame begins: the past of everyone who moved any since. A
 * moment is what a transaction leaves, so who passes tokens on within one never had them.
 * @param nobodyId number of the zero address, of whom nothing is counted
 */
export async function replayToken(
  context: Pick<EvmSnapshot, "db">,
  { tokenId, nobodyId, frame }: { tokenId: number; nobodyId: number | undefined; frame: PastFrame },
  step: Step,
): Promise<Map<number, PastDifference>> {
  const pasts = new Map<number, PastDifference & { difference: bigint }>();
  const undo = (id: number | null, amount: bigint, position: number) => {
    if (id === null || id === nobodyId) return;
    const past = pasts.get(id) ?? { difference: 0n, atEnd: 0n, most: 0n };
    pasts.set(id, past);
    past.difference += amount;
    if (position >= frame.end) past.atEnd = past.difference;
    if (position >= frame.below) past.most = past.difference;
  };
  const inFrame = new Set<number | null>();
  const endTransaction = () => {
    for (const id of inFrame) {
      const past = id === null ? undefined : pasts.get(id);
      if (past && past.difference > past.most) past.most = past.difference;
    }
    inFrame.clear();
  };
  const kinds = { transfers: ACTIVITY.token, wraps: ACTIVITY.wrapper };
  const list = { addressId: tokenId, kinds, from: frame.from };
  let last: number | undefined;
  for await (const { position, from_id, to_id, value } of readMovements(context, list, step)) {
    if (position !== last) endTransaction();
    last = position;
    const amount = amountOf(value);
    undo(to_id, -amount, position);
    undo(from_id, amount, position);
    if (position < frame.below) inFrame.add(from_id).add(to_id);
  }
  endTransaction();
  return pasts;
}
