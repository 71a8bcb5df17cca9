import { fromHex } from "../avalanche/bytes";
import { InputError } from "../errors";
import { readBlock } from "../store/queries/evm/block";
import { findBlockByHash } from "../store/queries/evm/transaction";
import type { EvmBlockTable } from "../store/tables/evm/block";
import type { EvmContext } from "./handler";

/** The block behind a height or a hash. @throws InputError NOT_FOUND */
export async function requireBlock({ db, evmChainId }: EvmContext, id: string): Promise<EvmBlockTable> {
  const block = id.startsWith("0x")
    ? await findBlockByHash(db, fromHex(id.toLowerCase()))
    : await readBlock(db, Number(id));
  if (block) return block;
  throw new InputError("NOT_FOUND", `no block ${id} is indexed on chain ${evmChainId}`);
}
