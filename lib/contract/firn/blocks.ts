import { z } from "zod";
import { blockchainIdParameter, MAX_HEIGHT, parseHeight, textsParameter } from "../data/parameters";
import { primaryNetworkBlock } from "../data/primary-network-blocks";
import { route } from "../route";

/** Most blocks of one request: a page of a list has as many rows. */
export const MOST_BLOCKS = 100;

export const listBlocksAt = route({
  method: "get",
  path: "/firn/v1/blockchains/{blockchainId}/blocks",
  operationId: "firnBlocksAt",
  tag: "Firn",
  summary: "Several blocks of a Primary Network chain by height",
  description:
    "Each as the public interface answers one, newest first. Heights of blocks that are not stored are left out, as is 0.",
  params: z.object({ blockchainId: blockchainIdParameter }),
  query: z.object({
    heights: textsParameter(parseHeight, { max: MOST_BLOCKS, form: `heights from 0 to ${MAX_HEIGHT}` }),
  }),
  response: z.object({ blocks: z.array(primaryNetworkBlock) }).meta({ id: "FirnBlocksAt" }),
});
