import { sha256 } from "#sha256";
import { bytes, embedded, NUMBERS, navax } from "../../codec/fields";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { expectL1Message, signedWarpMessage } from "../../warp";
import { PROOF_COMPUTE, WARP_READS, warpCompute } from "../gas";
import { baseTx } from "../pieces";

/** Adds a validator to an L1, as instructed by its manager contract in a warp message. */
export const registerL1ValidatorTx = defineTx({
  typeId: 36,
  name: "RegisterL1ValidatorTx",
  since: "etna",
  gas: ({ message }) => ({
    reads: 5 + WARP_READS,
    writes: 6,
    compute: PROOF_COMPUTE + warpCompute(message),
  }),
  body: {
    base: baseTx,
    balance: navax,
    proofOfPossession: bytes(96, NUMBERS),
    message: embedded(signedWarpMessage),
  },
  effects: ({ base, balance, proofOfPossession, message: signed }) => {
    const { message, bytes } = expectL1Message(signed, "RegisterL1Validator");
    return [
      ...moves(base),
      {
        kind: "l1Validator.registered",
        // the id is the hash of the message; its expiry makes it unique
        validationId: sha256(bytes),
        subnetId: message.subnetId,
        nodeId: message.nodeId,
        weight: message.weight,
        balance,
        bls: { publicKey: message.blsPublicKey, proofOfPossession },
        remainingBalanceOwner: message.remainingBalanceOwner,
        deactivationOwner: message.disableOwner,
      },
    ];
  },
});
