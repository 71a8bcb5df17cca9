import { sha256 } from "#sha256";
import { PRIMARY_NETWORK_ID } from "../../avalanche/ids";
import { type Container, decodeContainer } from "../../avalanche/proposer/proposervm";
import type { IndexName } from "../../contract/node/index";
import type { NetworkIds } from "../rows/projection";
import type { VerifiedContainer } from "./container";
import {
  type DecodedContainer,
  decodeC,
  decodeP,
  decodeX,
  decodeXTransaction,
  decodeXVertex,
} from "./decode";

/** One stream: all that differs between chains before their effects. Named like the node's index. */
export interface Stream {
  name: IndexName;
  /** Id of the chain whose blocks are wrapped, 32 bytes; proposers sign it. */
  blockchainId(network: NetworkIds): Uint8Array;
  /** The wrapper of a container, with the id that its bytes hash to. @throws DataError */
  unwrap(bytes: Uint8Array): Container;
  /** @throws DataError */
  decode(container: VerifiedContainer): DecodedContainer;
  /**
   * Whether the chain's ledger (rewards, supply, fees) is kept beside its rows. Its first block brings the genesis of
   * all chains.
   */
  keepsLedger: boolean;
  /**
   * Pause at rest, ms, when longer than that of other streams: nodes have added nothing here since X-Chain blocks are
   * linear.
   */
  idleMs?: number;
  /** A stream that may hold the same transactions. It is stored first, and its rows win. */
  after?: IndexName;
}

const SELDOM_MS = 30_000;

/** The streams of the primary store. */
export const STREAMS = {
  "P/block": {
    name: "P/block",
    blockchainId: () => PRIMARY_NETWORK_ID,
    unwrap: (bytes) => decodeContainer(bytes, "p"),
    decode: decodeP,
    keepsLedger: true,
  },
  "X/block": {
    name: "X/block",
    blockchainId: ({ xChainId }) => xChainId,
    unwrap: (bytes) => decodeContainer(bytes, "x"),
    decode: decodeX,
    keepsLedger: false,
  },
  "C/block": {
    name: "C/block",
    blockchainId: ({ cChainId }) => cChainId,
    unwrap: (bytes) => decodeContainer(bytes, "c"),
    decode: decodeC,
    keepsLedger: false,
  },
  // Nodes differ in whether this index also holds the transactions of blocks.
  "X/tx": {
    name: "X/tx",
    blockchainId: ({ xChainId }) => xChainId,
    unwrap: bare,
    decode: decodeXTransaction,
    keepsLedger: false,
    after: "X/block",
    idleMs: SELDOM_MS,
  },
  "X/vtx": {
    name: "X/vtx",
    blockchainId: ({ xChainId }) => xChainId,
    unwrap: bare,
    decode: decodeXVertex,
    keepsLedger: false,
    idleMs: SELDOM_MS,
  },
} as const satisfies Record<IndexName, Stream>;

/** Every stream, P first: its history shows whether the node is on the store's network. */
export const ALL_STREAMS: readonly Stream[] = Object.values(STREAMS);

/** Transactions and vertices were never wrapped. */
function bare(bytes: Uint8Array): Container {
  return { containerId: sha256(bytes), kind: "preFork", inner: bytes, innerOffset: 0 };
}
