import { type AnnotateOptions, annotate, type Span } from "../codec/layout";
import { pBlock } from "./block";
import { pTxs } from "./txs";

/** Annotates the bytes of an inner block. @throws DataError as `decodePBlock` */
export function annotatePBlock(bytes: Uint8Array, options: AnnotateOptions): Span[] {
  return annotate(pBlock, bytes, { ...options, chain: "P" });
}

/** Annotates the bytes of a signed transaction. @throws DataError as `decodePTx` */
export function annotatePTx(signedBytes: Uint8Array, options: AnnotateOptions): Span[] {
  return pTxs.annotate(signedBytes, { ...options, chain: "P" });
}
