import type { UtxoEffect } from "../../avalanche/effects";
import { accountKey } from "../../store/rows/columns";
import { isAvax, type TxContext, touchAddresses, touchAsset } from "../rows/projection";

type Of<Kind extends UtxoEffect["kind"]> = Extract<UtxoEffect, { kind: Kind }>;

/** An EVM account pays into atomic memory. How much stands in the bytes: rows only find the transaction. */
export function payFromAccount(context: TxContext, effect: Of<"utxo.evmInput">): void {
  if (isAvax(context.projection, effect.assetId)) context.amounts.consumed += effect.amount;
  touch(context, effect);
}

/** An EVM account receives out of atomic memory. */
export function payToAccount(context: TxContext, effect: Of<"utxo.evmOutput">): void {
  if (isAvax(context.projection, effect.assetId)) context.amounts.value += effect.amount;
  touch(context, effect);
}

function touch(context: TxContext, { address, assetId }: { address: Uint8Array; assetId: Uint8Array }): void {
  touchAddresses(context.projection, [accountKey(address)], context);
  touchAsset(context.projection, assetId, context);
}
