import { concatBytes } from "../bytes";
import { encode, type TypeOf } from "../layout";
import { rlpArray, rlpBytes, rlpQuantity, rlpStruct } from "../rlp";

const log = rlpStruct({ address: rlpBytes(20), topics: rlpArray(rlpBytes(32)), data: rlpBytes() }, {});

/** An event as a contract wrote it. */
export type EvmLog = TypeOf<typeof log>;

const receipt = rlpStruct(
  {
    status: rlpQuantity(1),
    cumulativeGasUsed: rlpQuantity(8),
    logsBloom: rlpBytes(256),
    logs: rlpArray(log),
  },
  {},
);

/** What a block's header vouches for of a transaction's outcome. `status` is 1, or nothing for a failed one. */
export type EvmReceipt = TypeOf<typeof receipt> & { type: number };

/** The bytes that the receipts' trie holds. @source EIP-658, EIP-2718 */
export function encodeReceipt({ type, ...body }: EvmReceipt): Uint8Array {
  const bytes = encode(receipt, body);
  return type === 0 ? bytes : concatBytes(Uint8Array.of(type), bytes);
}
