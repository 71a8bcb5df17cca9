import { z } from "zod";
import { route } from "../route";
import {
  blockchainIdParameter,
  idParameter,
  integerParameter,
  MAX_HEIGHT,
  networkParameter,
  pageSizeParameter,
  pageTokenParameter,
  sortOrderParameter,
} from "./parameters";
import { primaryNetworkChainInfo } from "./primary-network";
import { xChainVertex } from "./x-chain";

/** The X-Chain's graph before Cortina. A network that started later has no vertices. */
const tag = "Primary Network Vertices";

const params = z.object({ network: networkParameter, blockchainId: blockchainIdParameter });

const listXChainVerticesResponse = z
  .object({
    nextPageToken: z.string().optional(),
    vertices: z.array(xChainVertex),
    chainInfo: primaryNetworkChainInfo,
  })
  .meta({ id: "ListXChainVerticesResponse" });

export const listLatestXChainVertices = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/vertices",
  operationId: "listLatestXChainVertices",
  tag,
  summary: "List vertices",
  params,
  query: z.object({ pageToken: pageTokenParameter.optional(), pageSize: pageSizeParameter() }),
  response: listXChainVerticesResponse,
});

export const getVertexByHash = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/vertices/{vertexHash}",
  operationId: "getVertexByHash",
  tag,
  summary: "Get vertex",
  params: params.extend({ vertexHash: idParameter("a vertex id") }),
  query: z.object({}),
  response: xChainVertex,
});

export const getVertexByHeight = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/vertices:listByHeight",
  operationId: "getVertexByHeight",
  tag,
  summary: "List vertices by height",
  params,
  query: z.object({
    vertexHeight: integerParameter({ min: 0, max: MAX_HEIGHT }),
    sortOrder: sortOrderParameter,
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response: listXChainVerticesResponse,
});
