import { encodeRawCBlock } from "../avalanche/c/block";
import { encodeTransaction } from "../avalanche/evm/transaction";
import { DataError, NodeError } from "../errors";
import { readCBlockFields } from "./evm-json";

/**
 * A C-Chain block of `eth_getBlockByNumber` with whole transactions, as the bytes it was accepted with: its header, its
 * EVM transactions, and `blockExtraData`, which holds its atomic transactions.
 * @throws NodeError NODE_BAD_ANSWER
 */
export function readCBlockAnswer(value: unknown): { blockId: Uint8Array; bytes: Uint8Array } {
  const { hash, header, transactions, extData } = readCBlockFields(value);
  try {
    const bytes = encodeRawCBlock({ header, transactions: transactions.map(encodeTransaction), extData });
    return { blockId: hash, bytes };
  } catch (cause) {
    if (!(cause instanceof DataError)) throw cause;
    throw new NodeError("NODE_BAD_ANSWER", `the node's C-Chain block can't be encoded: ${cause.message}`, {
      cause,
    });
  }
}
