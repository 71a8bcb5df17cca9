import { type CGenesisBlock, cBlockOfHeader, cGenesisBlock } from "../../avalanche/c/genesis";
import { equalBytes } from "../../avalanche/codec/bytes";
import type { PGenesis } from "../../avalanche/genesis/genesis";
import { xGenesisBlock } from "../../avalanche/x/genesis";
import { NodeError } from "../../errors";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { readBlock } from "../../store/queries/block";
import { CHAIN } from "../../store/rows/columns";
import type { BlockTable } from "../../store/tables/chain";
import type { RequestContext } from "../handler";
import { isCChain } from "../present/evm/chain";
import type { Chain } from "../request/chains";
import type { EvmChains } from "../snapshot/evm";
import type { KnownGenesis } from "../snapshot/known-genesis";

type Snapshot = Pick<RequestContext, "db" | "facts" | "genesis" | "network">;

/** Block 0 of a chain as a row; undefined where it is not known. No index holds it. Block 1 proves those of X and C. */
export async function readGenesisBlock(context: Snapshot, chain: Chain): Promise<BlockTable | undefined> {
  if (chain.code === CHAIN.c) {
    const block = await readCGenesisBlock(context);
    return block && cBlock(block);
  }
  if (chain.code === CHAIN.x) return readXBlock(context);
  return context.genesis && pBlock(context.genesis);
}

/** The same by id. */
export async function findGenesisBlock(
  context: Snapshot,
  chain: Chain,
  id: Uint8Array,
): Promise<BlockTable | undefined> {
  const first = await readBlock(context.db, chain.code, 1);
  if (first && !equalBytes(first.parent_id, id)) return undefined;
  const block = await readGenesisBlock(context, chain);
  return block && equalBytes(block.block_id, id) ? block : undefined;
}

/**
 * Block 0 of the C-Chain, built from the network's genesis, once block 1 has its id; undefined where that is not known.
 */
export async function readCGenesisBlock({
  db,
  genesis,
}: Pick<Snapshot, "db" | "genesis">): Promise<CGenesisBlock | undefined> {
  const first = await readBlock(db, CHAIN.c, 1);
  return first && makeCGenesisBlock(genesis, first.parent_id);
}

/** Whether the genesis gives block 0 of the C-Chain, but block 1, which confirms it, is not indexed. */
export async function isCGenesisUnproved({
  db,
  genesis,
}: Pick<Snapshot, "db" | "genesis">): Promise<boolean> {
  return genesis !== undefined && (await readBlock(db, CHAIN.c, 1)) === undefined;
}

/**
 * Block 0 of the C-Chain while block 1 is not indexed: the one that the network's genesis gives, if the chain's node
 * has it too. Undefined where there is none, or no node of the chain is known yet.
 * @throws NodeError when the node is unreachable
 */
export async function askCGenesisBlock({
  read,
  evmChains,
}: {
  read<T>(work: (context: RequestContext) => Promise<T>): Promise<T>;
  evmChains: Pick<EvmChains, "list" | "nodes">;
}): Promise<BlockTable | undefined> {
  const chain = (await evmChains.list()).find(isCChain);
  const header = chain && (await evmChains.nodes.client(chain).getCHeader(0));
  if (header === undefined) return undefined;
  const { blockId } = cBlockOfHeader(header);
  const block = await read(async ({ genesis }) => makeCGenesisBlock(genesis, blockId));
  return block && cBlock(block);
}

function makeCGenesisBlock(genesis: PGenesis | undefined, blockId: Uint8Array): CGenesisBlock | undefined {
  const [, cChain] = genesis?.chains ?? [];
  return cChain?.txType === "CreateChainTx" ? cGenesisBlock(cChain.unsigned.genesisData, blockId) : undefined;
}

function pBlock(genesis: KnownGenesis): BlockTable {
  const { blockId, parentId, bytes } = genesis.block;
  return {
    ...rowOf({ blockId, parentId, size: bytes.length, time: Number(genesis.time) }),
    chain: CHAIN.p,
    block_type: COMMIT_BLOCK,
    supply: genesis.supply,
    active_l1_validators: 0,
    l1_accrued_fees: 0n,
  };
}

const COMMIT_BLOCK = 2;
const X_BLOCK = 20;

function cBlock({ blockId, header, bytes }: CGenesisBlock): BlockTable {
  const { parentHash: parentId, timestamp, gasUsed, gasLimit } = header;
  return {
    ...rowOf({ blockId, parentId, size: bytes.length, time: Number(timestamp) }),
    chain: CHAIN.c,
    block_type: 0,
    evm_tx_count: 0,
    gas_used: gasUsed,
    gas_limit: gasLimit,
  };
}

async function readXBlock({ db, facts, genesis, network }: Snapshot): Promise<BlockTable | undefined> {
  const { xChainId } = network;
  if (xChainId === undefined || facts.upgrades === undefined) return undefined;
  const { cortina } = JSON.parse(facts.upgrades) as { cortina: string };
  const { blockId, parentId, bytes } = xGenesisBlock(xChainId, BigInt(cortina));
  const first = await readBlock(db, CHAIN.x, 1);
  const isProved = first ? equalBytes(first.parent_id, blockId) : genesis !== undefined;
  if (!isProved) return undefined;
  const row = rowOf({ blockId, parentId, size: bytes.length, time: Number(cortina) });
  return { ...row, chain: CHAIN.x, block_type: X_BLOCK };
}

function rowOf(block: { blockId: Uint8Array; parentId: Uint8Array; size: number; time: number }) {
  return {
    height: 0,
    block_id: block.blockId,
    parent_id: block.parentId,
    // It is in no container and was never accepted.
    container_id: block.blockId,
    container_index: -1,
    accepted_at_ns: null,
    stored_at_ms: 0,
    time: block.time,
    size: block.size,
    tx_count: 0,
    proposer_parent_id: null,
    proposer_time: null,
    proposer_p_chain_height: null,
    proposer_node_id: null,
    supply: null,
    active_l1_validators: null,
    l1_accrued_fees: null,
    evm_tx_count: null,
    gas_used: null,
    gas_limit: null,
  };
}

/** @throws NodeError NOTHING_INDEXED where neither a block nor the genesis gives the chain's content */
export async function requireBeginning(
  { db, genesis }: Pick<RequestContext, "db" | "genesis">,
  chain: Chain,
): Promise<void> {
  if (genesis === undefined && !(await readCheckpoint(db, chain.blockStream))) throw nothingKnown(chain);
}

/** The error where neither a block nor the genesis gives the chain's content. */
export function nothingKnown({ title }: Pick<Chain, "title">): NodeError {
  return new NodeError(
    "NOTHING_INDEXED",
    `nothing is known of the ${title} yet: no block of it is indexed, and the network's genesis is not known`,
    { hint: "wait for the first block, or set FIRN_GENESIS and restart Firn" },
  );
}
