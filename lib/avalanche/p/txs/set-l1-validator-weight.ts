import { embedded } from "../../codec/fields";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { expectL1Message, signedWarpMessage } from "../../warp";
import { WARP_READS, warpCompute } from "../gas";
import { baseTx } from "../pieces";

/** Changes an L1 validator's weight, as instructed by its manager contract in a warp message; weight 0 removes it. */
export const setL1ValidatorWeightTx = defineTx({
  typeId: 37,
  name: "SetL1ValidatorWeightTx",
  since: "etna",
  gas: ({ message }) => ({ reads: 3 + WARP_READS, writes: 5, compute: warpCompute(message) }),
  body: { base: baseTx, message: embedded(signedWarpMessage) },
  effects: ({ base, message: signed }) => {
    const { validationId, nonce, weight } = expectL1Message(signed, "L1ValidatorWeight").message;
    return [...moves(base), { kind: "l1Validator.weightSet", validationId, nonce, weight }];
  },
});
