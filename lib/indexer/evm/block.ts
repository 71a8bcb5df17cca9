import type { EvmTransaction } from "../../avalanche/evm/transaction";
import type { EvmCall, EvmReceiptAnswer } from "../../client/evm-json";

interface BlockFacts {
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
  /** Since Helicon: the last block whose receipts the header's root covers. */
  settledHeight: number | undefined;
  /** When the node accepted it; absent on L1s. */
  acceptedAtNs: bigint | undefined;
}

/** A block as its source gives it. Its header is proved by its hash, its transactions by the header. */
export interface SourceBlock extends BlockFacts {
  receiptsRoot: Uint8Array;
  transactions: SourceTransaction[];
}

export interface SourceTransaction {
  hash: Uint8Array;
  bytes: Uint8Array;
  fields: Pick<EvmTransaction, "type" | "nonce" | "gas" | "to" | "value" | "input">;
}

/** What is kept of a transaction beside its bytes. */
export type ExecutedTransaction = Pick<SourceTransaction, "hash" | "fields">;

/** What is kept of a receipt once it is proved. */
export type ExecutedReceipt = Pick<
  EvmReceiptAnswer,
  "status" | "from" | "to" | "contractAddress" | "gasUsed" | "effectiveGasPrice" | "logs"
>;

/** A block with what executing it gave, both in the order of its transactions; all of it proved. */
export interface ExecutedBlock extends BlockFacts {
  transactions: ExecutedTransaction[];
  /** The transactions' bytes as `block_body` holds them; absent when there are none. */
  body: Uint8Array | undefined;
  receipts: ExecutedReceipt[];
  /** Absent when the node has no debug API. */
  traces: EvmCall[] | undefined;
}
