import { type AnnotateOptions, annotate, type Span, spread } from "../codec/layout";
import { cBlock } from "./block";
import { cTxs } from "./txs";

/**
 * Annotates the bytes of an inner block: header, transactions, atomic transactions. @throws DataError as `decodeCBlock`
 */
export function annotateCBlock(bytes: Uint8Array, options: AnnotateOptions): Span[] {
  return annotate(spread(cBlock), bytes, { ...options, chain: "C" });
}

/** Annotates the bytes of a signed atomic transaction. @throws DataError as `decodeCTx` */
export function annotateCTx(signedBytes: Uint8Array, options: AnnotateOptions): Span[] {
  return cTxs.annotate(signedBytes, { ...options, chain: "C" });
}
