import { type AnnotateOptions, annotate, type Span } from "../layout";
import { xBlock } from "./block";
import { xTxs } from "./txs";

/** Which bytes of an inner block mean what. @throws DataError as `decodeXBlock` */
export function annotateXBlock(bytes: Uint8Array, options: AnnotateOptions): Span[] {
  return annotate(xBlock, bytes, { ...options, chain: "X" });
}

/** Which bytes of a signed transaction mean what. @throws DataError as `decodeXTx` */
export function annotateXTx(signedBytes: Uint8Array, options: AnnotateOptions): Span[] {
  return xTxs.annotate(signedBytes, { ...options, chain: "X" });
}
