import { equalBytes } from "../../avalanche/codec/bytes";
import { xGenesisBlock } from "../../avalanche/x/genesis";
import { decodeVertex } from "../../avalanche/x/vertex";
import type { PrimaryDb } from "../db";
import { CHAIN } from "../rows/columns";
import type { VertexTable } from "../tables/chain";
import { findTxs } from "./by-key";
import { readContainer } from "./container-run";
import { findFirstBlock } from "./first-height";

/** What names block 0 of the X-Chain, besides the stop vertex of its graph. */
export interface XBeginning {
  xChainId: Uint8Array;
  /** Unix seconds. */
  cortina: bigint;
}

/**
 * What is stored of the graph that the X-Chain was before its first block. Block 1 names block 0, and with it the stop
 * vertex; that of a chain without vertices is known. `unknown` until block 1 is stored, and where it is not.
 *
 * The graph is whole if its vertices are stored from the first one, at height 0, to the stop vertex, and the
 * transactions of the last ones that have any.
 */
export async function readGraph(
  db: PrimaryDb,
  { xChainId, cortina }: XBeginning,
): Promise<"unknown" | "none" | "part" | "whole"> {
  const first = await findFirstBlock(db, CHAIN.x);
  if (first?.height !== 1) return "unknown";
  if (equalBytes(first.parent_id, xGenesisBlock(xChainId, cortina).blockId)) return "none";
  const oldest = await readEnd(db, "asc");
  const newest = await readEnd(db, "desc");
  if (oldest?.height !== 0 || newest === undefined) return "part";
  const { blockId } = xGenesisBlock(xChainId, cortina, newest.vertex_id);
  if (!equalBytes(first.parent_id, blockId)) return "part";
  return (await hasLastTxs(db)) ? "whole" : "part";
}

function readEnd(db: PrimaryDb, order: "asc" | "desc"): Promise<VertexTable | undefined> {
  return db.selectFrom("vertex").selectAll().orderBy("container_index", order).limit(1).executeTakeFirst();
}

/** Whether the transactions of the last vertex with any are stored: X/tx is a stream of its own, and may be behind. */
async function hasLastTxs(db: PrimaryDb): Promise<boolean> {
  const last = await db
    .selectFrom("vertex")
    .select("container_index")
    .where("tx_count", ">", 0)
    .orderBy("container_index", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return true;
  const container = await readContainer(db, "X/vtx", last.container_index);
  const ids = (container && decodeVertex(container.bytes).content?.txs.map(({ txId }) => txId)) ?? [];
  const stored = await findTxs(db, ids);
  return ids.every((id) => stored.some(({ tx_id }) => equalBytes(tx_id, id)));
}
