import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import { parseBlockId } from "../../contract/data/primary-network-blocks";
import type * as contract from "../../contract/firn/containers";
import { InputError } from "../../errors";
import { findBlock, readBlock } from "../../store/queries/block";
import { findLastTx } from "../../store/queries/by-key";
import { readContainer } from "../../store/queries/container-run";
import { findTx } from "../../store/queries/tx";
import { findVertex, findVerticesOfTx, type VertexRow } from "../../store/queries/vertex";
import { CHAIN, heightOf, indexInBlockOf, TX_OUTCOME } from "../../store/rows/columns";
import type { BlockTable } from "../../store/tables/chain";
import type { Handler, RequestContext } from "../handler";
import { storedLagMs } from "../present/network/status";
import { formatBlockId } from "../present/tx/block";
import { CHAINS, type Chain } from "../request/chains";
import { readVertexBytes } from "../transactions/vertex-bytes";

export const getContainer: Handler<typeof contract.getContainer> = ({ params, read }) =>
  read(async (context) => {
    const chain = CHAINS[params.chain];
    const id = parseBlockId(params.id);
    const body =
      (await readBlockContainer(context, chain, id)) ?? (await readVertexContainer(context, chain, id));
    if (body !== undefined) return body;
    throw new InputError(
      "NOT_FOUND",
      `no container, block or transaction ${params.id} of ${params.chain} is indexed`,
    );
  });

export const listContainers: Handler<typeof contract.listContainers> = ({ params, query, read }) =>
  read(async (context) => {
    const chain = CHAINS[params.chain];
    const containers: { id: string; container: contract.FirnContainer }[] = [];
    for (const text of new Set(query.ids.split(","))) {
      const id = parseBlockId(text);
      const container =
        (await readBlockContainer(context, chain, id)) ?? (await readVertexContainer(context, chain, id));
      if (container) containers.push({ id: text, container });
    }
    return { containers };
  });

async function readBlockContainer(
  context: RequestContext,
  chain: Chain,
  id: number | Uint8Array,
): Promise<contract.FirnContainer | undefined> {
  const found = await findByAnyId(context, chain, id);
  const container =
    found && (await readContainer(context.db, chain.blockStream, found.block.container_index));
  if (found === undefined || container === undefined) return undefined;
  const { block, txIndex } = found;
  return {
    chain: chain.letter,
    stream: chain.blockStream,
    containerId: formatId(block.container_id),
    index: block.container_index,
    acceptedAtNs: block.accepted_at_ns?.toString(),
    bytes: toHex(container.bytes),
    encoding: "hex",
    height: block.height,
    blockId: formatBlockId(chain.code, block.block_id),
    txIndex,
    ...(chain.code === CHAIN.p && (await readOutcome(context, block.height))),
    storedAtMs: block.stored_at_ms,
    indexedInMs: storedLagMs(block),
  };
}

/** How the proposal of a P-Chain block was decided. */
async function readOutcome(
  { db }: RequestContext,
  height: number,
): Promise<Pick<contract.FirnContainer, "outcome">> {
  const outcome = (await findLastTx(db, height))?.outcome ?? null;
  if (outcome === null) return {};
  return { outcome: outcome === TX_OUTCOME.committed ? "commit" : "abort" };
}

/** A block by height, container id, its own id, or the id of a transaction in it. */
async function findByAnyId(
  { db }: RequestContext,
  { code: chain }: Chain,
  id: number | Uint8Array,
): Promise<{ block: BlockTable; txIndex?: number } | undefined> {
  if (typeof id === "number") {
    const block = await readBlock(db, chain, id);
    return block && { block };
  }
  for (const kind of ["container", "block"] as const) {
    const block = await findBlock(db, id, { chain, kind });
    if (block) return { block };
  }
  const tx = await findTx(db, chain, id);
  const block = tx && tx.position >= 0 ? await readBlock(db, chain, heightOf(tx.position)) : undefined;
  return tx && block && { block, txIndex: indexInBlockOf(tx.position) };
}

/** A vertex of the X-Chain by its own id or that of a transaction in it. Of several, the one accepted first. */
async function readVertexContainer(
  context: RequestContext,
  chain: Chain,
  id: number | Uint8Array,
): Promise<contract.FirnContainer | undefined> {
  if (chain.code !== CHAIN.x || typeof id === "number") return undefined;
  const own = await findVertex(context.db, id);
  for (const one of await readVertexBytes(context, own ? [own] : await findVerticesOfTx(context.db, id))) {
    const txIndex = one.vertex.content?.txs.findIndex((tx) => equalBytes(tx.txId, id)) ?? -1;
    if (own) return presentVertexContainer(one);
    if (txIndex >= 0) return { ...presentVertexContainer(one), txIndex };
  }
  return undefined;
}

function presentVertexContainer({ row, bytes }: { row: VertexRow; bytes: Uint8Array }) {
  return {
    chain: "x",
    stream: "X/vtx",
    containerId: formatId(row.vertex_id),
    index: row.container_index,
    acceptedAtNs: row.accepted_at_ns.toString(),
    ...(row.time !== null && { liveTimestamp: row.time }),
    bytes: toHex(bytes),
    encoding: "hex",
    height: row.height,
    blockId: formatId(row.vertex_id),
  } as const;
}
