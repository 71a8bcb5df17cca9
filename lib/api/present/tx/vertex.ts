import { formatId } from "../../../avalanche/ids";
import type { Vertex } from "../../../avalanche/x/vertex";
import type { XChainVertex } from "../../../contract/data/x-chain";
import type { VertexRow } from "../../../store/queries/vertex";
import type { Dialect } from "../../request/dialect";

/** A vertex from its row and its bytes. */
export function presentVertex(row: VertexRow, vertex: Vertex, dialect: Dialect): XChainVertex {
  const txs = vertex.content?.txs ?? [];
  return {
    vertexHash: formatId(row.vertex_id),
    parentHashes: vertex.parentIds.map(formatId),
    vertexHeight: row.height,
    vertexIndex: row.container_index,
    vertexTimestamp: row.time ?? dialect.unknownNumber,
    txCount: txs.length,
    transactions: txs.map(({ txId }) => formatId(txId)),
    vertexSizeBytes: row.size,
  };
}
