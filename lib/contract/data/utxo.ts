import { z } from "zod";
import { assetAmount } from "./primary-network";

/**
 * One signature that spent an output: the 65-byte signature, and the 33-byte key recovered from it, base64 without
 * padding.
 */
export const utxoCredential = z
  .object({ signature: z.string(), publicKey: z.string() })
  .meta({ id: "UtxoCredential" });

/** An output of the X-Chain or of the C-Chain's atomic transactions. Times are unix seconds. */
export const utxo = z
  .object({
    /** bech32 without a chain prefix. */
    addresses: z.array(z.string()),
    /** For rights and NFTs the amount is 0. */
    asset: assetAmount,
    createdOnChainId: z.string(),
    /** Chain on which it can be or was spent: the destination of an export, otherwise the chain that created it. */
    consumedOnChainId: z.string(),
    utxoId: z.string(),
    creationTxHash: z.string(),
    /** Base outputs come first, then those of initial states, operations or exports. */
    outputIndex: z.string(),
    /**
     * Creation; absent (with the locktime) if it was created where nothing is indexed, and absent if nobody knows when.
     * 0 for SDKs.
     */
    timestamp: z.number().optional(),
    locktime: z.number().optional(),
    threshold: z.int(),
    /** transfer, mint, or owned (a property). */
    utxoType: z.string(),
    consumingTxHash: z.string().optional(),
    consumingTxTimestamp: z.number().optional(),
    /** Who signed the transaction that spent it, without duplicates. */
    credentials: z.array(utxoCredential).optional(),
    /** For NFT outputs only. The payload, if any, is 0x hex. */
    groupId: z.int().optional(),
    payload: z.string().optional(),
    /** 0x hex of the codec bytes and the last 4 bytes of their sha256, as in `avm.getUTXOs`. */
    utxoBytes: z.string().optional(),
  })
  .meta({ id: "Utxo" });

export type UtxoCredential = z.infer<typeof utxoCredential>;
export type Utxo = z.infer<typeof utxo>;
