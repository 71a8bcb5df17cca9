import { equalBytes, toHex } from "../../../avalanche/codec/bytes";
import { formatId, formatNodeId } from "../../../avalanche/ids";
import type { PrimaryNetworkBlock } from "../../../contract/data/primary-network-blocks";
import type { BlockRow } from "../../../store/queries/block";
import { CHAIN } from "../../../store/rows/columns";
import type { Dialect } from "../../request/dialect";

/** Public name of a P-Chain block type, by codec type. Blocks of X and C have one type each. */
const P_BLOCK_TYPES: Record<number, string> = {
  0: "Proposal",
  1: "Abort",
  2: "Commit",
  3: "Standard",
  4: "Atomic",
  29: "Proposal",
  30: "Abort",
  31: "Commit",
  32: "Standard",
};

/** Id of a block in the form its chain uses. */
export function formatBlockId(chain: number, blockId: Uint8Array): string {
  return chain === CHAIN.c ? toHex(blockId) : formatId(blockId);
}

/** A block; `txIds` in block order. */
export function presentBlock(
  block: BlockRow,
  txIds: readonly Uint8Array[],
  dialect: Dialect,
): PrimaryNetworkBlock {
  const typeOnP = P_BLOCK_TYPES[block.block_type] ?? `Type ${block.block_type}`;
  return {
    blockNumber: String(block.height),
    blockHash: formatBlockId(block.chain, block.block_id),
    parentHash: formatBlockId(block.chain, block.parent_id),
    blockTimestamp: block.time ?? dialect.unknownNumber,
    blockType: block.chain === CHAIN.p ? typeOnP : "Standard",
    txCount: block.tx_count,
    transactions: txIds.map(formatId),
    blockSizeBytes: block.size,
    l1ValidatorsAccruedFees: block.l1_accrued_fees === null ? undefined : Number(block.l1_accrued_fees),
    activeL1Validators: block.active_l1_validators ?? undefined,
    currentSupply: block.supply?.toString(),
    proposerDetails: presentProposer(block),
  };
}

/** Facts from the ProposerVM wrapper; empty for a block without one. */
function presentProposer(block: BlockRow): PrimaryNetworkBlock["proposerDetails"] {
  if (equalBytes(block.container_id, block.block_id)) return undefined;
  return {
    proposerId: formatId(block.container_id),
    proposerParentId: block.proposer_parent_id === null ? undefined : formatId(block.proposer_parent_id),
    proposerNodeId: block.proposer_node_id === null ? undefined : formatNodeId(block.proposer_node_id),
    proposerPChainHeight: block.proposer_p_chain_height ?? undefined,
    proposerTimestamp: block.proposer_time ?? undefined,
  };
}
