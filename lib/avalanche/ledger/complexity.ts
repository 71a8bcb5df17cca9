import { DataError } from "../../errors";
import type { Effect } from "../effects";
import { formatId } from "../ids";
import type { PTx, PTxType } from "../p/txs";
import { decodeWarpMessage } from "../warp";
import type { GasConfig } from "./rules";

/** Of a type that blocks no longer hold once fees are paid by gas, or that only a proposal holds, which pays nothing. */
const PAYS_NO_GAS = "pays no gas";

/** Database reads and writes of a transaction besides those of its inputs, outputs and validators. */
const DATABASE: Record<PTxType, readonly [reads: number, writes: number] | typeof PAYS_NO_GAS> = {
  AddValidatorTx: PAYS_NO_GAS,
  AddSubnetValidatorTx: [3, 3],
  AddDelegatorTx: PAYS_NO_GAS,
  CreateChainTx: [3, 1],
  CreateSubnetTx: [0, 1],
  ImportTx: [0, 0],
  ExportTx: [0, 0],
  AdvanceTimeTx: PAYS_NO_GAS,
  RewardValidatorTx: PAYS_NO_GAS,
  RemoveSubnetValidatorTx: [1, 3],
  TransformSubnetTx: PAYS_NO_GAS,
  AddPermissionlessValidatorTx: [1, 3],
  AddPermissionlessDelegatorTx: [1, 2],
  TransferSubnetOwnershipTx: [1, 1],
  BaseTx: [0, 0],
  ConvertSubnetToL1Tx: [3, 2],
  RegisterL1ValidatorTx: [5, 6],
  SetL1ValidatorWeightTx: [3, 5],
  IncreaseL1ValidatorBalanceTx: [1, 5],
  DisableL1ValidatorTx: [1, 6],
  AddAutoRenewedValidatorTx: [0, 3],
  SetAutoRenewedValidatorConfigTx: [1, 1],
  RewardAutoRenewedValidatorTx: PAYS_NO_GAS,
};

/** Microseconds of compute: checking a signature, a proof of possession of a BLS key, a warp message, each signer. */
const COMPUTE = { signature: 200, proofOfPossession: 1_050, warp: 1_000, warpSigner: 5 };
const WARP_READS = 23;
const L1_VALIDATOR_WRITES = 4;

/**
 * Gas of an accepted decision transaction. The node counts its bandwidth field by field; for a valid transaction that
 * is the length of its signed bytes.
 * @throws DataError LEDGER_MISMATCH for a type that no block holds among its decisions since fees are paid by gas
 * @source ACP-103; avalanchego vms/platformvm/txs/fee/complexity.go
 */
export function gasOfTx(weights: GasConfig["weights"], tx: PTx, effects: readonly Effect[]): bigint {
  const database = DATABASE[tx.txType];
  if (database === PAYS_NO_GAS)
    throw new DataError("LEDGER_MISMATCH", `${tx.txType} ${formatId(tx.txId)} pays no fee by gas`);
  let [reads, writes] = database;
  let compute =
    tx.credentials.reduce((sum, { signatures }) => sum + signatures.length, 0) * COMPUTE.signature;
  for (const effect of effects) {
    switch (effect.kind) {
      case "utxo.consumed":
        reads += 1;
        writes += 1;
        break;
      case "utxo.produced":
      case "utxo.staked":
      case "utxo.exported":
        writes += 1;
        break;
      case "staker.added":
      case "l1Validator.registered":
        if (effect.bls?.proofOfPossession !== undefined) compute += COMPUTE.proofOfPossession;
        if (tx.txType === "ConvertSubnetToL1Tx") writes += L1_VALIDATOR_WRITES;
        break;
    }
  }
  if (tx.txType === "RegisterL1ValidatorTx" || tx.txType === "SetL1ValidatorWeightTx") {
    reads += WARP_READS;
    compute += COMPUTE.warp + decodeWarpMessage(tx.unsigned.message).signers.length * COMPUTE.warpSigner;
  }
  return (
    weights.bandwidth * BigInt(tx.bytes.length) +
    weights.dbRead * BigInt(reads) +
    weights.dbWrite * BigInt(writes) +
    weights.compute * BigInt(compute)
  );
}
