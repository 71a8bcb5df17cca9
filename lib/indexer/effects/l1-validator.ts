import type { L1ValidatorEffect } from "../../avalanche/effects";
import { NO_TX, packBytes, positionOf } from "../../store/rows/columns";
import type { L1ValidatorTable } from "../../store/tables/staking";
import { byteKey } from "../rows/byte-key";
import type { Needs } from "../rows/needs";
import { findPosition, type Projection, type TxContext } from "../rows/projection";
import { type EffectHandlers, type LedgerHandlers, needsNothing } from "./handler";

export const l1ValidatorHandlers: EffectHandlers<L1ValidatorEffect> = {
  "l1Validator.registered": {
    addNeeds: needsNothing,
    rows({ projection, position }, effect) {
      projection.lastValidation.id += 1;
      const { id } = projection.lastValidation;
      projection.validations.set(byteKey(effect.validationId), id);
      projection.batch.insert("l1_validator", {
        id,
        validation_id: effect.validationId,
        subnet_id: effect.subnetId,
        node_id: effect.nodeId,
        registered_position: position,
        public_key: effect.bls.publicKey,
        remaining_balance_threshold: effect.remainingBalanceOwner.threshold,
        remaining_balance_addresses: packBytes(effect.remainingBalanceOwner.addresses),
        deactivation_threshold: effect.deactivationOwner.threshold,
        deactivation_addresses: packBytes(effect.deactivationOwner.addresses),
        weight: effect.weight,
        min_nonce: 0n,
        end_accumulated_fee: null,
        removed_position: null,
      });
      insertPoint(projection, id, { position, weight: effect.weight, paidIn: effect.balance });
    },
  },
  "l1Validator.weightSet": {
    addNeeds: needValidation,
    rows(context, effect) {
      change(context, effect, {
        weight: effect.weight,
        min_nonce: effect.nonce + 1n,
        ...(effect.weight === 0n && { removed_position: context.position }),
      });
    },
  },
  "l1Validator.balanceIncreased": {
    addNeeds: needValidation,
    rows: (context, effect) => change(context, effect, {}, effect.amount),
  },
  "l1Validator.disabled": {
    addNeeds: needValidation,
    rows: (context, effect) => change(context, effect, {}),
  },
};

export const l1ValidatorLedgerHandlers: LedgerHandlers<"l1Validator.changed"> = {
  /** Stores the balance from the ledger. A balance that ran out adds a point at its block. */
  "l1Validator.changed": {
    addNeeds: (needs, { validator }) => needs.validation(validator.validationId),
    rows(projection, { by, validator, balance }, height) {
      const id = projection.validations.get(byteKey(validator.validationId));
      if (id === undefined) return;
      projection.batch.update("l1_validator", [id], { end_accumulated_fee: validator.endAccumulatedFee });
      const caused = by && findPosition(projection, by);
      if (caused === undefined && ranOutBefore(projection, id, { height, balance })) return;
      const position = caused ?? positionOf(height, NO_TX);
      if (!projection.batch.find("l1_point", [id, position])) {
        insertPoint(projection, id, { position, weight: validator.weight, paidIn: 0n });
      }
      projection.batch.update("l1_point", [id, position], { balance });
    },
  },
};

/**
 * A balance that the time of a block uses up is used up before the block's transactions, whose points then stand for it:
 * those of which the ledger has not said anything yet. False if there are none.
 */
function ranOutBefore(
  projection: Projection,
  id: number,
  { height, balance }: { height: number; balance: bigint },
): boolean {
  let found = false;
  const last = projection.lastPositions.get(height) ?? -1;
  for (let position = positionOf(height, 0); position <= last; position++) {
    if (projection.batch.find("l1_point", [id, position])?.balance !== null) continue;
    projection.batch.update("l1_point", [id, position], { balance });
    found = true;
  }
  return found;
}

function needValidation(needs: Needs, { validationId }: { validationId: Uint8Array }): void {
  needs.validation(validationId);
}

function change(
  context: TxContext,
  { validationId }: { validationId: Uint8Array },
  changes: Partial<L1ValidatorTable>,
  paidIn = 0n,
): void {
  const { projection, position } = context;
  const id = projection.validations.get(byteKey(validationId));
  // Missing when it was registered before an incomplete index begins.
  const row = id === undefined ? undefined : projection.batch.find("l1_validator", [id]);
  if (!row) return;
  projection.batch.update("l1_validator", [row.id], changes);
  // The ledger says nothing about an inactive validator that stays inactive.
  const inactive = row.end_accumulated_fee === 0n && { balance: 0n };
  insertPoint(projection, row.id, { position, weight: row.weight, paidIn, ...inactive });
}

function insertPoint(
  projection: Projection,
  validation: number,
  point: { position: number; weight: bigint; paidIn: bigint; balance?: bigint },
): void {
  projection.batch.insert("l1_point", {
    validation,
    position: point.position,
    weight: point.weight,
    balance: point.balance ?? null,
    paid_in: point.paidIn,
    paid_back: projection.complete ? 0n : null,
  });
}
