import { z } from "zod";
import { addressesParameter, MAX_ADDRESSES, pageSizeParameter, pageTokenParameter } from "../data/parameters";
import { utxo } from "../data/utxo";
import { route } from "../route";

export const listExports = route({
  method: "get",
  path: "/firn/v1/exports",
  operationId: "firnExports",
  tag: "Firn",
  summary: "List what addresses exported and nobody imported",
  description:
    "Outputs between P, X and C, oldest first. Where blocks of a chain are not indexed (`gaps` of `/firn/v1/status`), an import may be among them: `/firn/v1/shared-memory/{txHash}` asks the node.",
  params: z.object({}),
  query: z.object({
    addresses: addressesParameter({ max: MAX_ADDRESSES, chains: "P-, X- or C-" }),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 10, max: 100 }),
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), exports: z.array(utxo) })
    .meta({ id: "FirnExports" }),
});
