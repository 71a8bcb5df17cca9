import { DataError } from "../../errors";
import type { EffectOf, L1ValidatorEffect, PChainOwner } from "../effects";
import { formatId } from "../ids";
import { type Books, mismatch, note } from "./books";
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

export function registerValidator(books: Books, effect: Of<"l1Validator.registered">): void {
  const { time, validatorFee } = books.state.chain();
  put(books, "registered", {
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
export function setWeight(books: Books, effect: Of<"l1Validator.weightSet">, refund: RefundOutput): void {
  const before = validatorOf(books, effect.validationId);
  if (effect.nonce < before.minNonce) {
    throw mismatch(
      books,
      `nonce ${effect.nonce} of L1 validator ${formatId(effect.validationId)} was used before`,
    );
  }
  const after = { ...before, weight: effect.weight, minNonce: effect.nonce + 1n };
  if (effect.weight > 0n) {
    put(books, "weightSet", after);
    return;
  }
  refundBalance(books, before, refund);
  books.state.removeL1Validator(before);
  const gone = { ...after, endAccumulatedFee: 0n };
  note(books, { kind: "l1Validator.changed", cause: "removed", validator: gone, balance: 0n });
}

/** Adds to a balance. Reactivates an inactive validator. */
export function increaseBalance(books: Books, effect: Of<"l1Validator.balanceIncreased">): void {
  const before = validatorOf(books, effect.validationId);
  const base =
    before.endAccumulatedFee === 0n ? books.state.chain().validatorFee.accrued : before.endAccumulatedFee;
  put(books, "balanceIncreased", { ...before, endAccumulatedFee: base + effect.amount });
}

/** Deactivates a validator and refunds its balance. Does nothing to an inactive one. */
export function disableValidator(
  books: Books,
  effect: Of<"l1Validator.disabled">,
  refund: RefundOutput,
): void {
  const before = validatorOf(books, effect.validationId);
  if (before.endAccumulatedFee === 0n) return;
  refundBalance(books, before, refund);
  put(books, "disabled", { ...before, endAccumulatedFee: 0n });
}

/** Charges all active validators for `seconds`. Those whose balance is used up become inactive. */
export function chargeValidators(books: Books, seconds: bigint): void {
  const { validatorFee: config } = books.rules;
  const chain = books.state.chain();
  const state = feeStateOf(books);
  const accrued = chain.validatorFee.accrued + validatorCost(config, state, seconds);
  books.state.setChain({
    ...chain,
    validatorFee: { accrued, excess: advanceExcess(config, state, seconds) },
  });
  deactivateUntil(books, (end) => end <= accrued);
}

/** Deactivates validators that cannot pay for the next second, after a block changed who is active. */
export function deactivateExhausted(books: Books): void {
  const { accrued } = books.state.chain().validatorFee;
  const next = accrued + validatorCost(books.rules.validatorFee, feeStateOf(books), 1n);
  deactivateUntil(books, (end) => end < next);
}

function feeStateOf(books: Books): ValidatorFeeState {
  return {
    active: BigInt(books.state.activeL1Validators()),
    excess: books.state.chain().validatorFee.excess,
  };
}

function deactivateUntil(books: Books, isExhausted: (endAccumulatedFee: bigint) => boolean): void {
  for (;;) {
    const validator = books.state.nextL1Validator();
    if (validator === undefined || !isExhausted(validator.endAccumulatedFee)) return;
    put(books, "exhausted", { ...validator, endAccumulatedFee: 0n });
  }
}

function refundBalance(books: Books, validator: L1ValidatorRecord, refund: RefundOutput): void {
  const amount = remainingBalance(books.state.chain(), validator);
  if (amount === 0n) return;
  note(books, {
    kind: "utxo.refunded",
    validationId: validator.validationId,
    ...refund,
    output: {
      outputType: "secp256k1.transfer",
      assetId: books.state.chain().avaxAssetId,
      amount,
      owner: ownerOf(validator.remainingBalanceOwner),
    },
  });
}

function ownerOf(owner: PChainOwner): { locktime: bigint } & PChainOwner {
  return { locktime: 0n, ...owner };
}

function validatorOf(books: Books, validationId: Uint8Array): L1ValidatorRecord {
  const validator = books.state.l1Validator(validationId);
  if (validator === undefined) throw mismatch(books, `no L1 validator ${formatId(validationId)}`);
  return validator;
}

function put(books: Books, cause: L1ValidatorCause, validator: L1ValidatorRecord): void {
  books.state.putL1Validator(validator);
  note(books, {
    kind: "l1Validator.changed",
    cause,
    validator,
    balance: remainingBalance(books.state.chain(), validator),
  });
}
