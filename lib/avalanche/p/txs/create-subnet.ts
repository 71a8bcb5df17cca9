import { owner } from "../../codec/fx";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx } from "../pieces";

/** Creates a subnet. Its id is this transaction's. */
export const createSubnetTx = defineTx({
  typeId: 16,
  name: "CreateSubnetTx",
  since: "apricot",
  gas: { reads: 0, writes: 1 },
  body: { base: baseTx, owner },
  effects: ({ base, owner }) => [...moves(base), { kind: "subnet.created", owner }],
});
