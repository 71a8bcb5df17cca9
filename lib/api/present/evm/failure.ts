import { fromHex, toHex } from "../../../avalanche/codec/bytes";
import { REVERTED, readFailure, type ToldFailure } from "../../../avalanche/evm/failure";
import type { TxFailureShape } from "../../../contract/data/evm";
import type { FailureReasonShape } from "../../../contract/data/evm-abi";
import type { Party } from "../../../store/queries/evm/address";
import type { TxFailureTable } from "../../../store/tables/evm/chain";
import type { ChainLabels } from "../../labels/labels";
import { presentParty } from "./party";

/** Why a call failed, by what its contract's ABI says of its errors. */
export function presentReason(told: ToldFailure, labels: ChainLabels): FailureReasonShape {
  const address = told.to === undefined ? undefined : fromHex(told.to);
  const { kind, text, code, custom } = readFailure(told, labels.books(address));
  return {
    kind,
    ...(text !== undefined && { text }),
    ...(code !== undefined && { code }),
    ...(custom !== undefined && { custom }),
    ...(told.output.length > 2 && { output: told.output }),
  };
}

/** Why a transaction failed: `depth` calls inside it, one failed as `told`. `party`: what was called there. */
export function presentFailure(
  { told, depth }: { told: ToldFailure; depth: number },
  party: Party | undefined,
  labels: ChainLabels,
): TxFailureShape {
  return {
    ...presentReason(told, labels),
    ...(party !== undefined && { at: presentParty(party, { labels }) }),
    depth,
    // Only a call that reverts hands on the failure of another.
    reverted: depth > 0 || told.error === REVERTED,
  };
}

/** The same from a stored row. */
export function presentStoredFailure(
  { depth, error, output }: TxFailureTable,
  party: Party | undefined,
  labels: ChainLabels,
): TxFailureShape {
  const to = party && toHex(party.address);
  return presentFailure({ told: { error, output: toHex(output), to }, depth }, party, labels);
}
