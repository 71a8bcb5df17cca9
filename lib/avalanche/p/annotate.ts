import { annotate, type Format, type Span } from "../layout";
import { pBlock } from "./block";
import { pTxs } from "./txs";

/** What texts depend on: the network's address prefix and, to tell AVAX from other assets, its asset id. */
export type AnnotateOptions = Pick<Format, "hrp" | "avaxAssetId">;

/** Which bytes of an inner block mean what. @throws DataError as `decodePBlock` */
export function annotatePBlock(bytes: Uint8Array, options: AnnotateOptions): Span[] {
  return annotate(pBlock, bytes, { ...options, chain: "P" });
}

/** Which bytes of a signed transaction mean what. @throws DataError as `decodePTx` */
export function annotatePTx(signedBytes: Uint8Array, options: AnnotateOptions): Span[] {
  return pTxs.annotate(signedBytes, { ...options, chain: "P" });
}
