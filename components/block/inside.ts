import type { Chain } from "@/components/ui/chains";
import { decodeCBlock } from "@/lib/avalanche/c/block";
import type { CHeader } from "@/lib/avalanche/c/header";
import { type CTx, effectsOf as effectsOfC } from "@/lib/avalanche/c/txs";
import type { Effect } from "@/lib/avalanche/effects";
import { allTxs, decodePBlock, type PBlock } from "@/lib/avalanche/p/block";
import { effectsOf as effectsOfP, type PTx } from "@/lib/avalanche/p/txs";
import { decodeContainer } from "@/lib/avalanche/proposer/proposervm";
import { decodeXBlock } from "@/lib/avalanche/x/block";
import { effectsOf as effectsOfX, type XTx } from "@/lib/avalanche/x/txs";
import { decodeVertex } from "@/lib/avalanche/x/vertex";

/** A transaction of any chain; on the C-Chain an atomic one. */
export type ChainTx = PTx | XTx | CTx;

/** The content of a container of any chain. */
export interface BlockInside {
  chain: Chain;
  blockId: Uint8Array;
  /** A vertex may have several. */
  parentIds: Uint8Array[];
  height: bigint;
  /** In the order of `txIndex`. */
  txs: ChainTx[];
  /** The block without its wrapper. */
  bytes: Uint8Array;
  /** P-Chain only. */
  pBlock?: PBlock;
  /** C-Chain only: the header, and the bytes of the EVM transactions. */
  evm?: { header: CHeader; transactions: Uint8Array[] };
}

/**
 * Decodes a container from a stream of `chain`. Blocks of the X-Chain before Cortina are vertices, from `X/vtx`.
 * @throws DataError
 */
export function readInside(chain: Chain, stream: string, container: Uint8Array): BlockInside {
  if (stream === "X/vtx") return insideVertex(container);
  return READERS[chain](decodeContainer(container, chain).inner);
}

/** @throws DataError when a message inside does not fit its type */
export function effectsOfTx(chain: Chain, tx: ChainTx): Effect[] {
  if (chain === "p") return effectsOfP(tx as PTx);
  return chain === "x" ? effectsOfX(tx as XTx) : effectsOfC(tx as CTx);
}

const READERS = {
  p(bytes) {
    const pBlock = decodePBlock(bytes);
    const { blockId, parentId, height } = pBlock;
    return { chain: "p", blockId, parentIds: [parentId], height, txs: allTxs(pBlock), bytes, pBlock };
  },
  x(bytes) {
    const { blockId, parentId, height, txs } = decodeXBlock(bytes);
    return { chain: "x", blockId, parentIds: [parentId], height, txs, bytes };
  },
  c(bytes) {
    const { blockId, header, transactions, atomic } = decodeCBlock(bytes);
    const evm = { header, transactions: transactions.map((transaction) => transaction.bytes) };
    const { parentHash, number: height } = header;
    return { chain: "c", blockId, parentIds: [parentHash], height, txs: atomic.txs, bytes, evm };
  },
} satisfies Record<Chain, (bytes: Uint8Array) => BlockInside>;

function insideVertex(bytes: Uint8Array): BlockInside {
  const { vertexId, parentIds, height, content } = decodeVertex(bytes);
  return { chain: "x", blockId: vertexId, parentIds, height, txs: content?.txs ?? [], bytes };
}
