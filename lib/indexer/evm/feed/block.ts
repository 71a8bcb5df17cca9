import type { TokenApproval } from "../../../avalanche/evm/approvals";
import type { AtomicChange } from "../../../avalanche/evm/balance-changes";
import type { MessageStep } from "../../../avalanche/evm/message-steps";
import type { MetadataUpdate } from "../../../avalanche/evm/metadata-update";
import type { EvmTransaction } from "../../../avalanche/evm/transaction";
import type { CoinWrap, TokenTransfer } from "../../../avalanche/evm/transfers";
import type { EvmCall } from "../../../client/evm-json";

interface BlockFacts {
  /** Number in the source: of the container, or the height. */
  index: number;
  height: number;
  hash: Uint8Array;
  parentHash: Uint8Array;
  /** Unix seconds. Since Granite also in milliseconds. */
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
  /** When the node accepted it. Absent on L1s. */
  acceptedAtNs: bigint | undefined;
}

/** A block as its source gives it. The hash proves the header, the header proves the transactions. */
export interface SourceBlock extends BlockFacts {
  receiptsRoot: Uint8Array;
  transactions: SourceTransaction[];
  /** Native balances changed by atomic transactions. Absent on L1s. */
  atomic: AtomicChange[] | undefined;
  /** The transactions' bytes, joined. Absent if there are none. */
  body: Uint8Array | undefined;
}

/** What a transaction says itself. The rest comes from its receipt. */
export interface SourceTransaction {
  hash: Uint8Array;
  type: number;
  /** Absent when it creates a contract. */
  to: Uint8Array | undefined;
  nonce: number;
  gasLimit: number;
  /** Wei. */
  value: Uint8Array;
  /** The first four bytes of the input. Absent if it is shorter. */
  selector: Uint8Array | undefined;
  /** Messages of other chains that it brings, with a signature that its block's header calls valid. */
  brought: MessageStep[];
  /** All signed fields. */
  fields: EvmTransaction;
}

/** A transaction with its receipt. */
export interface ExecutedTransaction extends Omit<SourceTransaction, "fields"> {
  from: Uint8Array;
  /** The sender's public key, compressed: 33 bytes. */
  senderKey: Uint8Array;
  /** Address of the contract that it creates, even if it fails. */
  created: Uint8Array | undefined;
  succeeded: boolean;
  gasUsed: number;
  /** Wei. */
  gasPrice: Uint8Array;
  logCount: number;
  /** Only the events that are indexed. */
  events: ExecutedEvent[];
}

/** What an event of a contract says. At least one of its parts is present. */
export interface ExecutedEvent {
  /** Index of the log in the block. */
  logIndex: number;
  contract: Uint8Array;
  transfers: TokenTransfer[];
  wrap: CoinWrap | undefined;
  update: MetadataUpdate | undefined;
  message: MessageStep | undefined;
  approval: TokenApproval | undefined;
}

/** A proved block with its receipts. Equal addresses of blocks that were read together are one object. */
export interface ExecutedBlock extends BlockFacts {
  transactions: ExecutedTransaction[];
  /** The transactions' bytes, joined. Absent if there are none. */
  body: Uint8Array | undefined;
  /** The transactions' logs, `joinLogs` in evm-logs.ts. Absent if there are none. */
  logs: Uint8Array | undefined;
  /** One call tree per transaction. Absent without a debug API. */
  traces: EvmCall[] | undefined;
}
