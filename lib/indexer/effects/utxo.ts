import type { EffectOf, Output } from "../../avalanche/effects";
import { formatId } from "../../avalanche/ids";
import type { LedgerEffect, RewardType } from "../../avalanche/ledger/effects";
import { DataError } from "../../errors";
import { CHAIN, packBytes, REWARD_TYPE, unpackBytes } from "../../store/rows/columns";
import type { UtxoTable } from "../../store/tables/utxo";
import { byteKey } from "../rows/byte-key";
import type { Needs, OutputRef } from "../rows/needs";
import {
  type Actor,
  assetNumber,
  findPosition,
  idOfChain,
  insertUtxo,
  type Projection,
  requirePosition,
  sourceOf,
  type TxContext,
  touchAddresses,
  touchAsset,
  whyUnspendable,
} from "../rows/projection";
import { signersKey } from "../rows/signers";
import type { EffectHandlers, LedgerHandlers } from "./handler";

export const utxoHandlers: EffectHandlers<
  EffectOf<"utxo.consumed" | "utxo.produced" | "utxo.staked" | "utxo.exported">
> = {
  /** Marks the UTXO that an input spends, or stores the input's data when the store never saw the output created. */
  "utxo.consumed": {
    addNeeds(needs, { sourceTxId, outputIndex, assetId }) {
      needs.output({ txId: sourceTxId, outputIndex });
      needs.asset(assetId);
    },
    rows: consume,
  },
  /** An output that can be spent from now on. */
  "utxo.produced": {
    addNeeds: needNewOutput,
    rows: (context, effect) => create(context, effect, {}),
  },
  /** Stake principal: spendable under this id once the staker leaves. */
  "utxo.staked": {
    addNeeds: needNewOutput,
    rows: (context, effect) => create(context, effect, { staked: true }),
  },
  "utxo.exported": {
    addNeeds(needs, effect, txId) {
      needs.earlyTx(txId);
      needs.newOutput({ txId, ...effect });
    },
    rows: (context, effect) => create(context, effect, { destination: effect.destinationChain }),
  },
};

export const utxoLedgerHandlers: LedgerHandlers<"utxo.rewarded" | "utxo.unstaked" | "utxo.refunded"> = {
  /** A reward, named by the staking transaction and created by the rewarding one (which may be the same). */
  "utxo.rewarded": {
    addNeeds: needLedgerOutput,
    rows(projection, effect) {
      const position = requirePosition(projection, effect.txId);
      const by = requireCause(projection, effect);
      insertUtxo(projection, effect.output, {
        chain: CHAIN.p,
        position,
        outputIndex: effect.outputIndex,
        rewardType: REWARD_CODES[effect.rewardType],
        stakePosition: requirePosition(projection, effect.stakingTxId),
        ...(by.position === position ? {} : { createdPosition: by.position }),
      });
      touchAddresses(projection, effect.output.owner.addresses, by);
      touchAsset(projection, effect.output.assetId, by);
    },
  },
  /** Stake principal becomes spendable. */
  "utxo.unstaked": {
    addNeeds: (needs, { txId, outputIndex }) => needs.output({ txId, outputIndex }),
    rows(projection, effect) {
      const key = [CHAIN.p, requirePosition(projection, effect.txId), effect.outputIndex];
      projection.batch.update("utxo", key, { released_position: requireCause(projection, effect).position });
    },
  },
  /** The rest of an L1 validator's balance goes back to its owner. */
  "utxo.refunded": {
    addNeeds: needLedgerOutput,
    rows(projection, effect) {
      const by = requireCause(projection, effect);
      const { chain, position } = by;
      insertUtxo(projection, effect.output, { chain, position, outputIndex: effect.outputIndex });
      touchAddresses(projection, effect.output.owner.addresses, by);
      const validation = projection.validations.get(byteKey(effect.validationId));
      if (validation === undefined) return;
      projection.batch.update("l1_point", [validation, position], { paid_back: effect.output.amount });
    },
  },
};

function needNewOutput(
  needs: Needs,
  effect: { outputIndex: number; output: Output },
  txId: Uint8Array,
): void {
  needs.newOutput({ txId, ...effect });
}

function needLedgerOutput(needs: Needs, effect: OutputRef & { output: Output }): void {
  needs.tx(effect.txId);
  needs.newOutput(effect);
}

function consume(context: TxContext, effect: EffectOf<"utxo.consumed">): void {
  const { projection, chain } = context;
  touchAsset(projection, effect.assetId, context);
  const imported = effect.sourceChain !== undefined;
  const row = findOutput(context, effect);
  if (row === undefined) {
    if (!imported && projection.complete) throw contradiction(context, effect, "no transaction created it");
    learnUtxo(context, effect);
    return;
  }
  if (row.consumed_position !== null) throw contradiction(context, effect, "it is already spent");
  if (projection.complete && row.staked && row.released_position === null) {
    throw contradiction(context, effect, "it is still staked");
  }
  const asset = assetNumber(projection, effect.assetId);
  const reason = whyUnspendable(projection, row, { chain, imported, asset, amount: effect.amount });
  if (reason !== undefined) throw contradiction(context, effect, reason);
  projection.batch.update("utxo", [row.chain, row.position, row.output_index], {
    consumed_chain: chain,
    consumed_position: context.position,
    consumed_input: effect.credential,
  });
  touchAddresses(projection, unpackBytes(row.owners, 20), context);
}

const REWARD_CODES = {
  VALIDATOR: REWARD_TYPE.validator,
  DELEGATOR: REWARD_TYPE.delegator,
  VALIDATOR_FEE: REWARD_TYPE.validatorFee,
} as const satisfies Record<RewardType, number>;

function create(
  context: TxContext,
  effect: EffectOf<"utxo.produced" | "utxo.staked" | "utxo.exported">,
  how: { staked?: boolean; destination?: Uint8Array },
): void {
  const { projection, chain, position } = context;
  const { output, outputIndex } = effect;
  insertUtxo(projection, output, { chain, position, outputIndex, ...how });
  touchAddresses(projection, output.owner.addresses, context);
  touchAsset(projection, output.assetId, context);
}

/** @throws DataError LEDGER_MISMATCH when its transaction is stored but has no such output */
function findOutput(context: TxContext, effect: EffectOf<"utxo.consumed">): Readonly<UtxoTable> | undefined {
  const { projection } = context;
  const chain = sourceOf(projection, context.chain, effect);
  const position = chain === undefined ? undefined : findPosition(projection, effect.sourceTxId, chain);
  if (chain === undefined || position === undefined) return undefined;
  const row = projection.batch.find("utxo", [chain, position, effect.outputIndex]);
  // Where the P-Chain's ledger isn't kept, the outputs it creates are unknown.
  if (row || chain === CHAIN.p) return row;
  throw contradiction(context, effect, "that transaction has no such output");
}

function learnUtxo(context: TxContext, effect: EffectOf<"utxo.consumed">): void {
  const signers = context.projection.signers.get(signersKey(context, effect.credential)) ?? [];
  const owners = signers.map(({ address }) => address);
  const key = [context.chain, context.position, effect.credential];
  if (context.projection.batch.find("learned_utxo", key)) {
    throw contradiction(context, effect, "that input spends another output too");
  }
  context.projection.batch.insert("learned_utxo", {
    consumed_chain: context.chain,
    consumed_position: context.position,
    consumed_input: effect.credential,
    source_chain: effect.sourceChain ?? idOfChain(context.projection, context.chain),
    tx_id: effect.sourceTxId,
    output_index: effect.outputIndex,
    asset: assetNumber(context.projection, effect.assetId),
    amount: effect.amount,
    stakeable_locktime: effect.stakeableLocktime ?? null,
    owners: packBytes(owners),
  });
  touchAddresses(context.projection, owners, context);
}

/** The transaction that the ledger names as the cause: one of this batch, or the proposal just before it. */
function requireCause(projection: Projection, effect: LedgerEffect): Actor {
  const position = effect.by && requirePosition(projection, effect.by);
  const row = position === undefined ? undefined : projection.batch.find("tx", [CHAIN.p, position]);
  if (row) return { chain: CHAIN.p, position: row.position, txType: row.tx_type };
  throw new DataError(
    "LEDGER_MISMATCH",
    `the ledger has ${effect.kind} without the transaction that caused it`,
  );
}

function contradiction(context: TxContext, effect: EffectOf<"utxo.consumed">, why: string): DataError {
  const input = `output ${effect.outputIndex} of ${formatId(effect.sourceTxId)} (${effect.amount})`;
  return new DataError(
    "LEDGER_MISMATCH",
    `transaction ${formatId(context.txId)} spends ${input}, but ${why}`,
    {
      hint: "check that FIRN_GENESIS is for this network, then run `firn reset` and index again",
    },
  );
}
