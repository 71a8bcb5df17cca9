import { recoverSenderKey } from "../../../avalanche/evm/sender";
import { splitTransactions } from "../../../store/rows/evm-body";
import type { SourceBlock } from "./block";

/** Recovers the public keys that signed a block's transactions from its body: 64 bytes each, joined. */
export type RecoverKeys = (body: Uint8Array) => Promise<Uint8Array>;

const KEY = 64;

/** Recovers them in this thread. @throws DataError as `recoverSenderKey` */
export function recoverAll(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const transactions = splitTransactions(body);
  const keys = new Uint8Array(KEY * transactions.length);
  for (const [i, bytes] of transactions.entries()) keys.set(recoverSenderKey(bytes), KEY * i);
  return keys;
}

export const recoverHere: RecoverKeys = async (body) => recoverAll(body);

/** A block whose senders' keys are being recovered. */
export interface SentBlock {
  block: SourceBlock;
  keys: Promise<Uint8Array[]>;
}

export function withKeys(block: SourceBlock, recover: RecoverKeys): SentBlock {
  const keys = block.body === undefined ? Promise.resolve([]) : recover(block.body).then(splitKeys);
  keys.catch(() => {}); // reported when `keys` is awaited
  return { block, keys };
}

function splitKeys(joined: Uint8Array): Uint8Array[] {
  return Array.from({ length: joined.length / KEY }, (_, i) => joined.subarray(KEY * i, KEY * (i + 1)));
}
