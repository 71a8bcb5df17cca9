import { type Credential, credentials } from "../../codec/fx";
import type { Effect } from "../../effects";
import { type TxCodec, type TxOf, txCodec } from "../../transaction";
import { exportTx } from "./export";
import { importTx } from "./import";

/** Every atomic transaction type of the C-Chain. */
export const C_TXS = [importTx, exportTx] as const;

/** Atomic transactions, distinguished by `txType`. */
export type CTx = TxOf<(typeof C_TXS)[number], Credential>;

export const cTxs: TxCodec<CTx> = txCodec(C_TXS, credentials);

/** Reads signed bytes, codec version first. @throws DataError */
export const decodeCTx: (signedBytes: Uint8Array) => CTx = cTxs.decode;

/** Encodes signed bytes from `unsigned` and `credentials`. The other fields follow from them. */
export const encodeCTx: (tx: CTx) => Uint8Array = cTxs.encode;

/** Effects of the transaction on UTXOs, and on accounts after the EVM transactions of its block. */
export const effectsOf: (tx: CTx) => Effect[] = cTxs.effectsOf;
