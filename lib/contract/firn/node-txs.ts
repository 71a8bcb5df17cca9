import { z } from "zod";
import { chainParameter, textParameter } from "../data/parameters";
import { route } from "../route";

/** A transaction in the mempool of an EVM chain's node. Amounts are wei, decimal texts. */
const pendingTx = z.object({
  from: z.string(),
  /** Absent if it creates a contract. */
  to: z.string().optional(),
  valueWei: z.string(),
  nonce: z.int(),
  /** The nonce that the sender's next transaction in a block will have. */
  nextNonce: z.int(),
  gasLimit: z.int(),
  /** The most that it pays per unit of gas. */
  maxFeePerGasWei: z.string(),
  /** Base fee of the newest block; absent on chains without one. */
  baseFeeWei: z.string().optional(),
  /**
   * What keeps it out of the next block: `nonce` if the sender's transactions before it are missing, `fee` if it pays less
   * than the base fee. Empty if nothing does.
   */
  waitsFor: z.array(z.enum(["nonce", "fee"])),
});
export type PendingTx = z.infer<typeof pendingTx>;

/** What the node says about a transaction now, whether Firn has indexed it or not. */
export const nodeTx = z
  .object({
    /**
     * `pending`: in the mempool of an EVM chain. `processing`: known to P, X or the atomic mempool, not decided.
     * `accepted`: in an accepted block. `dropped`: refused. `unknown`: this node does not know it.
     */
    status: z.enum(["pending", "processing", "accepted", "dropped", "unknown"]),
    /** Why it was dropped, in the node's words. */
    reason: z.string().optional(),
    /** Hash of the transaction that is in a block instead: it has the same sender and nonce. Absent while it is not indexed. */
    replacedBy: z.string().optional(),
    /** Height of its block, if it is accepted and the node says so. */
    height: z.int().optional(),
    pending: pendingTx.optional(),
    /** When the node answered, unix milliseconds. */
    checkedAt: z.int(),
  })
  .meta({ id: "FirnNodeTx" });
export type NodeTx = z.infer<typeof nodeTx>;

export const getNodeTx = route({
  method: "get",
  path: "/firn/v1/node-transactions/{chain}/{txId}",
  operationId: "firnNodeTx",
  tag: "Firn",
  summary: "What the node says about a transaction now: pending, processing, accepted, dropped or unknown",
  params: z.object({
    chain: chainParameter,
    txId: textParameter((text) => {
      if (!/^(0x[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{32,60})$/i.test(text)) throw new Error();
    }, "an id in cb58, or 0x and 64 hex digits"),
  }),
  query: z.object({}),
  response: nodeTx,
});
