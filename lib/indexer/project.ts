import type { Effect, EffectKind } from "../avalanche/effects";
import type { LedgerEffect } from "../avalanche/ledger/effects";
import type { Utxo } from "../avalanche/utxo";
import { CHAIN, positionOf, STAKE_OUTCOME, TX_OUTCOME } from "../store/columns";
import type { DecodedBlock, DecodedTx } from "./decode";
import { createBlockchain } from "./effects/blockchain";
import {
  disableValidator,
  increaseBalance,
  registerValidator,
  setBalance,
  setWeight,
} from "./effects/l1-validator";
import { addStake, endStake, setPeriod } from "./effects/staker";
import { changeOwner, convertSubnet, createSubnet, transformSubnet } from "./effects/subnet";
import {
  consumeUtxo,
  exportUtxo,
  produceUtxo,
  refundUtxo,
  releaseUtxo,
  rewardUtxo,
  stakeUtxo,
} from "./effects/utxo";
import type { LedgerFacts } from "./ledger";
import { insertHash, insertUtxo, type Projection, type TxContext } from "./projection";

/** A block with what bytes can't say. */
export interface SettledBlock extends DecodedBlock {
  /** Chain time after the block, unix seconds. */
  time: number;
  /** Absent when the books can't be kept: no genesis, or an index that doesn't begin with the chain. */
  ledger?: LedgerFacts;
}

/**
 * Turns a block into rows: its transactions' effects in order, then what the ledger says of it. What it refers to was
 * loaded before (`prepare`).
 * @throws DataError LEDGER_MISMATCH when it contradicts the rows
 */
export function projectBlock(projection: Projection, block: SettledBlock, storedAtMs: number): void {
  insertBlock(projection, block, storedAtMs);
  for (const tx of block.txs) {
    projectTx(projection, tx, block.time);
    projection.lastPositions.set(block.height, tx.position);
  }
  const proposal = decidedProposal(block);
  if (proposal !== undefined) decide(projection, proposal);
  for (const effect of block.ledger?.effects ?? []) {
    LEDGER_EFFECTS[effect.kind](projection, effect as never, block.height);
  }
}

/** What a chain starts from, as rows of height 0. */
export interface GenesisDeeds {
  time: number;
  /** Allocations, under position 0. */
  utxos: Utxo[];
  txs: DecodedTx[];
  /** What the ledger says of the initial stakers. */
  effects: LedgerEffect[];
}

/** Turns a genesis into rows. */
export function projectGenesis(projection: Projection, genesis: GenesisDeeds): void {
  for (const { output, outputIndex } of genesis.utxos) {
    insertUtxo(projection, output, { position: 0, outputIndex });
  }
  for (const tx of genesis.txs) projectTx(projection, tx, genesis.time);
  for (const effect of genesis.effects) LEDGER_EFFECTS[effect.kind](projection, effect as never, 0);
}

function projectTx(projection: Projection, { tx, position, effects }: DecodedTx, time: number): void {
  const context: TxContext = {
    projection,
    txId: tx.txId,
    txType: tx.typeId,
    position,
    time,
    amounts: { consumed: 0n, value: 0n, staked: 0n, l1Balance: 0n },
  };
  for (const effect of effects) EFFECTS[effect.kind](context, effect as never);
  const { consumed, value, staked, l1Balance } = context.amounts;
  projection.batch.insert("tx", {
    chain: CHAIN.p,
    position,
    tx_id: tx.txId,
    tx_type: tx.typeId,
    time,
    value,
    // Genesis consumes nothing of what it stakes.
    burned: consumed > value ? consumed - value : 0n,
    staked,
    l1_balance: l1Balance,
    outcome: null,
  });
  insertHash(projection, tx.txId, { kind: "tx", position });
}

type TxHandlers = {
  [K in EffectKind]: (context: TxContext, effect: Extract<Effect, { kind: K }>) => void;
};

type LedgerHandlers = {
  [K in LedgerEffect["kind"]]: (
    projection: Projection,
    effect: Extract<LedgerEffect, { kind: K }>,
    height: number,
  ) => void;
};

const nothing = () => {};

/** Every effect of a transaction, and who makes rows of it. */
const EFFECTS = {
  "utxo.consumed": consumeUtxo,
  "utxo.produced": produceUtxo,
  "utxo.staked": stakeUtxo,
  "utxo.exported": exportUtxo,
  "staker.added": addStake,
  "subnet.created": createSubnet,
  "subnet.ownerChanged": changeOwner,
  "subnet.transformed": transformSubnet,
  "subnet.converted": convertSubnet,
  "l1Validator.registered": registerValidator,
  "l1Validator.weightSet": setWeight,
  "l1Validator.balanceIncreased": increaseBalance,
  "l1Validator.disabled": disableValidator,
  "blockchain.created": createBlockchain,
  // What these come to is the ledger's to say.
  "staker.removed": nothing,
  "staker.rewardProposed": nothing,
  "staker.renewProposed": nothing,
  "staker.configured": nothing,
  "time.proposed": nothing,
  // No P-Chain transaction does these.
  "utxo.evmInput": nothing,
  "utxo.evmOutput": nothing,
  "asset.created": nothing,
} satisfies TxHandlers;

/** Every effect of the ledger, and who makes rows of it. */
const LEDGER_EFFECTS = {
  "staker.queued": setPeriod,
  "staker.started": setPeriod,
  "staker.renewed": setPeriod,
  "staker.ended": endStake,
  "utxo.rewarded": rewardUtxo,
  "utxo.unstaked": releaseUtxo,
  "utxo.refunded": refundUtxo,
  "l1Validator.changed": setBalance,
  // Columns of the block.
  "time.advanced": nothing,
  "supply.changed": nothing,
  // Rows of the transactions that ask for them.
  "subnet.changed": nothing,
  "staker.reconfigured": nothing,
  "staker.shareAccrued": nothing,
} satisfies LedgerHandlers;

function insertBlock(projection: Projection, settled: SettledBlock, storedAtMs: number): void {
  const { block, container, height, ledger, time } = settled;
  const { wrapper } = container;
  projection.batch.insert("block", {
    chain: CHAIN.p,
    height,
    block_id: block.blockId,
    parent_id: block.parentId,
    container_id: container.containerId,
    container_index: container.index,
    time,
    block_type: block.typeId,
    size: block.bytes.length,
    tx_count: settled.txs.length,
    proposer_parent_id: wrapper.parentId ?? null,
    proposer_time: wrapper.timestamp === undefined ? null : Number(wrapper.timestamp),
    proposer_p_chain_height: wrapper.pChainHeight === undefined ? null : Number(wrapper.pChainHeight),
    proposer_node_id: wrapper.proposer ?? null,
    accepted_at_ns: container.acceptedAtNs,
    stored_at_ms: storedAtMs,
    supply: ledger?.supply ?? null,
    active_l1_validators: ledger?.activeL1Validators ?? null,
    l1_accrued_fees: ledger?.l1AccruedFees ?? null,
    evm_tx_count: null,
    gas_used: null,
    gas_limit: null,
  });
  const position = positionOf(height, 0);
  insertHash(projection, block.blockId, { kind: "block", position });
  insertHash(projection, container.containerId, { kind: "container", position });
}

/** For an option block: the height of the proposal it decides, and how. */
export function decidedProposal(block: DecodedBlock): { height: number; committed: boolean } | undefined {
  const { blockType } = block.block;
  const committed = blockType.endsWith("CommitBlock");
  if (!committed && !blockType.endsWith("AbortBlock")) return undefined;
  return { height: block.height - 1, committed };
}

/** The proposal is the last transaction of the block before; missing when an incomplete index begins here. */
function decide(projection: Projection, { height, committed }: { height: number; committed: boolean }): void {
  const position = projection.lastPositions.get(height);
  if (position === undefined) return;
  const outcome = committed ? TX_OUTCOME.committed : TX_OUTCOME.aborted;
  projection.batch.update("tx", [CHAIN.p, position], { outcome });
  // Before Banff stakers were added by proposals: an aborted one never staked.
  if (committed || !projection.batch.find("stake", [position])) return;
  projection.batch.update("stake", [position], { ended_position: position, outcome: STAKE_OUTCOME.aborted });
}
