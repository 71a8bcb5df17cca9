import { z } from "zod";
import { method } from "../rpc";
import { issueTxOf } from "./issue-tx";
import { getUtxosOf, utxoReference } from "./utxos";
import { encodingParam, idParam, noParams, textParam, u64, u64Param } from "./wire";

/**
 * The X-Chain API, at `/ext/bc/X` and its aliases.
 * @source AvalancheGo vms/avm/service.go
 */

/** `block` is hex text, or the node's JSON if `encoding` is `json`. */
const block = z.object({ block: z.unknown(), encoding: z.string() });

export const getBlock = method(
  "avm.getBlock",
  z.object({ blockID: idParam, encoding: encodingParam }),
  block,
);

export const getBlockByHeight = method(
  "avm.getBlockByHeight",
  z.object({ height: u64Param, encoding: encodingParam }),
  block,
);

export const getHeight = method("avm.getHeight", noParams, z.object({ height: u64 }));

export const getTx = method(
  "avm.getTx",
  z.object({ txID: idParam, encoding: encodingParam }),
  z.object({ tx: z.unknown(), encoding: z.string() }),
);

export const getTxStatus = method(
  "avm.getTxStatus",
  z.object({ txID: idParam }),
  z.object({ status: z.enum(["Accepted", "Processing", "Unknown"]) }),
);

/** nAVAX. */
export const getTxFee = method("avm.getTxFee", noParams, z.object({ txFee: u64, createAssetTxFee: u64 }));

/** By id or alias (`AVAX`). */
export const getAssetDescription = method(
  "avm.getAssetDescription",
  z.object({ assetID: textParam }),
  z.object({ assetID: z.string(), name: z.string(), symbol: z.string(), denomination: u64 }),
);

export const getUTXOs = getUtxosOf("avm");

export const issueTx = issueTxOf("avm");

/** By default only what the address owns alone and unlocked; with `includePartial` everything that it co-owns. */
const partial = {
  address: textParam,
  includePartial: z
    .boolean()
    .nullish()
    .transform((include) => include ?? false),
};

export const getBalance = method(
  "avm.getBalance",
  z.object({ assetID: textParam, ...partial }),
  z.object({ balance: u64, utxoIDs: z.array(utxoReference) }),
);

/** Assets are named by their aliases if they have one. */
export const getAllBalances = method(
  "avm.getAllBalances",
  z.object(partial),
  z.object({ balances: z.array(z.object({ asset: z.string(), balance: u64 })) }),
);
