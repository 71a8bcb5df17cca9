import { z } from "zod";
import { X_TXS } from "../../avalanche/x/txs";
import { assetAmount, assetDetails } from "./primary-network";
import { utxo } from "./utxo";

/** Shapes of the X-Chain. Fields that do not apply are left out, never null. Times are unix seconds. */

/** The chain itself keeps no times from before Cortina. */
const acceptedTime = z.number().optional().meta({
  description:
    "When this node accepted it, for vertices and their transactions contain no time. Left out where the node accepted it later, while it bootstrapped.",
});

const xChainTxType = z
  .enum([...X_TXS.map(({ name }) => name), "UNKNOWN"])
  .meta({ id: "XChainTransactionType" });

const transaction = z.object({
  txHash: z.string(),
  timestamp: z.number(),
  txType: xChainTxType,
  /** 0x hex. */
  memo: z.string(),
  consumedUtxos: z.array(utxo),
  emittedUtxos: z.array(utxo),
  /** Sum of the inputs by asset. */
  amountUnlocked: z.array(assetAmount),
  /** Sum of the outputs by asset. */
  amountCreated: z.array(assetAmount),
  sourceChain: z.string().optional(),
  destinationChain: z.string().optional(),
  assetCreated: assetDetails.optional(),
});

/** In a block, from Cortina on. */
export const xChainLinearTransaction = transaction
  .extend({ chainFormat: z.literal("linear"), blockHeight: z.int(), blockHash: z.string() })
  .meta({ id: "XChainLinearTransaction" });

/** In vertices, before Cortina. */
export const xChainNonLinearTransaction = transaction
  .extend({
    chainFormat: z.literal("non-linear"),
    timestamp: acceptedTime,
    vertices: z.array(z.object({ hash: z.string(), height: z.int(), timestamp: acceptedTime })),
  })
  .meta({ id: "XChainNonLinearTransaction" });

export const xChainTransaction = z.discriminatedUnion("chainFormat", [
  xChainLinearTransaction,
  xChainNonLinearTransaction,
]);

/** A node of the X-Chain's graph before Cortina. */
export const xChainVertex = z
  .object({
    vertexHash: z.string(),
    parentHashes: z.array(z.string()),
    vertexHeight: z.int(),
    /** Its number in the node's index of vertices. */
    vertexIndex: z.int(),
    vertexTimestamp: acceptedTime,
    txCount: z.int(),
    transactions: z.array(z.string()),
    vertexSizeBytes: z.int(),
  })
  .meta({ id: "XChainVertex" });

export type XChainTransaction = z.infer<typeof xChainTransaction>;
export type XChainVertex = z.infer<typeof xChainVertex>;
