import { sha256 } from "#sha256";
import { type Container, decodeContainer } from "../avalanche/proposervm";
import type { IndexName } from "../contract/node/index";
import {
  type DecodedContainer,
  decodeC,
  decodeP,
  decodeX,
  decodeXTransaction,
  decodeXVertex,
} from "./decode";
import type { VerifiedContainer } from "./verify";

/** What one stream is: everything in which the chains differ before their effects. Named like the node's index. */
export interface Stream {
  name: IndexName;
  /** The wrapper of a container, with the id that its bytes hash to. @throws DataError */
  unwrap(bytes: Uint8Array): Container;
  /** @throws DataError */
  decode(container: VerifiedContainer): DecodedContainer;
  /** The chain's books (rewards, supply, fees) are kept beside its rows, and it brings the genesis of them all. */
  keepsBooks: boolean;
  /** A stream that holds some of the same transactions: it is stored first, and its rows win. */
  after?: IndexName;
}

/** The streams of the primary store. */
export const STREAMS = {
  "P/block": {
    name: "P/block",
    unwrap: (bytes) => decodeContainer(bytes, "p"),
    decode: decodeP,
    keepsBooks: true,
  },
  "X/block": {
    name: "X/block",
    unwrap: (bytes) => decodeContainer(bytes, "x"),
    decode: decodeX,
    keepsBooks: false,
  },
  "C/block": {
    name: "C/block",
    unwrap: (bytes) => decodeContainer(bytes, "c"),
    decode: decodeC,
    keepsBooks: false,
  },
  // Nodes differ in whether they put the transactions of blocks here too.
  "X/tx": {
    name: "X/tx",
    unwrap: bare,
    decode: decodeXTransaction,
    keepsBooks: false,
    after: "X/block",
  },
  "X/vtx": { name: "X/vtx", unwrap: bare, decode: decodeXVertex, keepsBooks: false },
} as const satisfies Record<IndexName, Stream>;

/** Every stream, P first: its history tells whether the node is of the store's network. */
export const ALL_STREAMS: readonly Stream[] = Object.values(STREAMS);

/** Transactions and vertices were never wrapped. */
function bare(bytes: Uint8Array): Container {
  return { containerId: sha256(bytes), kind: "preFork", inner: bytes, innerOffset: 0 };
}
