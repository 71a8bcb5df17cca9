import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx as base } from "../pieces";

/** Moves assets within the X-Chain. */
export const baseTx = defineTx({
  typeId: 0,
  name: "BaseTx",
  since: "apricot",
  gas: "none",
  body: { base },
  effects: ({ base }) => moves(base),
});
