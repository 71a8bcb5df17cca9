import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter } from "../data/evm";
import { route } from "../route";

/** ABIs that the operator puts in for single contracts. The console asks for these routes. */

const params = z.object({ chainId: evmChainIdParameter, address: evmAddressParameter });
const nothing = z.object({});

/** Bytes of an ABI's JSON, at most. */
export const MOST_ABI_BYTES = 200_000;

/** An ABI that was added for one contract. */
export const givenAbiState = z.object({
  /** Lower-case hex. */
  address: z.string(),
  evmChainId: z.string(),
  /** Functions, events, errors and the constructor. */
  entries: z.int(),
  addedAtMs: z.int(),
});
export type GivenAbiState = z.infer<typeof givenAbiState>;

export const listGivenAbis = route({
  method: "get",
  path: "/firn/v1/abis",
  operationId: "listGivenAbis",
  tag: "Firn",
  manages: "all",
  summary: "ABIs that were added in the admin console",
  description: "For this Firn’s own processes. Newest first.",
  params: nothing,
  query: nothing,
  response: z.object({ abis: z.array(givenAbiState) }),
});

export const addGivenAbi = route({
  method: "post",
  path: "/firn/v1/chains/{chainId}/contracts/{address}/abi",
  tag: "Firn",
  operationId: "addGivenAbi",
  manages: "all",
  summary: "Add the ABI of a contract, in place of an earlier one",
  description: "For this Firn’s own processes. It counts within seconds.",
  params,
  query: nothing,
  sent: z.strictObject({
    abi: z.string().min(2).max(MOST_ABI_BYTES).describe("an ABI, or an artifact that has one, as JSON"),
  }),
  response: z.object({ entries: z.int() }),
});

export const removeGivenAbi = route({
  method: "delete",
  path: "/firn/v1/chains/{chainId}/contracts/{address}/abi",
  tag: "Firn",
  operationId: "removeGivenAbi",
  manages: "all",
  summary: "Remove the ABI that was added for a contract",
  description: "For this Firn’s own processes.",
  params,
  query: nothing,
  response: nothing,
});
