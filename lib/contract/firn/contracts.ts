import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter } from "../data/evm";
import { route } from "../route";

/**
 * Bytes of an account's code after the node's last block: 0 if it has none, as after it destroyed itself. Absent if the
 * node did not say.
 */
export const codeSize = z.int().optional();

export const getCode = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/contracts/{address}/code",
  operationId: "firnCode",
  tag: "Firn",
  summary: "Get the size of a contract's code",
  description: "Asked of the node, at most once in ten minutes.",
  params: z.object({ chainId: evmChainIdParameter, address: evmAddressParameter }),
  query: z.object({}),
  response: z.object({ codeSize }).meta({ id: "FirnCode" }),
});
