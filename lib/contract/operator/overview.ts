import { z } from "zod";
import { firnValidator } from "../firn/validators";
import { INDEX_NAMES } from "../node/index";
import { route } from "../route";

/** The node's own report of its current state. Requires a sign-in. Times: unix milliseconds. */

const overview = z.object({
  askedAtMs: z.number(),
  /** Without credentials. */
  url: z.string(),
  /** Such as "avalanchego/1.14.2". */
  version: z.string().optional(),
  nodeId: z.string().optional(),
  /** When its process started, from its metrics. Its uptime counts from here. */
  startedAtMs: z.number().optional(),
  health: z
    .object({
      healthy: z.boolean(),
      /** Failing ones first, then by name. */
      checks: z.array(
        z.object({
          name: z.string(),
          healthy: z.boolean(),
          /** The node's error message. */
          error: z.string().optional(),
          /** The check's message as JSON text, clipped if long. */
          message: z.string().optional(),
          checkedAt: z.string(),
          failingSince: z.string().optional(),
        }),
      ),
    })
    .optional(),
  peers: z
    .object({
      count: z.int(),
      /** By version, most frequent first. */
      versions: z.array(z.object({ version: z.string(), count: z.int() })),
      /** At most 100. */
      peers: z.array(z.object({ nodeId: z.string(), version: z.string(), publicIp: z.string() })),
    })
    .optional(),
  /** P, X, C and every other chain that this node runs. */
  chains: z.array(z.object({ chain: z.string(), bootstrapped: z.boolean().optional() })),
  indexes: z.array(
    z.object({
      name: z.enum(INDEX_NAMES),
      /** `empty`: enabled, and nothing accepted. `unknown`: the node did not say. */
      state: z.enum(["enabled", "empty", "disabled", "unknown"]),
      /** Number of accepted containers, and when the newest was accepted. */
      count: z.int().optional(),
      newestAcceptedAtMs: z.number().optional(),
    }),
  ),
  /** Time from block time to acceptance, for the newest blocks, by stream, from Firn's own status. */
  acceptanceLag: z.array(z.object({ stream: z.string(), medianMs: z.number(), p95Ms: z.number() })),
  /**
   * The node as a validator, with the end of its stake and the runway of its L1 validations; absent if it was never one
   * or Firn's API does not say.
   */
  validator: firnValidator.optional(),
  /** What could not be read, one sentence each. */
  troubles: z.array(z.string()),
});

export const getOverview = route({
  method: "get",
  path: "/operator/overview",
  operationId: "operatorOverview",
  tag: "Operator",
  summary: "Version, health, peers, chains, indexes and validation of the node",
  params: z.object({}),
  query: z.object({}),
  response: overview,
});

export type NodeOverview = z.infer<typeof overview>;
