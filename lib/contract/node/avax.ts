import { z } from "zod";
import { method } from "../rpc";
import { issueTxOf } from "./issue-tx";
import { getUtxosOf } from "./utxos";
import { encodingParam, idParam, u64 } from "./wire";

/**
 * The C-Chain's API of atomic transactions, at `/ext/bc/C/avax`.
 * @source AvalancheGo graft/coreth, vms/saevm/cchain
 */

/** `sourceChain` is required: the chain itself has no UTXOs. */
export const getUTXOs = getUtxosOf("avax");

export const issueTx = issueTxOf("avax");

/** Signed bytes with the codec version, in hex encodings only. */
export const getAtomicTx = method(
  "avax.getAtomicTx",
  z.object({ txID: idParam, encoding: encodingParam }),
  z.object({ tx: z.string(), encoding: z.string(), blockHeight: u64 }),
);

export const getAtomicTxStatus = method(
  "avax.getAtomicTxStatus",
  z.object({ txID: idParam }),
  z.object({
    status: z.enum(["Accepted", "Processing", "Dropped", "Unknown"]),
    blockHeight: u64.optional(),
  }),
);
