import { z } from "zod";
import { acceptedForm, route } from "../route";
import { ACTIONS } from "./actions";
import { etherscanAnswer } from "./answers";

/** Every parameter of any action, as a text that its action reads. */
const parameters = Object.fromEntries(
  Object.values(ACTIONS)
    .flatMap((actions) => Object.values<z.ZodObject>(actions))
    .flatMap(({ shape }) => Object.entries(shape))
    .map(([name, schema]) => [name, z.string().describe(acceptedForm(schema)).optional()]),
);

const query = z.object({
  module: z
    .string()
    .describe(`one of ${Object.keys(ACTIONS).join(", ")}`)
    .optional(),
  action: z
    .string()
    .describe(
      Object.entries(ACTIONS)
        .map(([module, actions]) => `for ${module} one of ${Object.keys(actions).join(", ")}`)
        .join("; "),
    )
    .optional(),
  apikey: z.string().describe("an API key of this Firn, or any text if it has none").optional(),
  ...parameters,
});

const TAG = "Etherscan-compatible";
const DESCRIPTION =
  "Answers as Etherscan's published API does, also to a POST with the parameters as a form. A refusal is answered with status 200, `status` 0 and a `result` that says why.";

export const etherscanApi = route({
  method: "get",
  api: "etherscan",
  path: "/api",
  operationId: "etherscanApi",
  tag: TAG,
  summary: "What explorers' clients ask about an EVM chain: the C-Chain, or the chain that chainid names",
  description: DESCRIPTION,
  params: z.object({}),
  query: query.extend({
    chainid: z
      .string()
      .describe("the EVM chain ID, blockchain ID or name of an indexed chain; the C-Chain by default")
      .optional(),
  }),
  response: etherscanAnswer,
});

export const etherscanApiOfChain = route({
  method: "get",
  api: "etherscan",
  path: "/{chain}/api",
  operationId: "etherscanApiOfChain",
  tag: TAG,
  summary: "What explorers' clients ask about the EVM chain in the path",
  description: DESCRIPTION,
  params: z.object({
    chain: z
      .string()
      .min(1)
      .describe(
        "the EVM chain ID, blockchain ID or name of an indexed chain; v2 for the one that chainid names",
      ),
  }),
  query: query.extend({
    chainid: z.string().describe("empty, or the same chain as in the path; any chain below v2").optional(),
  }),
  response: etherscanAnswer,
});
