import type { Json } from "../codec/layout";
import { formatId } from "../ids";
import { type PBlock, pBlock, toBlockBody } from "./block";
import { type PTx, pTxs } from "./txs";

/**
 * The node's JSON of a block, with keys in the node's order. 64-bit integers are bigint, bare numbers on the wire. An
 * empty list of transactions is `[]`.
 * @source avalanchego vms/platformvm/block
 */
export function blockToJson(block: PBlock, { hrp }: { hrp: string }): Json {
  const fields = pBlock.toJson(toBlockBody(block), { hrp, chain: "P" }) as { [key: string]: Json };
  const entries = Object.entries(fields);
  const height = entries.findIndex(([name]) => name === "height");
  return Object.fromEntries([
    ...entries.slice(0, height + 1),
    ["id", formatId(block.blockId)],
    ...entries.slice(height + 1),
  ]);
}

/** The node's JSON of a transaction: `unsignedTx`, `credentials`, `id`. */
export function txToJson(tx: PTx, { hrp }: { hrp: string }): Json {
  return pTxs.nested.toJson(tx, { hrp, chain: "P" });
}
