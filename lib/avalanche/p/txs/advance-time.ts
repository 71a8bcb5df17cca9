import { time } from "../../codec/fields";
import { defineTx } from "../../transaction";

/** Proposes a chain time. Only in Apricot proposal blocks. */
export const advanceTimeTx = defineTx({
  typeId: 19,
  name: "AdvanceTimeTx",
  since: "apricot",
  body: { time },
  effects: ({ time }) => [{ kind: "time.proposed", time }],
});
