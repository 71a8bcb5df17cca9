import type { EffectOf } from "../../avalanche/effects";
import { accountKey } from "../../store/rows/columns";
import { type TxContext, touchAddresses, touchAsset } from "../rows/projection";
import type { Wanted } from "../rows/wanted";
import type { EffectHandler, EffectHandlers } from "./handler";

type AccountEffect = EffectOf<"utxo.evmInput" | "utxo.evmOutput">;

/** An EVM account pays into atomic memory, or is paid out of it. How much stands in the bytes: rows only find the transaction. */
const account: EffectHandler<AccountEffect> = {
  needs(wanted: Wanted, { address, assetId }) {
    wanted.address(accountKey(address));
    wanted.asset(assetId);
  },
  rows(context: TxContext, { address, assetId }) {
    touchAddresses(context.projection, [accountKey(address)], context);
    touchAsset(context.projection, assetId, context);
  },
};

export const accountHandlers: EffectHandlers<AccountEffect> = {
  "utxo.evmInput": account,
  "utxo.evmOutput": account,
};
