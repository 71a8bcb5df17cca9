import { DataError } from "../../errors";
import type { EffectOf, L1ValidatorEffect, PChainOwner } from "../effects";
import { formatId } from "../ids";
import { type LedgerDraft, mismatch, note } from "./draft";
import type { L1ValidatorCause } from "./effects";
import type { ChainRecord, L1ValidatorRecord } from "./records";
import { advanceExcess, type ValidatorFeeState, validatorCost } from "./validator-fee";

type Of<Kind extends L1ValidatorEffect["kind"]> = EffectOf<Kind>;

/** Position of a refund: the first free output of the transaction that causes it. */
export interface RefundOutput {
  txId: Uint8Array;
  outputIndex: number;
}

/**
 * nAVAX of a validator at chain time, 0 if inactive. A balance is stored as the total of fees at which it is used up,
 * so that charging all validators is a single addition.
 * @throws DataError BALANCE_NEGATIVE if accrued fees exceed the deposit
 * @source ACP-77; avalanchego vms/platformvm/state/l1_validator.go
 */
export function remainingBalance(
  { validatorFee }: Pick<ChainRecord, "validatorFee">,
  { endAccumulatedFee, validationId }: Pick<L1ValidatorRecord, "endAccumulatedFee" | "validationId">,
): bigint {
  if (endAccumulatedFee === 0n) return 0n;
  const balance = endAccumulatedFee - validatorFee.accrued;
  if (balance >= 0n) return balance;
  throw new DataError("BALANCE_NEGATIVE", `L1 validator ${formatId(validationId)} has ${balance} nAVAX left`);
}

export function registerValidator(ledger: LedgerDraft, effect: Of<"l1Validator.registered">): void {
  const { time, validatorFee } = ledger.state.chain();
  put(ledger, "registered", {
    validationId: effect.validationId,
    subnetId: effect.subnetId,
    nodeId: effect.nodeId,
    publicKey: effect.bls.publicKey,
    remainingBalanceOwner: effect.remainingBalanceOwner,
    deactivationOwner: effect.deactivationOwner,
    start: time,
    weight: effect.weight,
    minNonce: 0n,
    endAccumulatedFee: effect.balance === 0n ? 0n : validatorFee.accrued + effect.balance,
  });
}

/** Changes a weight. Weight 0 removes the validator and refunds its balance. */
export function setWeight(
  ledger: LedgerDraft,
  effect: Of<"l1Validator.weightSet">,
  refund: RefundOutput,
): void {
  const before = validatorOf(ledger, effect.validationId);
  if (effect.nonce < before.minNonce) {
    throw mismatch(
      ledger,
      `nonce ${effect.nonce} of L1 validator ${formatId(effect.validationId)} was used before`,
    );
  }
  const after = { ...before, weight: effect.weight, minNonce: effect.nonce + 1n };
  if (effect.weight > 0n) {
    put(ledger, "weightSet", after);
    return;
  }
  refundBalance(ledger, before, refund);
  ledger.state.removeL1Validator(before);
  const gone = { ...after, endAccumulatedFee: 0n };
  note(ledger, { kind: "l1Validator.changed", cause: "removed", validator: gone, balance: 0n });
}

/** Adds to a balance. Reactivates an inactive validator. */
export function increaseBalance(ledger: LedgerDraft, effect: Of<"l1Validator.balanceIncreased">): void {
  const before = validatorOf(ledger, effect.validationId);
  const base =
    before.endAccumulatedFee === 0n ? ledger.state.chain().validatorFee.accrued : before.endAccumulatedFee;
  put(ledger, "balanceIncreased", { ...before, endAccumulatedFee: base + effect.amount });
}

/** Deactivates a validator and refunds its balance. Does nothing to an inactive one. */
export function disableValidator(
  ledger: LedgerDraft,
  effect: Of<"l1Validator.disabled">,
  refund: RefundOutput,
): void {
  const before = validatorOf(ledger, effect.validationId);
  if (before.endAccumulatedFee === 0n) return;
  refundBalance(ledger, before, refund);
  put(ledger, "disabled", { ...before, endAccumulatedFee: 0n });
}

/** Charges all active validators for `seconds`. Those whose balance is used up become inactive. */
export function chargeValidators(ledger: LedgerDraft, seconds: bigint): void {
  const { validatorFee: config } = ledger.rules;
  const chain = ledger.state.chain();
  const state = feeStateOf(ledger);
  const accrued = chain.validatorFee.accrued + validatorCost(config, state, seconds);
  ledger.state.setChain({
    ...chain,
    validatorFee: { accrued, excess: advanceExcess(config, state, seconds) },
  });
  deactivateUntil(ledger, (end) => end <= accrued);
}

/** Deactivates validators that cannot pay for the next second, after a block changed who is active. */
export function deactivateExhausted(ledger: LedgerDraft): void {
  const { accrued } = ledger.state.chain().validatorFee;
  const next = accrued + validatorCost(ledger.rules.validatorFee, feeStateOf(ledger), 1n);
  deactivateUntil(ledger, (end) => end < next);
}

function feeStateOf(ledger: LedgerDraft): ValidatorFeeState {
  return {
    active: BigInt(ledger.state.activeL1Validators()),
    excess: ledger.state.chain().validatorFee.excess,
  };
}

function deactivateUntil(ledger: LedgerDraft, isExhausted: (endAccumulatedFee: bigint) => boolean): void {
  for (;;) {
    const validator = ledger.state.nextL1Validator();
    if (validator === undefined || !isExhausted(validator.endAccumulatedFee)) return;
    put(ledger, "exhausted", { ...validator, endAccumulatedFee: 0n });
  }
}

function refundBalance(ledger: LedgerDraft, validator: L1ValidatorRecord, refund: RefundOutput): void {
  const amount = remainingBalance(ledger.state.chain(), validator);
  if (amount === 0n) return;
  note(ledger, {
    kind: "utxo.refunded",
    validationId: validator.validationId,
    ...refund,
    output: {
      outputType: "secp256k1.transfer",
      assetId: ledger.state.chain().avaxAssetId,
      amount,
      owner: ownerOf(validator.remainingBalanceOwner),
    },
  });
}

function ownerOf(owner: PChainOwner): { locktime: bigint } & PChainOwner {
  return { locktime: 0n, ...owner };
}

function validatorOf(ledger: LedgerDraft, validationId: Uint8Array): L1ValidatorRecord {
  const validator = ledger.state.l1Validator(validationId);
  if (validator === undefined) throw mismatch(ledger, `no L1 validator ${formatId(validationId)}`);
  return validator;
}

function put(ledger: LedgerDraft, cause: L1ValidatorCause, validator: L1ValidatorRecord): void {
  ledger.state.putL1Validator(validator);
  note(ledger, {
    kind: "l1Validator.changed",
    cause,
    validator,
    balance: remainingBalance(ledger.state.chain(), validator),
  });
}
