import type { EffectOf } from "../../avalanche/effects";
import { accountKey } from "../../store/rows/columns";
import type { Needs } from "../rows/needs";
import { type TxContext, touchAddresses, touchAsset } from "../rows/projection";
import type { EffectHandler, EffectHandlers } from "./handler";

type AccountEffect = EffectOf<"utxo.evmInput" | "utxo.evmOutput">;

/**
 * An EVM account pays into atomic memory, or is paid from it. The bytes have the amounts; rows only make the
 * transaction findable.
 */
const account: EffectHandler<AccountEffect> = {
  addNeeds(needs: Needs, { address, assetId }) {
    needs.address(accountKey(address));
    needs.asset(assetId);
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
