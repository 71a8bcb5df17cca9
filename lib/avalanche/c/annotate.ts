import { type AnnotateOptions, annotate, type Span, spread } from "../codec/layout";
import { cBlock } from "./block";
import { cTxs } from "./txs";

/** Which bytes of an inner block mean what: header, transactions, atomic part. @throws DataError as `decodeCBlock` */
export function annotateCBlock(bytes: Uint8Array, options: AnnotateOptions): Span[] {
  return annotate(spread(cBlock), bytes, { ...options, chain: "C" });
}

/** Which bytes of a signed atomic transaction mean what. @throws DataError as `decodeCTx` */
export function annotateCTx(signedBytes: Uint8Array, options: AnnotateOptions): Span[] {
  return cTxs.annotate(signedBytes, { ...options, chain: "C" });
}
