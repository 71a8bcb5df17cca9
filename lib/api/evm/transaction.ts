import { fromHex } from "../../avalanche/codec/bytes";
import { readBody } from "../../store/queries/evm/block";
import { findTransaction } from "../../store/queries/evm/transaction";
import { heightOf, indexInBlockOf } from "../../store/rows/columns";
import { decodeBody } from "../../store/rows/evm-body";
import type { EvmTransactionTable } from "../../store/tables/evm/chain";
import type { EvmContext } from "../handler";
import { notFound } from "./history";

/** The transaction that a path names. @throws InputError NOT_FOUND */
export async function requireTransaction(context: EvmContext, txHash: string): Promise<EvmTransactionTable> {
  const row = await findTransaction(context.db, fromHex(txHash.toLowerCase()));
  if (row !== undefined) return row;
  throw notFound(context, `no transaction ${txHash} is indexed on chain ${context.evmChainId}`);
}

/** The signed bytes of an indexed transaction. */
export async function readTransactionBytes(
  { db }: Pick<EvmContext, "db">,
  { position }: EvmTransactionTable,
): Promise<Uint8Array> {
  const body = await readBody(db, heightOf(position));
  const bytes = body && decodeBody(body)[indexInBlockOf(position)];
  if (bytes === undefined) throw new Error(`the bytes of transaction ${position} are not stored`);
  return bytes;
}
