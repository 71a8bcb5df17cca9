import { z } from "zod";
import { route } from "../route";
import { chainLetter } from "./containers";

/** One thing a text could be. */
export const searchReading = z
  .object({
    /** "P-Chain block 27,104,555", "transaction id" …: what the text was read as. */
    reading: z.string(),
    kind: z.enum([
      ...["block", "container", "transaction", "address", "node", "subnet", "blockchain", "validation"],
      ...["evm", "none"],
    ] as const),
    /** Where it would be; absent when that is no matter. */
    chain: chainLetter.optional(),
    /** Page of the thing on the web; present when it exists there. */
    href: z.string().optional(),
    found: z.enum(["yes", "no", "impossible", "not-indexed"]),
    /** One sentence: what it is, or why there is nothing ("newest is 110"). */
    detail: z.string(),
  })
  .meta({ id: "FirnSearchReading" });

export const search = route({
  method: "get",
  path: "/firn/v1/search",
  operationId: "firnSearch",
  tag: "Firn",
  summary: "What a text could be on this Firn",
  params: z.object({}),
  query: z.object({ q: z.string().trim().min(1).max(200).describe("a text of 1 to 200 characters") }),
  response: z.object({ q: z.string(), readings: z.array(searchReading) }).meta({ id: "FirnSearch" }),
});

export type SearchReading = z.infer<typeof searchReading>;
