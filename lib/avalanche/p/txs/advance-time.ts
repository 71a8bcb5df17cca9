import { time } from "../../codec/fields";
import { defineTx } from "../../transaction";

/** Proposes a chain time. Only in Apricot proposal blocks. */
export const advanceTimeTx = defineTx({
  typeId: 19,
  name: "AdvanceTimeTx",
  since: "apricot",
  // A proposal pays no fee: AvalancheGo vms/platformvm/txs/fee/complexity.go:531 ErrUnsupportedTx.
  gas: "none",
  body: { time },
  effects: ({ time }) => [{ kind: "time.proposed", time }],
});
