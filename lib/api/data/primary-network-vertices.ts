import { formatId, parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/data/primary-network-vertices";
import type { XChainVertex } from "../../contract/data/x-chain";
import { InputError } from "../../errors";
import { findVertex, listVertices } from "../../store/queries/vertex";
import type { Handler, RequestContext } from "../handler";
import { takePage } from "../page/page";
import { presentVertex } from "../present/tx/vertex";
import { requireNetwork, requireXChain } from "../request/network";
import { readVertexBytes } from "../transactions/vertex-bytes";

export const listLatestXChainVertices: Handler<typeof contract.listLatestXChainVertices> = ({
  params,
  query,
  read,
}) => read((context) => listPage(context, params, { ...query, sortOrder: "desc" }));

export const getVertexByHeight: Handler<typeof contract.getVertexByHeight> = ({ params, query, read }) =>
  read((context) => listPage(context, params, query));

export const getVertexByHash: Handler<typeof contract.getVertexByHash> = ({ params, read }) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    requireXChain(context.network, params.blockchainId);
    const vertexId = parseId(params.vertexHash);
    const row = await findVertex(context.db, vertexId);
    const [found] = row === undefined ? [] : await readVertexBytes(context, [row]);
    if (found !== undefined) return presentVertex(found.row, found.vertex, context.dialect);
    throw new InputError("NOT_FOUND", `no vertex ${formatId(vertexId)} is indexed`);
  });

interface VertexPage {
  vertexHeight?: number;
  sortOrder: "asc" | "desc";
  pageToken?: string | undefined;
  pageSize: number;
}

/** Vertices in the order of acceptance, the only total order that the graph has. */
async function listPage(
  context: RequestContext,
  params: { network: string; blockchainId: string },
  query: VertexPage,
): Promise<{
  nextPageToken: string | undefined;
  vertices: XChainVertex[];
  chainInfo: { chainName: "x-chain"; network: "mainnet" | "fuji" };
}> {
  const { db, network, dialect } = context;
  requireNetwork(network, params.network);
  requireXChain(network, params.blockchainId);
  const { vertexHeight: height, sortOrder: order } = query;
  const page = await takePage({
    tokens: context.pageTokens,
    token: query.pageToken,
    canonical: { endpoint: "vertices", height, order, dialect: dialect.name },
    start: undefined,
    pageSize: query.pageSize,
    list: (cursor, limit) => {
      const from = order === "asc" && cursor !== undefined ? cursor + 1 : 0;
      const below = order === "desc" && cursor !== undefined ? cursor : Number.MAX_SAFE_INTEGER;
      return listVertices(db, { from, below, order, limit, ...(height === undefined ? {} : { height }) });
    },
    cursorOf: (row) => row.container_index,
  });
  const vertices = await readVertexBytes(context, page.rows);
  return {
    nextPageToken: page.nextPageToken,
    vertices: vertices.map(({ row, vertex }) => presentVertex(row, vertex, dialect)),
    chainInfo: { chainName: "x-chain", network: network.servedAs },
  };
}
