import { type CBlock, decodeCBlock } from "../../avalanche/c/block";
import { effectsOf as effectsOfC } from "../../avalanche/c/txs";
import type { Effect } from "../../avalanche/effects";
import { allTxs, decodePBlock, type PBlock } from "../../avalanche/p/block";
import { effectsOf as effectsOfP } from "../../avalanche/p/txs";
import type { SignedTx } from "../../avalanche/transaction";
import { decodeXBlock } from "../../avalanche/x/block";
import { decodeXTx, effectsOf as effectsOfX } from "../../avalanche/x/txs";
import { decodeVertex, type Vertex } from "../../avalanche/x/vertex";
import { CHAIN, type ChainCode, dagPosition, positionOf } from "../../store/rows/columns";
import type { VerifiedContainer } from "./container";

/** The content of a container, on any chain. */
export interface DecodedContainer {
  container: VerifiedContainer;
  /** Inner block id and height; for a container without a block, container id and index. */
  blockId: Uint8Array;
  height: number;
  /** Unix seconds; undefined where the bytes have none. */
  time: number | undefined;
  txs: DecodedTx[];
  /** Absent before the X-Chain was linearized. */
  block?: BlockFacts;
  /** X/vtx only. */
  vertex?: Vertex;
}

export interface BlockFacts {
  parentId: Uint8Array;
  /** Codec type id; 0 on C. */
  typeId: number;
  /** Bytes of the inner block. */
  size: number;
  /** P only: input of the ledger. */
  pBlock?: PBlock;
  /** C only: from the header, about its EVM transactions. */
  evm?: { txCount: number; gasUsed: bigint; gasLimit: bigint };
}

export interface DecodedTx {
  tx: AnyTx;
  chain: ChainCode;
  position: number;
  effects: Effect[];
}

/** A transaction of any chain. */
export type AnyTx = SignedTx<string, unknown, { signatures: Uint8Array[] }>;

/**
 * Decodes a P-Chain block. An unknown type is an error like any other wrong byte; it is never skipped.
 * @throws DataError with offset and path of the unreadable byte; so do the other decoders
 */
export function decodeP(container: VerifiedContainer): DecodedContainer {
  const pBlock = decodePBlock(container.wrapper.inner);
  const { blockId, parentId, typeId, bytes, time } = pBlock;
  const height = Number(pBlock.height);
  return {
    container,
    blockId,
    height,
    time: time === undefined ? undefined : Number(time),
    block: { parentId, typeId, size: bytes.length, pBlock },
    txs: numbered(allTxs(pBlock), { chain: CHAIN.p, height, effectsOf: effectsOfP }),
  };
}

/** Decodes a block of the linear X-Chain. */
export function decodeX(container: VerifiedContainer): DecodedContainer {
  const { blockId, parentId, bytes, time, txs, ...block } = decodeXBlock(container.wrapper.inner);
  const height = Number(block.height);
  return {
    container,
    blockId,
    height,
    time: Number(time),
    block: { parentId, typeId: X_BLOCK, size: bytes.length },
    txs: numbered(txs, { chain: CHAIN.x, height, effectsOf: effectsOfX }),
  };
}

/**
 * Decodes an X-Chain transaction from before linearization. It has no time of its own: the node's acceptance is the
 * closest.
 */
export function decodeXTransaction(container: VerifiedContainer): DecodedContainer {
  const tx = decodeXTx(container.bytes);
  return {
    ...standIn(container),
    txs: [{ tx, chain: CHAIN.x, position: dagPosition(container.index), effects: effectsOfX(tx) }],
  };
}

/** Decodes a vertex of the X-Chain's graph. Its transactions come from X/tx. */
export function decodeXVertex(container: VerifiedContainer): DecodedContainer {
  return { ...standIn(container), txs: [], vertex: decodeVertex(container.bytes) };
}

/** Decodes a C-Chain block. Only its atomic transactions are indexed here. */
export function decodeC(container: VerifiedContainer): DecodedContainer {
  const block = decodeCBlock(container.wrapper.inner);
  const { blockId, header, atomic, bytes } = block;
  const height = Number(header.number);
  return {
    container,
    blockId,
    height,
    time: Number(header.timestamp),
    block: { parentId: header.parentHash, typeId: 0, size: bytes.length, evm: evmFacts(block) },
    txs: numbered(atomic.txs, { chain: CHAIN.c, height, effectsOf: effectsOfC }),
  };
}

const X_BLOCK = 20;

function standIn(container: VerifiedContainer) {
  const { containerId, index, acceptedAtNs } = container;
  const time = acceptedAtNs === undefined ? undefined : Number(acceptedAtNs / 1_000_000_000n);
  return { container, blockId: containerId, height: index, time };
}

function evmFacts({ header, transactions }: CBlock) {
  return { txCount: transactions.length, gasUsed: header.gasUsed, gasLimit: header.gasLimit };
}

function numbered<T extends AnyTx>(
  txs: readonly T[],
  { chain, height, effectsOf }: { chain: ChainCode; height: number; effectsOf: (tx: T) => Effect[] },
): DecodedTx[] {
  return txs.map((tx, index) => ({
    tx,
    chain,
    position: positionOf(height, index),
    effects: effectsOf(tx),
  }));
}
