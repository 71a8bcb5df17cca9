import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx as base } from "../pieces";

/** Moves funds within the P-Chain. */
export const baseTx = defineTx({
  typeId: 34,
  name: "BaseTx",
  since: "durango",
  gas: { reads: 0, writes: 0 },
  body: { base },
  effects: ({ base }) => moves(base),
});
