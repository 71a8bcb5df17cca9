import { z } from "zod";
import { integerParameter, pageTokenParameter } from "../data/parameters";
import { route } from "../route";
import { chainLetter } from "./containers";

/** One block: its own time, and when this node accepted it. */
export const acceptancePoint = z
  .object({
    height: z.int(),
    /** Chain time, unix seconds. */
    time: z.int(),
    /** Unix nanoseconds, decimal. */
    acceptedAtNs: z.string(),
    /** Time of acceptance minus block time; negative if clocks differ. */
    lagMs: z.number(),
  })
  .meta({ id: "FirnAcceptancePoint" });

export const getAcceptance = route({
  method: "get",
  path: "/firn/v1/acceptance",
  operationId: "firnAcceptance",
  tag: "Firn",
  summary: "Acceptance lag of blocks, oldest first",
  description:
    "Blocks that were accepted live, within a minute of their own time. Bootstrapped and replayed blocks do not measure lag and are only counted. The next page has older blocks; none follows a page without a block accepted live.",
  params: z.object({}),
  query: z.object({
    chain: chainLetter.default("p"),
    before: integerParameter({ min: 0, form: "a height (returns blocks below it)" }).optional(),
    pageToken: pageTokenParameter.optional(),
    limit: integerParameter({ min: 1, max: 1000 }).default(120),
  }),
  response: z
    .object({
      chain: chainLetter,
      points: z.array(acceptancePoint),
      /** Number of the page's `limit` blocks that are left out. */
      notAcceptedLive: z.int(),
      nextPageToken: z.string().optional(),
    })
    .meta({ id: "FirnAcceptance" }),
});

export type AcceptancePoint = z.infer<typeof acceptancePoint>;
export type AcceptancePage = z.infer<(typeof getAcceptance)["response"]>;
