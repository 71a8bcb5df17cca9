import { fromHex } from "../../avalanche/codec/bytes";
import { InputError } from "../../errors";
import { findAddressId } from "../../store/queries/evm/address";
import { readTokenFigures } from "../../store/queries/evm/holder";
import type { TokenTable } from "../../store/tables/evm/tokens";
import type { EvmContext } from "../handler";

/** A token contract with transfers, and the sums over them. @throws InputError NOT_FOUND */
export async function requireToken(
  { db, evmChainId }: EvmContext,
  address: string,
): Promise<{ tokenId: number; figures: TokenTable }> {
  const tokenId = await findAddressId(db, fromHex(address.toLowerCase()));
  const figures = tokenId === undefined ? undefined : await readTokenFigures(db, tokenId);
  if (tokenId !== undefined && figures) return { tokenId, figures };
  throw new InputError("NOT_FOUND", `no token of ${address} was ever transferred on chain ${evmChainId}`);
}
