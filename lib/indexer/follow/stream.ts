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

/** What one stream is: everything in which the chains differ before their effects. Named like the node's index. */
export interface Stream {
  name: IndexName;
  /** Of the chain whose blocks are wrapped, 32 bytes: proposers sign for it. */
  blockchainId(network: NetworkIds): Uint8Array;
  /** The wrapper of a container, with the id that its bytes hash to. @throws DataError */
  unwrap(bytes: Uint8Array): Container;
  /** @throws DataError */
  decode(container: VerifiedContainer): DecodedContainer;
  /** The chain's ledger (rewards, supply, fees) is kept beside its rows. Its first block brings the genesis of all chains. */
  keepsLedger: boolean;
  /** Asked for news more seldom than the others, ms: nodes have put nothing there since X-Chain blocks are linear. */
  idleMs?: number;
  /** A stream that holds some of the same transactions: it is stored first, and its rows win. */
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
  // Nodes differ in whether they put the transactions of blocks here too.
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

/** Every stream, P first: its history tells whether the node is of the store's network. */
export const ALL_STREAMS: readonly Stream[] = Object.values(STREAMS);

/** Transactions and vertices were never wrapped. */
function bare(bytes: Uint8Array): Container {
  return { containerId: sha256(bytes), kind: "preFork", inner: bytes, innerOffset: 0 };
}
