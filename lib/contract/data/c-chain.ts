import { z } from "zod";
import { assetAmount } from "./primary-network";
import { utxo, utxoCredential } from "./utxo";

/** The C-Chain's atomic transactions. Amounts are in the asset's base unit: nAVAX, not wei. */

const transaction = z.object({
  /** cb58. */
  txHash: z.string(),
  blockHeight: z.int(),
  /** 0x hex. */
  blockHash: z.string(),
  /** Unix seconds. */
  timestamp: z.number(),
  /** 0x: these transactions have no memo. */
  memo: z.string(),
  amountUnlocked: z.array(assetAmount),
  amountCreated: z.array(assetAmount),
  sourceChain: z.string(),
  destinationChain: z.string(),
});

export const cChainExportTransaction = transaction
  .extend({
    txType: z.literal("ExportTx"),
    /** EVM accounts that pay, with EIP-55 checksums. */
    evmInputs: z.array(
      z.object({ fromAddress: z.string(), asset: assetAmount, credentials: z.array(utxoCredential) }),
    ),
    emittedUtxos: z.array(utxo),
  })
  .meta({ id: "CChainExportTransaction" });

export const cChainImportTransaction = transaction
  .extend({
    txType: z.literal("ImportTx"),
    evmOutputs: z.array(z.object({ toAddress: z.string(), asset: assetAmount })),
    consumedUtxos: z.array(utxo),
  })
  .meta({ id: "CChainImportTransaction" });

export const cChainTransaction = z.discriminatedUnion("txType", [
  cChainExportTransaction,
  cChainImportTransaction,
]);

export type CChainTransaction = z.infer<typeof cChainTransaction>;
