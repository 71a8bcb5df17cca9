import { type CGenesisBlock, cBlockOfHeader } from "../../avalanche/c/genesis";
import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { minimalBytes } from "../../avalanche/codec/rlp";
import { NodeError } from "../../errors";
import { readBlock } from "../../store/queries/evm/block";
import { toAmount } from "../../store/rows/columns";
import type { EvmBlockTable } from "../../store/tables/evm/chain";
import type { EvmContext, RequestContext } from "../handler";
import { isCChain } from "../present/evm/chain";
import { readCGenesisBlock } from "../transactions/genesis-blocks";

/** Input for finding block 0 of the C-Chain, and what proves it. */
export type Block0Question = Pick<EvmContext, "facts" | "nodes" | "evmChainId"> & {
  /** The parent id in block 1; undefined while block 1 is not indexed. */
  parentOf1: Uint8Array | undefined;
};

/**
 * The question for a height, or for a hash that may be that of block 0. Undefined when the text names another block, or
 * the chain's blocks come by RPC: those include block 0.
 */
export async function readBlock0Question(
  { db, facts, nodes, evmChainId }: EvmContext,
  id: number | Uint8Array,
): Promise<Block0Question | undefined> {
  if (!isCChain(facts)) return undefined;
  const parentOf1 = (await readBlock(db, 1))?.parent_hash;
  const mayBeIt = id instanceof Uint8Array ? parentOf1 === undefined || equalBytes(parentOf1, id) : id === 0;
  return mayBeIt ? { facts, nodes, evmChainId, parentOf1 } : undefined;
}

/**
 * Block 0 of the C-Chain, which no index holds. It is built from the network's genesis where that is known, else
 * requested from the node. Block 1 proves it, once indexed.
 * @throws NodeError when the node is unreachable, or has another block 0
 */
export async function readBlock0(
  { read }: { read<T>(work: (context: RequestContext) => Promise<T>): Promise<T> },
  { facts, nodes, evmChainId, parentOf1 }: Block0Question,
): Promise<CGenesisBlock> {
  const isIt = ({ blockId }: CGenesisBlock) => parentOf1 === undefined || equalBytes(parentOf1, blockId);
  const made = await read(readCGenesisBlock).catch(unlessNotThere);
  if (made && isIt(made)) return made;
  const header = await nodes.client(facts).getCHeader(0);
  const block = header && cBlockOfHeader(header);
  if (block && header.number === 0n && isIt(block)) return block;
  const gave = block === undefined ? "has none" : `gave ${toHex(block.blockId)}`;
  const expected = parentOf1 === undefined ? "" : `, block 1 follows ${toHex(parentOf1)}`;
  throw new NodeError(
    "NODE_BAD_ANSWER",
    `asked for block 0 of chain ${evmChainId}, the node ${gave}${expected}`,
  );
}

/** An EVM chain may be indexed before the Primary Network is. */
function unlessNotThere(error: unknown): undefined {
  if (error instanceof NodeError) return undefined;
  throw error;
}

/** The block as a row. It has no acceptance time. */
export function rowOfBlock0({ blockId, header, bytes }: CGenesisBlock): EvmBlockTable {
  const { timestampMilliseconds: millis, baseFee, blockGasCost } = header;
  return {
    height: 0,
    hash: blockId,
    parent_hash: header.parentHash,
    time: Number(header.timestamp),
    time_ms: millis === undefined ? null : Number(millis),
    gas_limit: Number(header.gasLimit),
    gas_used: Number(header.gasUsed),
    base_fee: baseFee === undefined ? null : toAmount(minimalBytes(baseFee)),
    size: bytes.length,
    tx_count: 0,
    miner: header.coinbase,
    accepted_at_ns: null,
    stored_at_ms: 0,
    settled_height: null,
    gas_cost: blockGasCost === undefined ? null : toAmount(minimalBytes(blockGasCost)),
    fees: toAmount(minimalBytes(0n)),
    tx_total: 0,
  };
}
