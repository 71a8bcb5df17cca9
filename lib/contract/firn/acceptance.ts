import { z } from "zod";
import { integerParameter } from "../data/parameters";
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
    /** Acceptance less block time; negative when clocks differ. */
    lagMs: z.number(),
  })
  .meta({ id: "FirnAcceptancePoint" });

export const getAcceptance = route({
  method: "get",
  path: "/firn/v1/acceptance",
  operationId: "firnAcceptance",
  tag: "Firn",
  summary: "Acceptance lag of the newest blocks, oldest of them first",
  description:
    "Of those that were accepted live, within a minute of their own time. The lag of a block that was bootstrapped or replayed is no measurement: such blocks are counted only.",
  params: z.object({}),
  query: z.object({
    chain: chainLetter.default("p"),
    limit: integerParameter({ min: 1, max: 1000 }).default(120),
  }),
  response: z
    .object({
      chain: chainLetter,
      points: z.array(acceptancePoint),
      /** Of the newest `limit` blocks, those that are left out. */
      notAcceptedLive: z.int(),
    })
    .meta({ id: "FirnAcceptance" }),
});

export type AcceptancePoint = z.infer<typeof acceptancePoint>;
