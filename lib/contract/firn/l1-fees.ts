import { z } from "zod";
import { idParameter, integerParameter, pageSizeParameter, pageTokenParameter } from "../data/parameters";
import { route } from "../route";

const point = z
  .object({
    /** When the day starts, unix seconds. */
    timestamp: z.int(),
    /** What its validators paid during the day, nAVAX, by the blocks of the day. */
    feesNavax: z.string(),
    /** What they have paid until the end of the day since the first was registered, nAVAX. */
    cumulativeNavax: z.string(),
    /** How many of them paid something. */
    payingValidators: z.int(),
  })
  .meta({ id: "FirnL1FeesPoint" });

export const listL1Fees = route({
  method: "get",
  path: "/firn/v1/l1s/{subnetId}/fees",
  operationId: "firnL1Fees",
  tag: "Firn",
  summary: "What an L1's validators pay, by day",
  description:
    "By UTC day of P-Chain time, newest first: every day from the first registration until the day of the indexed head, or until nobody pays any more.",
  params: z.object({ subnetId: idParameter("a subnet id") }),
  query: z.object({
    before: integerParameter({ min: 0, form: "unix seconds (returns days before it)" }).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter({ fallback: 100, max: 2_160 }),
  }),
  response: z
    .object({ nextPageToken: z.string().optional(), points: z.array(point) })
    .meta({ id: "FirnL1Fees" }),
});

export type L1FeesPoint = z.infer<typeof point>;
