import { z } from "zod";
import { route } from "../route";
import { chainLetter } from "./containers";

/** One interpretation of a text. */
export const searchReading = z
  .object({
    /** What the text was interpreted as: "P-Chain block 27,104,555", "transaction id", a name … */
    reading: z.string(),
    kind: z.enum([
      "block",
      "container",
      "transaction",
      "address",
      "node",
      "subnet",
      "blockchain",
      "validation",
      "asset",
      "token",
      "label",
      "evm",
      "none",
    ] as const),
    /** The chain of the thing; absent if it has none, or if that is an L1. */
    chain: chainLetter.optional(),
    /** The EVM chain of the thing if it is an L1, decimal. */
    evmChainId: z.string().optional(),
    /**
     * The thing's page on the web; present if the thing exists. Of an impossible reading: where to go on if the text is
     * meant as it is.
     */
    href: z.string().optional(),
    found: z.enum(["yes", "no", "impossible", "not-indexed"]),
    /** One sentence: what it is, or why nothing was found ("newest is 110"). */
    detail: z.string(),
  })
  .meta({ id: "FirnSearchReading" });

export const search = route({
  method: "get",
  path: "/firn/v1/search",
  operationId: "firnSearch",
  tag: "Firn",
  summary: "What a text could mean on this Firn",
  params: z.object({}),
  query: z.object({
    q: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe(
        "a text of 1 to 200 characters: a height, hash, id, address or name, or the beginning of one",
      ),
  }),
  response: z.object({ q: z.string(), readings: z.array(searchReading) }).meta({ id: "FirnSearch" }),
});

export type SearchReading = z.infer<typeof searchReading>;
