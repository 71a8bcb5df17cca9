import { toHex } from "../../avalanche/codec/bytes";
import { ACTIVITY, positionOf } from "../../store/rows/columns";
import type { EvmSnapshot } from "../snapshot/evm";
import type { YieldTurn } from "../snapshot/yield-turn";
import { readTransfers } from "./undo-transfers";

/** How much more (or, negative, less) an address had of each token at a past block than it has now. */
export interface BalanceDifferences {
  differenceOf(tokenId: number, number: Uint8Array): bigint;
}

/** For the present: no differences. */
export const NO_DIFFERENCES: BalanceDifferences = { differenceOf: () => 0n };

interface PastOf {
  holderId: number;
  /** Kind of tokens. */
  form: "erc20" | "erc1155";
  height: number;
}

/** Undoes an address's transfers of one kind back to a block. Takes as long as there were transfers since. */
export async function readDifferences(
  context: Pick<EvmSnapshot, "db">,
  { holderId, form, height }: PastOf,
  yieldTurn: YieldTurn,
): Promise<BalanceDifferences> {
  const differences = new Map<string, bigint>();
  const kinds =
    form === "erc20" ? { transfers: ACTIVITY.erc20, wraps: ACTIVITY.wrap } : { transfers: ACTIVITY[form] };
  const list = { addressId: holderId, kinds, from: positionOf(height + 1, 0) };
  for await (const page of readTransfers((work) => work(context.db), list, yieldTurn)) {
    for (const { tokenId, number, fromId, toId, amount } of page) {
      if (fromId === toId) continue;
      const key = `${tokenId}/${number}`;
      const value = BigInt(`0x0${amount}`);
      differences.set(key, (differences.get(key) ?? 0n) + (fromId === holderId ? value : -value));
    }
  }
  return { differenceOf: (tokenId, number) => differences.get(`${tokenId}/${toHex(number).slice(2)}`) ?? 0n };
}
