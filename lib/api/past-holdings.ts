import { toHex } from "../avalanche/bytes";
import { ACTIVITY, amountOf, NO_TOKEN_NUMBER, positionOf } from "../store/columns";
import type { EvmSnapshot } from "./evm";
import type { Step } from "./steps";
import { readMovements } from "./token-past";

/** How much more an address had of each of its tokens at a past block than it has now, or less. */
export interface PastHoldings {
  differenceOf(tokenId: number, number: Uint8Array): bigint;
}

/** Nothing has changed since. */
export const PRESENT: PastHoldings = { differenceOf: () => 0n };

interface PastOf {
  holderId: number;
  /** Of which tokens. */
  form: "erc20" | "erc1155";
  height: number;
}

/** Undoes an address's movements of one form back to a block: as many as there were since. */
export async function replayHoldings(
  context: Pick<EvmSnapshot, "db">,
  { holderId, form, height }: PastOf,
  step: Step,
): Promise<PastHoldings> {
  const differences = new Map<string, bigint>();
  const kinds =
    form === "erc20" ? { transfers: ACTIVITY.erc20, wraps: ACTIVITY.wrap } : { transfers: ACTIVITY[form] };
  const list = { addressId: holderId, kinds, from: positionOf(height + 1, 0) };
  for await (const { token_id, token_number, from_id, to_id, value } of readMovements(context, list, step)) {
    if (from_id === to_id) continue;
    const key = keyOf(token_id, token_number ?? NO_TOKEN_NUMBER);
    const amount = amountOf(value);
    differences.set(key, (differences.get(key) ?? 0n) + (from_id === holderId ? amount : -amount));
  }
  return { differenceOf: (tokenId, number) => differences.get(keyOf(tokenId, number)) ?? 0n };
}

function keyOf(tokenId: number, number: Uint8Array): string {
  return `${tokenId}/${toHex(number)}`;
}
