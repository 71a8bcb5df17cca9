import { decodeCBlock } from "../../avalanche/c/block";
import { equalBytes, toHex } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import { allTxs, decodePBlock } from "../../avalanche/p/block";
import { decodeContainer } from "../../avalanche/proposer/proposervm";
import { decodeXBlock } from "../../avalanche/x/block";
import { decodeVertex } from "../../avalanche/x/vertex";
import { parseBlockId } from "../../contract/data/primary-network-blocks";
import type * as contract from "../../contract/firn/containers";
import { InputError } from "../../errors";
import { type BlockRow, findBlock, readBlock } from "../../store/queries/block";
import { findLastTx } from "../../store/queries/by-key";
import { readContainer } from "../../store/queries/container-run";
import { findTx } from "../../store/queries/tx";
import { findVertex, findVerticesOfTx, type VertexRow } from "../../store/queries/vertex";
import { CHAIN, heightOf, indexInBlockOf, TX_OUTCOME } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { pageByNumber } from "../page/numbered";
import { storedLagMs } from "../present/network/status";
import { formatBlockId } from "../present/tx/block";
import { CHAINS, type Chain } from "../request/chains";
import { readVertexBytes } from "../transactions/vertex-bytes";

export const getContainer: Handler<typeof contract.getContainer> = ({ params, read }) =>
  read(async (context) => presentBytes(await requireContainer(context, params)));

export const listContainers: Handler<typeof contract.listContainers> = ({ params, query, read }) =>
  read(async (context) => {
    const chain = CHAINS[params.chain];
    const containers: { id: string; container: contract.FirnContainer }[] = [];
    for (const text of new Set(query.ids.split(","))) {
      const container = await findContainer(context, chain, parseBlockId(text));
      if (container) containers.push({ id: text, container: presentBytes(container) });
    }
    return { containers };
  });

export const listContainerTransactions: Handler<typeof contract.listContainerTransactions> = ({
  params,
  query,
  read,
}) =>
  read(async (context) => {
    const { bytes, time, body } = await requireContainer(context, params);
    const { stream, containerId, height, blockId, outcome, txIndex } = body;
    const { txs, proposalTx } = readInside(body, bytes);
    const page = pageByNumber(context.pageTokens, {
      canonical: { endpoint: "container transactions", chain: params.chain, containerId },
      ...(txIndex === undefined ? query : { after: txIndex, pageSize: 1 }),
    });
    const { rows, nextPageToken } = page.cut(txs);
    return {
      ...(txIndex === undefined && nextPageToken !== undefined && { nextPageToken }),
      first: page.skip + 1,
      count: txs.length,
      stream,
      containerId,
      height,
      blockId,
      outcome,
      time,
      transactions: rows.map((tx) => ({ bytes: toHex(tx.bytes), isProposal: tx === proposalTx })),
    };
  });

/** Transactions in a container, in the order of `txIndex`; `proposalTx` is one of them. */
function readInside(
  { chain, stream }: Pick<contract.FirnContainer, "chain" | "stream">,
  bytes: Uint8Array,
): { txs: readonly { bytes: Uint8Array }[]; proposalTx?: { bytes: Uint8Array } } {
  if (stream === "X/vtx") return { txs: decodeVertex(bytes).content?.txs ?? [] };
  const { inner } = decodeContainer(bytes, chain);
  if (chain === "x") return { txs: decodeXBlock(inner).txs };
  if (chain === "c") return { txs: decodeCBlock(inner).atomic.txs };
  const block = decodePBlock(inner);
  return { txs: allTxs(block), ...(block.proposalTx && { proposalTx: block.proposalTx }) };
}

/** A container with its answer but for the bytes. */
interface FoundContainer {
  bytes: Uint8Array;
  /** Chain time, unix seconds; of a vertex when a live node accepted it. */
  time: number | undefined;
  body: Omit<contract.FirnContainer, "bytes" | "encoding">;
}

function presentBytes({ body, bytes }: FoundContainer): contract.FirnContainer {
  return { ...body, bytes: toHex(bytes), encoding: "hex" };
}

async function findContainer(
  context: RequestContext,
  chain: Chain,
  id: number | Uint8Array,
): Promise<FoundContainer | undefined> {
  return (await readBlockContainer(context, chain, id)) ?? (await readVertexContainer(context, chain, id));
}

/** @throws InputError NOT_FOUND */
async function requireContainer(
  context: RequestContext,
  { chain, id }: { chain: contract.FirnContainer["chain"]; id: string },
): Promise<FoundContainer> {
  const container = await findContainer(context, CHAINS[chain], parseBlockId(id));
  if (container !== undefined) return container;
  throw new InputError("NOT_FOUND", `no container, block or transaction ${id} of ${chain} is indexed`);
}

async function readBlockContainer(
  context: RequestContext,
  chain: Chain,
  id: number | Uint8Array,
): Promise<FoundContainer | undefined> {
  const found = await findByAnyId(context, chain, id);
  const container =
    found && (await readContainer(context.db, chain.blockStream, found.block.container_index));
  if (found === undefined || container === undefined) return undefined;
  const { block, txIndex } = found;
  const body = {
    chain: chain.letter,
    stream: chain.blockStream,
    containerId: formatId(block.container_id),
    index: block.container_index,
    acceptedAtNs: block.accepted_at_ns?.toString(),
    height: block.height,
    blockId: formatBlockId(chain.code, block.block_id),
    txIndex,
    ...(chain.code === CHAIN.p && (await readOutcome(context, block.height))),
    storedAtMs: block.stored_at_ms,
    indexedInMs: storedLagMs(block),
  };
  return { body, bytes: container.bytes, time: block.time ?? undefined };
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
): Promise<{ block: BlockRow; txIndex?: number } | undefined> {
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
): Promise<FoundContainer | undefined> {
  if (chain.code !== CHAIN.x || typeof id === "number") return undefined;
  const own = await findVertex(context.db, id);
  for (const one of await readVertexBytes(context, own ? [own] : await findVerticesOfTx(context.db, id))) {
    const txIndex = one.vertex.content?.txs.findIndex((tx) => equalBytes(tx.txId, id)) ?? -1;
    const body = presentVertex(one.row);
    const found = { bytes: one.bytes, time: body.liveTimestamp };
    if (own) return { ...found, body };
    if (txIndex >= 0) return { ...found, body: { ...body, txIndex } };
  }
  return undefined;
}

function presentVertex(row: VertexRow): FoundContainer["body"] {
  return {
    chain: "x",
    stream: "X/vtx",
    containerId: formatId(row.vertex_id),
    index: row.container_index,
    acceptedAtNs: row.accepted_at_ns.toString(),
    ...(row.time !== null && { liveTimestamp: row.time }),
    height: row.height,
    blockId: formatId(row.vertex_id),
  };
}
