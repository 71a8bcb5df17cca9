import { sha256 } from "#sha256";
import { array, oneOf, struct } from "../codec/combinators";
import { id, time, u64, versioned } from "../codec/fields";
import { decode, encode, named, type TypeOf } from "../codec/layout";
import { effectsOfKind } from "../effects";
import { unreachable } from "../unreachable";
import { effectsOf, type PTx, pTxs } from "./txs";

const common = { parentId: id, height: u64 };
const txs = named({ label: "Transactions" }, array(pTxs.nested));
const tx = named({ label: "Proposal transaction" }, pTxs.nested);

/**
 * Every block type of the P-Chain. `tx` is the only transaction of an atomic block, or the proposal that the following
 * commit or abort block decides.
 */
const BLOCKS = {
  ApricotProposalBlock: { typeId: 0, layout: struct({ ...common, tx }) },
  ApricotAbortBlock: { typeId: 1, layout: struct(common) },
  ApricotCommitBlock: { typeId: 2, layout: struct(common) },
  ApricotStandardBlock: { typeId: 3, layout: struct({ ...common, txs }) },
  ApricotAtomicBlock: { typeId: 4, layout: struct({ ...common, tx: named({ label: "Transaction" }, tx) }) },
  BanffProposalBlock: { typeId: 29, layout: struct({ time, txs, ...common, tx }) },
  BanffAbortBlock: { typeId: 30, layout: struct({ time, ...common }) },
  BanffCommitBlock: { typeId: 31, layout: struct({ time, ...common }) },
  BanffStandardBlock: { typeId: 32, layout: struct({ time, ...common, txs }) },
};

/** The layout of a block. */
export const pBlock = versioned(oneOf(BLOCKS));
type BlockBody = TypeOf<typeof pBlock>;

export type PBlockType = keyof typeof BLOCKS;

export interface PBlock {
  /** sha256 of `bytes`. */
  blockId: Uint8Array;
  typeId: number;
  blockType: PBlockType;
  codecVersion: number;
  parentId: Uint8Array;
  height: bigint;
  /** Unix seconds; Apricot blocks have none. */
  time?: bigint;
  /** Decisions, in the order in which they take effect. */
  txs: PTx[];
  /** Decided by the next block. */
  proposalTx?: PTx;
  bytes: Uint8Array;
}

/** Reads an inner block. @throws DataError */
export function decodePBlock(bytes: Uint8Array): PBlock {
  const block = decode(pBlock, bytes);
  const { type, parentId, height } = block;
  const atomic = block.type === "ApricotAtomicBlock";
  return {
    blockId: sha256(bytes),
    typeId: BLOCKS[type].typeId,
    blockType: type,
    codecVersion: 0,
    parentId,
    height,
    txs: atomic ? [block.tx] : "txs" in block ? block.txs : [],
    bytes,
    ...("time" in block && { time: block.time }),
    ...("tx" in block && !atomic && { proposalTx: block.tx }),
  };
}

/** Encodes a block from the fields of its type. `blockId` and `bytes` follow from them. */
export function encodePBlock(block: PBlock): Uint8Array {
  return encode(pBlock, toBlockBody(block));
}

/** Whether an option block commits or aborts the proposal before it; undefined for any other block. */
export function decisionOf(blockType: PBlockType): "commit" | "abort" | undefined {
  switch (blockType) {
    case "ApricotCommitBlock":
    case "BanffCommitBlock":
      return "commit";
    case "ApricotAbortBlock":
    case "BanffAbortBlock":
      return "abort";
    case "ApricotProposalBlock":
    case "ApricotStandardBlock":
    case "ApricotAtomicBlock":
    case "BanffProposalBlock":
    case "BanffStandardBlock":
      return undefined;
    default:
      return unreachable(blockType);
  }
}

/** Chain time that a block proposes to the next one, unix seconds: by an AdvanceTimeTx, which only Apricot blocks have. */
export function proposedTimeOf({ proposalTx }: PBlock): number | undefined {
  const [proposed] = proposalTx === undefined ? [] : effectsOfKind(effectsOf(proposalTx), "time.proposed");
  return proposed && Number(proposed.time);
}

/** Every transaction of a block in the order of `indexInBlock`: decisions, then the proposal. */
export function allTxs(block: PBlock): PTx[] {
  return block.proposalTx === undefined ? block.txs : [...block.txs, block.proposalTx];
}

/** The inverse: the encodable form of a block. */
export function toBlockBody(block: PBlock): BlockBody {
  const { blockType: type, parentId, height, time, txs, proposalTx: tx = txs[0] } = block;
  return { type, parentId, height, time, txs, tx } as BlockBody;
}
