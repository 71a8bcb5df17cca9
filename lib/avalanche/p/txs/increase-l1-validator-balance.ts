import { id, navax } from "../../codec/fields";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { baseTx } from "../pieces";

/** Adds to an L1 validator's balance, which pays its continuous fee. */
export const increaseL1ValidatorBalanceTx = defineTx({
  typeId: 38,
  name: "IncreaseL1ValidatorBalanceTx",
  since: "etna",
  gas: { reads: 1, writes: 5 },
  body: { base: baseTx, validationId: id, balance: navax },
  effects: ({ base, validationId, balance }) => [
    ...moves(base),
    { kind: "l1Validator.balanceIncreased", validationId, amount: balance },
  ],
});
