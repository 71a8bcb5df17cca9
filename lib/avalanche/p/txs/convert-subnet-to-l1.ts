import { sha256 } from "#sha256";
import { array, struct } from "../../codec/combinators";
import { Writer } from "../../codec/cursor";
import { id, NODE_ID, navax, sizedBytes, subnetId, u64, varBytes } from "../../codec/fields";
import { authorization, pChainOwner } from "../../codec/fx";
import { named, type TypeOf } from "../../codec/layout";
import type { L1ValidatorEffect } from "../../effects";
import { defineTx } from "../../transaction";
import { moves } from "../../utxo/transferable";
import { PROOF_COMPUTE } from "../gas";
import { baseTx, blsSigner } from "../pieces";

const l1Validator = struct({
  nodeId: named({ label: "Validator" }, sizedBytes(20, NODE_ID)),
  weight: u64,
  balance: navax,
  signer: blsSigner,
  remainingBalanceOwner: pChainOwner,
  deactivationOwner: pChainOwner,
});

/** Database writes per validator. @source avalanchego vms/platformvm/txs/fee/complexity.go */
const VALIDATOR_WRITES = 4;

/** Converts a subnet to an L1: from then on a contract manages its validators, and each pays a continuous fee. */
export const convertSubnetToL1Tx = defineTx({
  typeId: 35,
  name: "ConvertSubnetToL1Tx",
  since: "etna",
  gas: ({ validators }) => ({
    reads: 3,
    writes: 2 + validators.length * VALIDATOR_WRITES,
    compute: validators.length * PROOF_COMPUTE,
  }),
  body: {
    base: baseTx,
    subnetId,
    chainId: named({ label: "Manager chain" }, id),
    address: named({ label: "Manager address" }, varBytes()),
    validators: array(l1Validator),
    subnetAuthorization: authorization,
  },
  effects: ({ base, subnetId, chainId, address, validators }) => [
    ...moves(base),
    { kind: "subnet.converted", subnetId, managerChainId: chainId, managerAddress: address },
    ...validators.map((validator, i) => registered(subnetId, validator, i)),
  ],
});

function registered(
  subnetId: Uint8Array,
  validator: TypeOf<typeof l1Validator>,
  index: number,
): L1ValidatorEffect {
  const { signer, ...rest } = validator;
  return {
    kind: "l1Validator.registered",
    validationId: convertedValidationId(subnetId, index),
    subnetId,
    ...rest,
    bls: signer,
  };
}

/**
 * Id of the validator at `index` of a conversion.
 * @source avalanchego ids.ID.Append
 */
function convertedValidationId(subnetId: Uint8Array, index: number): Uint8Array {
  const writer = new Writer(36);
  writer.put(subnetId);
  writer.u32(index);
  return sha256(writer.finish());
}
