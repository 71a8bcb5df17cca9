import { recoverSender } from "../../../avalanche/evm/sender";
import { splitTransactions } from "../../../store/rows/evm-body";
import type { SourceBlock } from "./block";

/** Recovers the senders of a block's transactions from its body: 20 bytes each, joined. */
export type RecoverSenders = (body: Uint8Array) => Promise<Uint8Array>;

const ADDRESS = 20;

/** Recovers them in this thread. @throws DataError as `recoverSender` */
export function recoverAll(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const transactions = splitTransactions(body);
  const senders = new Uint8Array(ADDRESS * transactions.length);
  for (const [i, bytes] of transactions.entries()) senders.set(recoverSender(bytes), ADDRESS * i);
  return senders;
}

export const recoverHere: RecoverSenders = async (body) => recoverAll(body);

/** A block whose senders are being recovered. */
export interface SentBlock {
  block: SourceBlock;
  senders: Promise<Uint8Array[]>;
}

export function withSenders(block: SourceBlock, recover: RecoverSenders): SentBlock {
  const senders = block.body === undefined ? Promise.resolve([]) : recover(block.body).then(splitSenders);
  senders.catch(() => {}); // reported when `senders` is awaited
  return { block, senders };
}

function splitSenders(joined: Uint8Array): Uint8Array[] {
  return Array.from({ length: joined.length / ADDRESS }, (_, i) =>
    joined.subarray(ADDRESS * i, ADDRESS * (i + 1)),
  );
}
