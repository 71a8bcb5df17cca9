import type { Effect } from "../../effects";
import { type TxCodec, type TxOf, txCodec } from "../../transaction";
import { credentials, type XCredential } from "../pieces";
import { baseTx } from "./base-tx";
import { createAssetTx } from "./create-asset";
import { exportTx } from "./export";
import { importTx } from "./import";
import { operationTx } from "./operation";

/** Every transaction type of the X-Chain, in the order of the API. */
export const X_TXS = [baseTx, createAssetTx, operationTx, importTx, exportTx] as const;

/** The X-Chain's transactions, distinguished by `txType`. */
export type XTx = TxOf<(typeof X_TXS)[number], XCredential>;
export type XTxType = XTx["txType"];

export const xTxs: TxCodec<XTx> = txCodec(X_TXS, credentials);

/** Reads signed bytes, codec version first. @throws DataError */
export const decodeXTx: (signedBytes: Uint8Array) => XTx = xTxs.decode;

/** Encodes signed bytes from `unsigned` and `credentials`. The other fields follow from them. */
export const encodeXTx: (tx: XTx) => Uint8Array = xTxs.encode;

/** The transaction's effects. */
export const effectsOf: (tx: XTx) => Effect[] = xTxs.effectsOf;
