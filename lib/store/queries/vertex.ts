import { equalBytes } from "../../avalanche/codec/bytes";
import type { PrimaryDb } from "../db";
import { CHAIN } from "../rows/columns";
import { setOf } from "../sql/expressions";
import type { VertexTable } from "../tables/chain";
import { findPositions } from "./hash";
import { timeOfVertex } from "./tx-time";

/** A vertex, with the time at which the node accepted it live (unix seconds); null where it was not live. */
export type VertexRow = VertexTable & { time: number | null };

/** Which vertices a list holds, by their number in the node's index: `from` (inclusive) to `below` (exclusive). */
export interface VertexList {
  from: number;
  below: number;
  order: "asc" | "desc";
  limit: number;
  /** Of one height; absent for all. */
  height?: number;
}

/** Vertices in the order in which the node accepted them, or reversed. */
export async function listVertices(db: PrimaryDb, list: VertexList): Promise<VertexRow[]> {
  return db
    .selectFrom("vertex")
    .selectAll()
    .select(timeOfVertex().as("time"))
    .where("container_index", ">=", list.from)
    .where("container_index", "<", list.below)
    .$if(list.height !== undefined, (query) => query.where("height", "=", list.height ?? 0))
    .orderBy("container_index", list.order)
    .limit(list.limit)
    .execute();
}

/** The vertex of an id. */
export async function findVertex(db: PrimaryDb, vertexId: Uint8Array): Promise<VertexRow | undefined> {
  const indexes = await findPositions(db, vertexId, { chain: CHAIN.x, kind: "vertex" });
  const rows = await readVertices(db, indexes);
  return rows.find((row) => equalBytes(row.vertex_id, vertexId));
}

/** Vertices that may hold a transaction, in order of acceptance. Their bytes say whether they do. */
export async function findVerticesOfTx(db: PrimaryDb, txId: Uint8Array): Promise<VertexRow[]> {
  return readVertices(db, await findPositions(db, txId, { chain: CHAIN.x, kind: "vertexTx" }));
}

/** Vertices by their numbers in the node's index. */
export async function readVertices(db: PrimaryDb, indexes: readonly number[]): Promise<VertexRow[]> {
  return db
    .selectFrom("vertex")
    .selectAll()
    .select(timeOfVertex().as("time"))
    .where("container_index", "in", setOf(indexes))
    .orderBy("container_index")
    .execute();
}
