import { z } from "zod";
import {
  endBlockParameter,
  evmAddressParameter,
  evmChainIdParameter,
  positionParameter,
  startBlockParameter,
} from "../data/evm";
import { erc20Transfer, erc721Transfer, erc1155Transfer } from "../data/evm-tokens";
import {
  endTimestampParameter,
  pageSizeParameter,
  pageTokenParameter,
  startTimestampParameter,
} from "../data/parameters";
import { route } from "../route";

export const listAddressTransfers = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/addresses/{address}/transfers",
  operationId: "firnAddressTransfers",
  tag: "Firn",
  summary: "List an address's transfers of tokens",
  description:
    "ERC-20, ERC-721 and ERC-1155 transfers in one list: the newest block first, in a block in order.",
  params: z.object({ chainId: evmChainIdParameter, address: evmAddressParameter }),
  query: z.object({
    startBlock: startBlockParameter,
    endBlock: endBlockParameter,
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    before: positionParameter,
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 25, max: 100 }),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      nextBefore: z.string().optional(),
      transfers: z.array(z.union([erc20Transfer, erc721Transfer, erc1155Transfer])),
    })
    .meta({ id: "ListFirnAddressTransfersResponse" }),
});
