import { z } from "zod";
import { route } from "../route";
import { blockchainIdParameter, idParameter, networkParameter } from "./parameters";
import { assetDetails } from "./primary-network";

export const getAssetDetails = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/assets/{assetId}",
  operationId: "getAssetDetails",
  tag: "Primary Network",
  summary: "Get asset details",
  params: z.object({
    network: networkParameter,
    blockchainId: blockchainIdParameter,
    assetId: idParameter("an asset id"),
  }),
  query: z.object({}),
  response: assetDetails,
});
