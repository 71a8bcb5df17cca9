import { z } from "zod";
import { evmChainIdParameter } from "../data/evm";
import { integerParameter } from "../data/parameters";
import { route } from "../route";

/** Periods over which transactions are counted, seconds: a minute, an hour, a day, a week, thirty days. */
export const PACE_SECONDS = [60, 3_600, 86_400, 604_800, 2_592_000] as const;

export const getPace = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/pace",
  operationId: "firnPace",
  tag: "Firn",
  summary: "Transactions of an EVM chain in its last minute, hour, day, week and 30 days",
  description:
    "Counted back from now by the wall clock, or from `at`. Blocks count by their own times, however late they were accepted.",
  params: z.object({ chainId: evmChainIdParameter }),
  query: z.object({ at: integerParameter({ min: 0, form: "unix seconds" }).optional() }),
  response: z
    .object({
      /** Unix seconds at which every period ends; a block of this second counts. */
      at: z.int(),
      /** Time of the newest indexed block, unix seconds. Nothing is known after it. */
      newest: z.int().optional(),
      /** Shortest first. Without periods that reach back before the first block that is counted. */
      spans: z.array(z.object({ seconds: z.int(), transactions: z.int() })),
    })
    .meta({ id: "FirnPace" }),
});
