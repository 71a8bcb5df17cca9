import { formatId } from "../../../avalanche/ids";
import type { Vertex } from "../../../avalanche/x/vertex";
import type { XChainVertex } from "../../../contract/data/x-chain";
import type { VertexTable } from "../../../store/tables/chain";

/** A vertex from its row and its bytes. */
export function presentVertex(row: VertexTable, vertex: Vertex): XChainVertex {
  const txs = vertex.content?.txs ?? [];
  return {
    vertexHash: formatId(row.vertex_id),
    parentHashes: vertex.parentIds.map(formatId),
    vertexHeight: row.height,
    vertexIndex: row.container_index,
    vertexTimestamp: acceptedAt(row),
    txCount: txs.length,
    transactions: txs.map(({ txId }) => formatId(txId)),
    vertexSizeBytes: row.size,
  };
}

/** When the node accepted it, unix seconds. Vertices have no time of their own. */
export function acceptedAt(row: Pick<VertexTable, "accepted_at_ns">): number {
  return Number(row.accepted_at_ns / 1_000_000_000n);
}
