import type { Vertex } from "../../avalanche/x/vertex";
import { CHAIN, positionOf } from "../../store/rows/columns";
import type { StoredContainer } from "../../store/rows/container-run";
import type { BlockFacts } from "../follow/decode";
import { byteKey } from "./byte-key";
import type { ContainerWithLedger } from "./container-with-ledger";
import { insertAcceptance } from "./live-spans";
import { insertHash, type Projection } from "./projection";

/** Inserts the row of a block and the hashes that find it, and what its acceptance says of the node. */
export function insertBlock(
  projection: Projection,
  applied: ContainerWithLedger & { block: BlockFacts },
  storedAtMs: number,
): void {
  const { block, blockId, chain, container, height, ledger, time } = applied;
  const { wrapper } = container;
  projection.batch.insert("block", {
    chain,
    height,
    block_id: blockId,
    parent_id: block.parentId,
    container_id: container.containerId,
    container_index: container.index,
    time,
    block_type: block.typeId,
    size: block.size,
    tx_count: applied.txs.length,
    proposer_parent_id: wrapper.parentId ?? null,
    proposer_time: wrapper.timestamp === undefined ? null : Number(wrapper.timestamp),
    proposer_p_chain_height: wrapper.pChainHeight === undefined ? null : Number(wrapper.pChainHeight),
    proposer_node_id: wrapper.proposer ?? null,
    accepted_at_ns: container.acceptedAtNs ?? null,
    stored_at_ms: storedAtMs,
    supply: ledger?.supply ?? null,
    active_l1_validators: ledger?.activeL1Validators ?? null,
    l1_accrued_fees: ledger?.l1AccruedFees ?? null,
    evm_tx_count: block.evm?.txCount ?? null,
    gas_used: block.evm?.gasUsed ?? null,
    gas_limit: block.evm?.gasLimit ?? null,
  });
  if (container.acceptedAtNs !== undefined)
    insertAcceptance(projection, chain, {
      height,
      acceptedAtMs: Number(container.acceptedAtNs / 1_000_000n),
      madeAtMs: time * 1_000,
    });
  const position = positionOf(height, 0);
  insertHash(projection, blockId, { kind: "block", chain, position });
  insertHash(projection, container.containerId, { kind: "container", chain, position });
}

/** Inserts the row of a vertex, found by its own id and by those of its transactions. */
export function insertVertex(projection: Projection, container: StoredContainer, vertex: Vertex): void {
  const txs = vertex.content?.txs ?? [];
  const position = container.index;
  projection.batch.insert("vertex", {
    container_index: position,
    vertex_id: vertex.vertexId,
    height: Number(vertex.height),
    size: container.bytes.length,
    tx_count: txs.length,
    // Vertices come only from the index, which has the time.
    accepted_at_ns: container.acceptedAtNs ?? 0n,
  });
  insertHash(projection, vertex.vertexId, { kind: "vertex", chain: CHAIN.x, position });
  const txIds = new Map(txs.map(({ txId }) => [byteKey(txId), txId]));
  for (const txId of txIds.values())
    insertHash(projection, txId, { kind: "vertexTx", chain: CHAIN.x, position });
}
