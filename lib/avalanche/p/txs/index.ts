import { type Credential, credentials } from "../../codec/fx";
import type { Effect } from "../../effects";
import { type TxCodec, type TxOf, txCodec } from "../../transaction";
import { addAutoRenewedValidatorTx } from "./add-auto-renewed-validator";
import { addDelegatorTx } from "./add-delegator";
import { addPermissionlessDelegatorTx } from "./add-permissionless-delegator";
import { addPermissionlessValidatorTx } from "./add-permissionless-validator";
import { addSubnetValidatorTx } from "./add-subnet-validator";
import { addValidatorTx } from "./add-validator";
import { advanceTimeTx } from "./advance-time";
import { baseTx } from "./base-tx";
import { convertSubnetToL1Tx } from "./convert-subnet-to-l1";
import { createChainTx } from "./create-chain";
import { createSubnetTx } from "./create-subnet";
import { disableL1ValidatorTx } from "./disable-l1-validator";
import { exportTx } from "./export";
import { importTx } from "./import";
import { increaseL1ValidatorBalanceTx } from "./increase-l1-validator-balance";
import { registerL1ValidatorTx } from "./register-l1-validator";
import { removeSubnetValidatorTx } from "./remove-subnet-validator";
import { rewardAutoRenewedValidatorTx } from "./reward-auto-renewed-validator";
import { rewardValidatorTx } from "./reward-validator";
import { setAutoRenewedValidatorConfigTx } from "./set-auto-renewed-validator-config";
import { setL1ValidatorWeightTx } from "./set-l1-validator-weight";
import { transferSubnetOwnershipTx } from "./transfer-subnet-ownership";
import { transformSubnetTx } from "./transform-subnet";

/**
 * Every transaction type of the P-Chain, in the order of the API. A new one needs its file, its line here and its sample
 * in `../vectors`.
 */
export const P_TXS = [
  addValidatorTx,
  addSubnetValidatorTx,
  addDelegatorTx,
  createChainTx,
  createSubnetTx,
  importTx,
  exportTx,
  advanceTimeTx,
  rewardValidatorTx,
  removeSubnetValidatorTx,
  transformSubnetTx,
  addPermissionlessValidatorTx,
  addPermissionlessDelegatorTx,
  baseTx,
  transferSubnetOwnershipTx,
  convertSubnetToL1Tx,
  registerL1ValidatorTx,
  setL1ValidatorWeightTx,
  disableL1ValidatorTx,
  increaseL1ValidatorBalanceTx,
  addAutoRenewedValidatorTx,
  setAutoRenewedValidatorConfigTx,
  rewardAutoRenewedValidatorTx,
] as const;

/** The P-Chain's transactions, distinguished by `txType`. */
export type PTx = TxOf<(typeof P_TXS)[number], Credential>;
export type PTxType = PTx["txType"];
/** Types whose transactions begin a stake of their own. */
export type StakingTxType = Extract<PTx, { unsigned: { stake: unknown } }>["txType"];

export const pTxs: TxCodec<PTx> = txCodec(P_TXS, credentials);

/** Reads signed bytes, codec version first. @throws DataError */
export const decodePTx: (signedBytes: Uint8Array) => PTx = pTxs.decode;

/** Encodes signed bytes from `unsigned` and `credentials`. The other fields follow from them. */
export const encodePTx: (tx: PTx) => Uint8Array = pTxs.encode;

/** The transaction's effects. @throws DataError if a warp message inside does not fit the type */
export const effectsOf: (tx: PTx) => Effect[] = pTxs.effectsOf;
