import type { Json } from "../codec/layout";
import { formatId } from "../ids";
import { type XBlock, xBlock } from "./block";
import { type XTx, xTxs } from "./txs";

/** The node's JSON of a block, with keys in the node's order. @source avalanchego vms/avm/block */
export function blockToJson(block: XBlock, { hrp }: { hrp: string }): Json {
  const fields = xBlock.toJson(block, { hrp, chain: "X" }) as { [key: string]: Json };
  return { ...fields, id: formatId(block.blockId) };
}

/** The node's JSON of a transaction: `unsignedTx`, `credentials`, `id`. */
export function txToJson(tx: XTx, { hrp }: { hrp: string }): Json {
  return xTxs.nested.toJson(tx, { hrp, chain: "X" });
}
