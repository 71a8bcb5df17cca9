import { z } from "zod";
import { evmChainIdParameter } from "../data/evm";
import { route } from "../route";

/** A blockchain that the P-Chain knows, whether Firn indexes it or not. */
export const knownBlockchain = z
  .object({
    name: z.string(),
    /** cb58. */
    blockchainId: z.string(),
    subnetId: z.string(),
    /** From its genesis; absent for other chains than EVM chains. */
    evmChainId: z.int().optional(),
    /** Whether its subnet is an L1. */
    isL1: z.boolean(),
  })
  .meta({ id: "FirnKnownBlockchain" });
export type KnownBlockchain = z.infer<typeof knownBlockchain>;

export const listKnownBlockchains = route({
  method: "get",
  path: "/firn/v1/blockchains/{chainId}",
  operationId: "firnKnownBlockchains",
  tag: "Firn",
  summary: "Blockchains with an EVM chain id or a blockchain id, indexed or not",
  description:
    "The oldest first, at most 5: anyone may create a chain with any EVM chain id. Empty if the P-Chain knows none.",
  params: z.object({ chainId: evmChainIdParameter }),
  query: z.object({}),
  response: z.object({ blockchains: z.array(knownBlockchain) }).meta({ id: "ListKnownBlockchainsResponse" }),
});
