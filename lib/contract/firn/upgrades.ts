import { z } from "zod";
import { route } from "../route";

/** An upgrade of the network that the node's version knows. */
export const networkUpgrade = z
  .object({
    /** The node's own name: `apricotPhase6`, `etna`. */
    name: z.string(),
    /** When it activates, unix seconds; left out where the node has no date for it. */
    activationTime: z.int().optional(),
    isActive: z.boolean(),
  })
  .meta({ id: "FirnNetworkUpgrade" });

/** What the node and its peers prefer of an Avalanche Community Proposal. Weights are nAVAX of stake, decimal texts. */
export const acpPreference = z
  .object({
    acp: z.int(),
    supportWeight: z.string(),
    objectWeight: z.string(),
    abstainWeight: z.string(),
    /** Numbers of nodes. */
    supporters: z.int(),
    objectors: z.int(),
  })
  .meta({ id: "FirnAcpPreference" });

export const firnUpgrades = z
  .object({
    /** Unix milliseconds. */
    checkedAt: z.int(),
    nodeVersion: z.string(),
    /** In the order of their activation; those without a date come last. */
    upgrades: z.array(networkUpgrade),
    /** By number; empty where no node states a preference. */
    acps: z.array(acpPreference),
  })
  .meta({ id: "FirnUpgrades" });
export type FirnUpgrades = z.infer<typeof firnUpgrades>;

export const getUpgrades = route({
  method: "get",
  path: "/firn/v1/upgrades",
  operationId: "firnUpgrades",
  tag: "Firn",
  summary: "Network upgrades as the node's version knows them, and preferences on ACPs",
  params: z.object({}),
  query: z.object({}),
  response: firnUpgrades,
});
