import { z } from "zod";
import { route } from "../route";
import { firnStatus, streamStatus } from "./status";

/** As in the status: "P/block", "EVM 43114"; an EVM chain has its name too, if it is known. */
const stream = {
  stream: z.string(),
  evm: z.object({ name: z.string().optional() }).optional(),
};
const percent = z.number();
const ofNode = { nodeId: z.string() };
const ofL1Validator = { validationId: z.string(), subnetId: z.string() };

function alertOf<Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return z.object({ kind: z.literal(kind), ...shape });
}

/** One thing that the operator should look at. Times are unix seconds unless their name ends in Ms. */
const alert = z
  .discriminatedUnion("kind", [
    /** A file of the store is damaged. */
    alertOf("file-damaged", { file: z.string(), faults: z.array(z.string()) }),
    /** The last `firn verify` found differences. */
    alertOf("verify-differs", {
      differences: z.int(),
      /** The first of them, in words. */
      first: z.array(z.string()),
      timestamp: z.int(),
    }),
    /** The process that follows the node does not run. */
    alertOf("indexer-away", {}),
    /** A stream stopped: its data do not fit together. `storedTo` is a height. */
    alertOf("stream-stopped", {
      ...stream,
      error: streamStatus.shape.error,
      storedTo: z.int().optional(),
    }),
    /** The node does not answer. */
    alertOf("node-away", { error: z.string().optional() }),
    /** The node answers others, but not this stream. */
    alertOf("stream-waiting", {
      ...stream,
      error: streamStatus.shape.error,
      notice: z.string().optional(),
    }),
    /** The store is `behind` about so many blocks, and catching up: one digit, since it changes all the time. */
    alertOf("stream-behind", { ...stream, behind: z.int() }),
    /** A node allows only so many requests: the one of an L1's `stream`, or the Primary Network's. */
    alertOf("requests-limited", { stream: z.string().optional(), notice: z.string() }),
    alertOf("node-bootstrapping", { chains: z.array(z.enum(["P", "X", "C"])) }),
    alertOf("node-unhealthy", { failingChecks: z.array(z.string()), peers: z.int().optional() }),
    /** How far these streams are behind is not known yet. */
    alertOf("streams-starting", { streams: z.array(z.string()) }),
    alertOf("genesis-unknown", {}),
    /** Transactions of a chain from before its first block are missing. `isReadable`: they are still being read. */
    alertOf("graph-incomplete", {
      gap: firnStatus.shape.gaps.unwrap().element,
      isReadable: z.boolean(),
    }),
    /** Its health or info API does not answer. */
    alertOf("node-health-unknown", {}),
    /** Blocks before the first stored one. */
    alertOf("blocks-missing", { stream: z.string(), count: z.int() }),
    /** No block for longer than the chain's own pace allows. */
    alertOf("chain-quiet", {
      name: z.string(),
      /** Unix milliseconds. */
      sinceMs: z.number(),
      pace: streamStatus.shape.pace.unwrap(),
      nodeHealthy: z.boolean().optional(),
    }),
    /** The own validator is seen by others less than a reward needs. */
    alertOf("uptime-low", { ...ofNode, uptimePercent: percent, requiredPercent: percent }),
    alertOf("period-ending", { ...ofNode, endTimestamp: z.number() }),
    /** The own validator's last period ended without a reward. */
    alertOf("reward-missed", { ...ofNode, endTimestamp: z.number() }),
    /** An L1 validator of the own node has used up its balance. */
    alertOf("l1-validator-inactive", ofL1Validator),
    alertOf("l1-balance-low", {
      ...ofL1Validator,
      runsOutTimestamp: z.number(),
      level: z.enum(["critical", "low"]),
    }),
    /** An L1 lowered the weight of the own node's validator, or removed it: `weight` is "0" then. */
    alertOf("l1-weight-lost", {
      ...ofL1Validator,
      txHash: z.string(),
      timestamp: z.number(),
      weightBefore: z.string(),
      weight: z.string(),
    }),
    /** What owners of the own validator exported and nobody imported; `count` of them at least. */
    alertOf("exports-waiting", {
      count: z.int(),
      oldest: z.object({
        txHash: z.string(),
        /** As in "X-Chain"; absent where the chain's id is not known. */
        to: z.string().optional(),
        /** Base units where the decimals are not known. */
        amount: z.string(),
        denomination: z.number().optional(),
        symbol: z.string().optional(),
        timestamp: z.number().optional(),
      }),
    }),
    /** The node's own check of upgrades fails. */
    alertOf("upgrade-not-ready", { reason: z.string() }),
    /** Most stake runs a newer version than the node. */
    alertOf("version-old", { version: z.string(), newerPercent: percent }),
    /** The node's disk, and the one of Firn's data folder. */
    alertOf("disk-low", { availableBytes: z.number(), availablePercent: percent }),
    alertOf("data-disk-low", { availableBytes: z.number(), availablePercent: percent }),
    /** The node is connected to too little stake to follow the network reliably. */
    alertOf("connected-low", { connectedPercent: percent, requiredPercent: percent }),
  ])
  .meta({ id: "FirnAlert" });

/** Every kind of alert. */
export const ALERT_KINDS = alert.options.map(({ shape }) => shape.kind.value);

export const alerts = z.object({ alerts: z.array(alert) }).meta({ id: "FirnAlerts" });

export type FirnAlert = z.output<typeof alert>;
export type FirnAlerts = z.output<typeof alerts>;

export const getAlerts = route({
  method: "get",
  path: "/firn/v1/alerts",
  operationId: "firnAlerts",
  tag: "Firn",
  summary: "What needs the operator's attention now, worst first",
  description:
    "About Firn, its node, and what that node validates. What only the node can say is read every few seconds while anybody asks; while the node does not answer, it is left out.",
  params: z.object({}),
  query: z.object({}),
  response: alerts,
});
