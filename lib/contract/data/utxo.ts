import { z } from "zod";
import { assetAmount } from "./primary-network";

/** What spent an output: 65 bytes of signature and the 33-byte key recovered from it, base64 without padding. */
export const utxoCredential = z
  .object({ signature: z.string(), publicKey: z.string() })
  .meta({ id: "UtxoCredential" });

/** An output as the X-Chain and the C-Chain's atomic transactions show it. Times are unix seconds. */
export const utxo = z
  .object({
    /** bech32 without a chain before it. */
    addresses: z.array(z.string()),
    /** The amount of rights and NFTs is 0. */
    asset: assetAmount,
    createdOnChainId: z.string(),
    /** Where it can be or was spent: the destination of an export, otherwise the chain that made it. */
    consumedOnChainId: z.string(),
    utxoId: z.string(),
    creationTxHash: z.string(),
    /** Base outputs come first, then those of initial states, operations or exports. */
    outputIndex: z.string(),
    /** Creation; absent for what was made where nothing is indexed, like the locktime then. 0 for SDKs. */
    timestamp: z.number().optional(),
    locktime: z.number().optional(),
    threshold: z.int(),
    /** transfer, mint, or owned (a property). */
    utxoType: z.string(),
    consumingTxHash: z.string().optional(),
    consumingTxTimestamp: z.number().optional(),
    /** In the transaction that spent it: who signed, without doubles. */
    credentials: z.array(utxoCredential).optional(),
    /** NFT outputs only; the payload is 0x hex, of those that carry one. */
    groupId: z.int().optional(),
    payload: z.string().optional(),
    /** 0x hex of the codec bytes and the last 4 bytes of their sha256, as in `avm.getUTXOs`. */
    utxoBytes: z.string().optional(),
  })
  .meta({ id: "Utxo" });

export type UtxoCredential = z.infer<typeof utxoCredential>;
export type Utxo = z.infer<typeof utxo>;
