import type { AtomicChange } from "../../../avalanche/evm/balance-changes";
import type { MetadataUpdate } from "../../../avalanche/evm/metadata-update";
import type { TeleporterMessage } from "../../../avalanche/evm/teleporter";
import type { EvmTransaction } from "../../../avalanche/evm/transaction";
import type { CoinWrap, TokenTransfer } from "../../../avalanche/evm/transfers";
import type { EvmCall } from "../../../client/evm-json";

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
  /** What atomic transactions bring to accounts and take from them; absent on L1s. */
  atomic: AtomicChange[] | undefined;
  /** The transactions' bytes, joined; absent when there are none. */
  body: Uint8Array | undefined;
}

/** What rows are made of that the transaction itself says: no more of it waits for its receipt. */
export interface SourceTransaction {
  hash: Uint8Array;
  type: number;
  /** Absent for the making of a contract. */
  to: Uint8Array | undefined;
  nonce: number;
  gasLimit: number;
  /** Wei. */
  value: Uint8Array;
  /** The first four bytes of its input; absent when it has fewer. */
  selector: Uint8Array | undefined;
  /** All that was signed. */
  fields: EvmTransaction;
}

/** A transaction with what executing it gave. */
export interface ExecutedTransaction extends Omit<SourceTransaction, "fields"> {
  from: Uint8Array;
  /** The contract that it was to make. */
  created: Uint8Array | undefined;
  succeeded: boolean;
  gasUsed: number;
  /** Wei. */
  gasPrice: Uint8Array;
  logCount: number;
  /** Those that say something. */
  events: ExecutedEvent[];
}

/** What an event of a contract says; one of them at least. */
export interface ExecutedEvent {
  /** Its number in the block. */
  logIndex: number;
  contract: Uint8Array;
  transfers: TokenTransfer[];
  wrap: CoinWrap | undefined;
  update: MetadataUpdate | undefined;
  message: TeleporterMessage | undefined;
}

/** A block with what executing it gave, all of it proved. Equal addresses of blocks read together are one object. */
export interface ExecutedBlock extends BlockFacts {
  transactions: ExecutedTransaction[];
  /** The transactions' bytes, joined; absent when there are none. */
  body: Uint8Array | undefined;
  /** A tree of calls per transaction; absent when the node has no debug API. */
  traces: EvmCall[] | undefined;
}
