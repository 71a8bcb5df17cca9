import type { EvmTransaction } from "../../avalanche/evm/transaction";
import type { EvmCall, EvmReceiptAnswer } from "../../client/evm-json";

/** A block as its source gives it. Its header is proved by its hash, its transactions by the header. */
export interface SourceBlock {
  /** Its number in the source: of the container, or the height itself. */
  index: number;
  height: number;
  hash: Uint8Array;
  parentHash: Uint8Array;
  /** Unix seconds, and milliseconds since Granite. */
  time: number;
  timeMs: number | undefined;
  gasLimit: number;
  gasUsed: number;
  /** Wei; absent before dynamic fees. */
  baseFee: Uint8Array | undefined;
  /** Wei; absent before Apricot 4. */
  blockGasCost: Uint8Array | undefined;
  size: number;
  miner: Uint8Array;
  receiptsRoot: Uint8Array;
  /** Since Helicon: the last block whose receipts `receiptsRoot` covers. */
  settledHeight: number | undefined;
  transactions: SourceTransaction[];
  /** When the node accepted it; absent on L1s. */
  acceptedAtNs: bigint | undefined;
}

export interface SourceTransaction {
  hash: Uint8Array;
  bytes: Uint8Array;
  fields: EvmTransaction;
}

/** A block with what executing it gave, both in the order of its transactions. */
export interface ExecutedBlock extends SourceBlock {
  receipts: EvmReceiptAnswer[];
  /** Absent when the node has no debug API. */
  traces: EvmCall[] | undefined;
}
