import { decodeVertex, type Vertex } from "../../avalanche/x/vertex";
import { readContainers } from "../../store/queries/container-run";
import type { VertexRow } from "../../store/queries/vertex";
import type { RequestContext } from "../handler";
import { bytesMissing } from "./block-bytes";

/** Vertices with facts from their bytes, in the given order. */
export async function readVertexBytes(
  { db }: RequestContext,
  rows: readonly VertexRow[],
): Promise<{ row: VertexRow; vertex: Vertex; bytes: Uint8Array }[]> {
  const containers = await readContainers(
    db,
    "X/vtx",
    rows.map((row) => row.container_index),
  );
  return rows.map((row) => {
    const bytes = containers.get(row.container_index)?.bytes;
    if (bytes === undefined) throw bytesMissing(row.container_index);
    return { row, bytes, vertex: decodeVertex(bytes) };
  });
}
