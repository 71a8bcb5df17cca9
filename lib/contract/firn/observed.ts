import { z } from "zod";
import {
  idParameter,
  integerParameter,
  nodeIdParameter,
  pageSizeParameter,
  pageTokenParameter,
} from "../data/parameters";
import { route } from "../route";

/**
 * What Firn saw its node say while it ran: nobody can be asked for it afterwards. The indexer asks every minute. Minutes are kept
 * for a day, hours for sixty days, days for ever. A stretch in which Firn did not run is missing.
 */

const stretch = {
  /** When it begins, unix seconds. */
  timestamp: z.int(),
  /** How often the node was asked in it, and how often it answered: once a minute at most. */
  asked: z.int(),
  answered: z.int(),
};

const query = z.object({
  timeInterval: z.enum(["minute", "hour", "day"]).describe("minute, hour or day").default("hour"),
  before: integerParameter({ min: 0, form: "unix seconds (returns points before it)" }).optional(),
  pageToken: pageTokenParameter.optional(),
  pageSize: pageSizeParameter({ fallback: 100, max: 2_160 }),
});

const uptimePoint = z
  .object({
    ...stretch,
    /** In how many answers it was a validator (of an L1 an active one), and in how many of those the node was connected to it. */
    seen: z.int(),
    connected: z.int(),
    /**
     * Its uptime as was said last, in percent of its period, or of the time since an L1's registered it: by the node, or of the node
     * itself by its peers (`info.uptime`).
     */
    uptimePercent: z.number().optional(),
  })
  .meta({ id: "FirnObservedUptimePoint" });

export type ObservedUptimePoint = z.output<typeof uptimePoint>;

export const listObservedUptime = route({
  method: "get",
  path: "/firn/v1/validators/{nodeId}/uptime",
  operationId: "firnValidatorUptime",
  tag: "Firn",
  summary: "How this Firn's node saw a validator of the Primary Network over time",
  description:
    "By wall clock, newest first; the newest hour or day goes on. Firn asks its node every minute whether it is connected and what uptime it counts. There is no point where Firn did not run, and `answered` is less than `asked` where the node did not answer.",
  params: z.object({ nodeId: nodeIdParameter }),
  query,
  response: z
    .object({ nextPageToken: z.string().optional(), points: z.array(uptimePoint) })
    .meta({ id: "FirnObservedUptime" }),
});

export const listObservedValidation = route({
  method: "get",
  path: "/firn/v1/validations/{validationId}/uptime",
  operationId: "firnValidationUptime",
  tag: "Firn",
  summary: "How this Firn's node saw a validator of an L1 over time",
  description:
    "By wall clock, newest first; the newest hour or day goes on. Firn asks its node every minute, if that runs a chain of the L1 with subnet-evm. There is no point where Firn did not run, and `answered` is less than `asked` where the node did not answer.",
  params: z.object({ validationId: idParameter("a validation id") }),
  query,
  response: listObservedUptime.response,
});

const nodePoint = z
  .object({
    ...stretch,
    /** Percent, as the node's peers see it: the stake that sees it up long enough for rewards, and the mean weighed by stake. */
    rewardingStakePercent: z.number().optional(),
    averageUptimePercent: z.number().optional(),
    /** Mean number of peers, and those of each version with their share of stake in percent, if the node said who validates. */
    peers: z.number().optional(),
    versions: z.array(
      z.object({ version: z.string(), peers: z.number(), stakePercent: z.number().optional() }),
    ),
    /** How often the node said how healthy it is, how often it was, and how often each check failed. */
    healthAnswers: z.int(),
    healthy: z.int(),
    failing: z.array(z.object({ check: z.string(), count: z.int() })),
  })
  .meta({ id: "FirnNodePoint" });

export type NodePoint = z.output<typeof nodePoint>;

export const listNodeHistory = route({
  method: "get",
  path: "/firn/v1/node/history",
  operationId: "firnNodeHistory",
  tag: "Firn",
  summary: "What this Firn's node said of itself and its peers over time",
  description:
    "By wall clock, newest first; the newest hour or day goes on. Where Firn has several nodes, the one it used at that time. There is no point where Firn did not run, and `answered` is less than `asked` where the node did not answer.",
  params: z.object({}),
  query,
  response: z
    .object({ nextPageToken: z.string().optional(), points: z.array(nodePoint) })
    .meta({ id: "FirnNodeHistory" }),
});
