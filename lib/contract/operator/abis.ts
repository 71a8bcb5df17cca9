import { z } from "zod";
import { givenAbiState, MOST_ABI_BYTES } from "../firn/contract-abis";
import { route } from "../route";

/** ABIs of single contracts, as the console manages them. Requires a sign-in. The API keeps them, so it has to answer. */

const nothing = z.object({});
const contract = {
  chainId: z.string().min(1).max(100).describe("the id of an EVM chain"),
  address: z.string().min(1).max(100).describe("the contract's address"),
};

export const getConsoleAbis = route({
  method: "get",
  path: "/operator/abis",
  operationId: "operatorAbis",
  tag: "Operator",
  summary: "ABIs that were added for single contracts",
  params: nothing,
  query: nothing,
  response: z.object({ abis: z.array(givenAbiState) }),
});

export const addConsoleAbi = route({
  method: "post",
  path: "/operator/abis/add",
  operationId: "operatorAddAbi",
  tag: "Operator",
  summary: "Adds the ABI of a contract",
  params: nothing,
  query: nothing,
  sent: z.strictObject({
    ...contract,
    abi: z.string().min(1).max(MOST_ABI_BYTES).describe("an ABI as JSON, or an artifact that has one"),
  }),
  response: z.object({ entries: z.int() }),
});

export const removeConsoleAbi = route({
  method: "post",
  path: "/operator/abis/remove",
  operationId: "operatorRemoveAbi",
  tag: "Operator",
  summary: "Removes the ABI that was added for a contract",
  params: nothing,
  query: nothing,
  sent: z.strictObject(contract),
  response: nothing,
});
