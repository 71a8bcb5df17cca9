import { fromHex } from "../../avalanche/codec/bytes";
import { listAddressActivity, NEWEST_ITEM } from "../../store/queries/evm/activity";
import { findAddressId } from "../../store/queries/evm/address";
import { readTokenFigures } from "../../store/queries/evm/holder";
import { ACTIVITY } from "../../store/rows/columns";
import type { TokenTable } from "../../store/tables/evm/tokens";
import { notCounted, partialHistory } from "../evm/history";
import type { EvmContext } from "../handler";

/** A token contract with transfers, and the sums over them if any are counted. @throws InputError NOT_FOUND */
export async function requireToken(
  context: EvmContext,
  address: string,
): Promise<{ tokenId: number; figures: TokenTable | undefined }> {
  const { db, evmChainId } = context;
  const tokenId = await findAddressId(db, fromHex(address.toLowerCase()));
  const figures = tokenId === undefined ? undefined : await readTokenFigures(db, tokenId);
  if (tokenId !== undefined && (figures || (await hasUncounted(context, tokenId))))
    return { tokenId, figures };
  throw notCounted(context, `no token of ${address} was ever transferred on chain ${evmChainId}`);
}

/** Whether a contract has transfers in blocks that figures do not count. */
async function hasUncounted(context: EvmContext, addressId: number): Promise<boolean> {
  if (partialHistory(context) === undefined) return false;
  return (
    (await listAddressActivity(context.db, { addressId, kinds: [ACTIVITY.token] }, NEWEST_ITEM)).length > 0
  );
}
