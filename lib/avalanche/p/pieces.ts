import { toHex } from "../codec/bytes";
import { array, oneOf, struct } from "../codec/combinators";
import { bytes, navax, nodeId, subnetId, time, u64 } from "../codec/fields";
import { named, spread, type TypeOf } from "../codec/layout";
import type { BlsCredentials, EffectOf } from "../effects";
import { OUTPUTS, toOutput } from "../utxo/outputs";
import {
  baseTxOf,
  INPUTS,
  type TransferableOutput,
  transferableInput,
  transferableOutput,
} from "../utxo/transferable";

/** An output that the P-Chain allows. */
export const pOutput = transferableOutput(
  oneOf({
    "secp256k1.transfer": OUTPUTS["secp256k1.transfer"],
    "stakeable.lockOut": OUTPUTS["stakeable.lockOut"],
  }),
);
export const pInput = transferableInput(oneOf(INPUTS));

export const baseTx = baseTxOf(pOutput, pInput);

/** Staked outputs. */
export const stakeOutputs = named({ label: "Stake output" }, array(pOutput));

const validatorFields = {
  nodeId: named({ label: "Validator" }, nodeId),
  start: named({ label: "Start time" }, time),
  end: named({ label: "End time" }, time),
  weight: navax,
};

/** Who validates, from when until when (unix seconds), and with what weight. */
export const validator = spread(struct(validatorFields));
/** Like `validator`, for a subnet whose weights are not amounts. */
export const subnetValidator = spread(struct({ ...validatorFields, weight: u64, subnetId }));

/** 48 bytes, compressed G1. */
const blsPublicKey = named({ label: "BLS public key" }, bytes(48));
/** 96 bytes, compressed G2: a signature of the public key. */
const proofOfPossession = bytes(96);

/** The BLS key of a validator, with its proof of possession. */
export const blsSigner = struct(
  { publicKey: blsPublicKey, proofOfPossession },
  { show: ({ publicKey }) => `BLS key ${toHex(publicKey)}` },
);
/** Like `blsSigner`, as an interface. Validators of subnets have no key. */
export const signer = oneOf({
  "signer.empty": { typeId: 27, layout: struct({}, { show: () => "none" }) },
  "signer.proofOfPossession": { typeId: 28, layout: blsSigner },
});

/** The BLS key of a staker, if it has one. */
export function blsOf(signer: Signer): { bls?: BlsCredentials } {
  if (signer.type === "signer.empty") return {};
  const { publicKey, proofOfPossession } = signer;
  return { bls: { publicKey, proofOfPossession } };
}

export type Signer = TypeOf<typeof signer>;
type StakedEffect = EffectOf<"utxo.staked">;

/** Staked outputs of a transaction. Their indexes continue after its own `outputs`. */
export function staked(outputs: TransferableOutput[], stake: TransferableOutput[]): StakedEffect[] {
  return stake.map(({ assetId, output }, i) => ({
    kind: "utxo.staked",
    outputIndex: outputs.length + i,
    output: toOutput(assetId, output),
  }));
}
