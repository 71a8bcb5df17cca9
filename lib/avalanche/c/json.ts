import type { Json } from "../codec/layout";
import { type CTx, cTxs } from "./txs";

/**
 * An atomic transaction as the node's codecs print it; the node's API has no JSON of it. Addresses and feature
 * extensions have no network, because the bytes do not name it.
 */
export function txToJson(tx: CTx): Json {
  const { unsignedTx, credentials } = cTxs.nested.toJson(tx, { hrp: "", chain: "C" }) as {
    [key: string]: Json;
  };
  return { unsignedTx: unsignedTx ?? null, credentials: credentials ?? null };
}
