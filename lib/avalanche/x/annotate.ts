import { type AnnotateOptions, annotate, type Span, spread } from "../codec/layout";
import { xBlock } from "./block";
import { xTxs } from "./txs";
import { anyVertex } from "./vertex";

/** Annotates the bytes of an inner block. @throws DataError as `decodeXBlock` */
export function annotateXBlock(bytes: Uint8Array, options: AnnotateOptions): Span[] {
  return annotate(xBlock, bytes, { ...options, chain: "X" });
}

/** Annotates the bytes of a signed transaction. @throws DataError as `decodeXTx` */
export function annotateXTx(signedBytes: Uint8Array, options: AnnotateOptions): Span[] {
  return xTxs.annotate(signedBytes, { ...options, chain: "X" });
}

/** Annotates the bytes of a vertex. @throws DataError as `decodeVertex` */
export function annotateVertex(bytes: Uint8Array, options: AnnotateOptions): Span[] {
  return annotate(spread(anyVertex(bytes)), bytes, { ...options, chain: "X" });
}
