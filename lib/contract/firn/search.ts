import { z } from "zod";
import { route } from "../route";
import { chainLetter } from "./containers";

/** One interpretation of a text. */
export const searchReading = z
  .object({
    /** What the text was interpreted as: "P-Chain block 27,104,555", "transaction id" … */
    reading: z.string(),
    kind: z.enum([
      ...["block", "container", "transaction", "address", "node", "subnet", "blockchain", "validation"],
      ...["evm", "none"],
    ] as const),
    /** The chain of the thing; absent if it has none. */
    chain: chainLetter.optional(),
    /** The thing's page on the web; present if the thing exists. */
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
  query: z.object({ q: z.string().trim().min(1).max(200).describe("a text of 1 to 200 characters") }),
  response: z.object({ q: z.string(), readings: z.array(searchReading) }).meta({ id: "FirnSearch" }),
});

export type SearchReading = z.infer<typeof searchReading>;
