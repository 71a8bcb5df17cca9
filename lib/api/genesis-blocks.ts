import { equalBytes, fromHex } from "../avalanche/bytes";
import { decodeGenesis, type PGenesis } from "../avalanche/genesis";
import { PRIMARY_NETWORK_ID } from "../avalanche/ids";
import { rulesOfNetwork } from "../avalanche/ledger/rules";
import { startLedger } from "../avalanche/ledger/start";
import { xGenesisBlock } from "../avalanche/x/genesis";
import { NodeError } from "../errors";
import { readCheckpoint } from "../store/checkpoint";
import { CHAIN } from "../store/columns";
import type { NetworkFacts } from "../store/network";
import { readBlock } from "../store/queries/block";
import type { BlockTable } from "../store/tables/block";
import type { Chain } from "./chains";
import type { RequestContext } from "./handler";

/** The genesis, which P, X and C share; undefined where it is not known. */
export function readGenesis({ genesis }: NetworkFacts): PGenesis | undefined {
  return genesis === undefined ? undefined : decodeGenesis(fromHex(genesis));
}

/**
 * Block 0 of the P- or X-Chain, which no index holds, as a row; undefined where it is not known. Block 1 proves that of
 * the X-Chain.
 */
export async function readGenesisBlock(
  context: Pick<RequestContext, "db" | "facts" | "network">,
  chain: Chain,
): Promise<BlockTable | undefined> {
  const genesis = readGenesis(context.facts);
  if (chain.code === CHAIN.p) return genesis && pBlock(genesis, context.network.id);
  return chain.code === CHAIN.x ? readXBlock(context, genesis) : undefined;
}

/** nAVAX in existence when the chains began, with what the first validators may earn. */
export function genesisSupply(genesis: PGenesis, networkId: number): bigint | null {
  const { state } = startLedger(genesis, rulesOfNetwork(networkId));
  return state.subnet(PRIMARY_NETWORK_ID)?.supply ?? null;
}

function pBlock(genesis: PGenesis, networkId: number): BlockTable {
  const { blockId, parentId, bytes } = genesis.block;
  return {
    ...rowOf({ blockId, parentId, size: bytes.length, time: Number(genesis.time) }),
    chain: CHAIN.p,
    block_type: COMMIT_BLOCK,
    supply: genesisSupply(genesis, networkId),
    active_l1_validators: 0,
    l1_accrued_fees: 0n,
  };
}

const COMMIT_BLOCK = 2;
const X_BLOCK = 20;

async function readXBlock(
  { db, facts, network }: Pick<RequestContext, "db" | "facts" | "network">,
  genesis: PGenesis | undefined,
): Promise<BlockTable | undefined> {
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
    // It is in no container, and nobody accepted it.
    container_id: block.blockId,
    container_index: -1,
    accepted_at_ns: 0n,
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

/** @throws NodeError NOTHING_INDEXED where neither a block nor the genesis says what a chain holds */
export async function requireBeginning(
  { db, facts }: Pick<RequestContext, "db" | "facts">,
  chain: Chain,
): Promise<void> {
  if (facts.genesis === undefined && !(await readCheckpoint(db, chain.blockStream)))
    throw nothingKnown(chain);
}

/** What to answer where neither a block nor the genesis says what a chain holds. */
export function nothingKnown({ title }: Pick<Chain, "title">): NodeError {
  return new NodeError(
    "NOTHING_INDEXED",
    `what the ${title} holds is not known yet: no block of it is indexed, and the network's genesis is not known`,
    { hint: "wait for the first block, or set FIRN_GENESIS and restart Firn" },
  );
}
