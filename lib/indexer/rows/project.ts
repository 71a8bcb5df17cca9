import { isAvax } from "../../avalanche/avax";
import { type Effect, movesOf } from "../../avalanche/effects";
import type { LedgerEffect } from "../../avalanche/ledger/effects";
import { decisionOf } from "../../avalanche/p/block";
import { unreachable } from "../../avalanche/unreachable";
import type { Utxo } from "../../avalanche/utxo/utxo";
import { CHAIN, STAKE_OUTCOME, TX_OUTCOME } from "../../store/rows/columns";
import { handlerOf, ledgerHandlerOf } from "../effects/handlers";
import type { DecodedTx } from "../follow/decode";
import type { ContainerWithLedger } from "./container-with-ledger";
import { insertBlock, insertVertex } from "./project-block";
import { insertHash, insertUtxo, type Projection, type TxContext } from "./projection";
import { projectSigners } from "./signers";

/**
 * Turns a container into rows: the block, the effects of its transactions in order, then those of the ledger. The rows
 * it refers to are loaded (`prepare`).
 * @throws DataError LEDGER_MISMATCH when it contradicts the rows
 */
export function projectContainer(
  projection: Projection,
  applied: ContainerWithLedger,
  storedAtMs: number,
): void {
  const { block, vertex, height } = applied;
  if (block) insertBlock(projection, { block, ...applied }, storedAtMs);
  if (vertex) insertVertex(projection, applied.container, vertex);
  for (const tx of applied.txs) {
    projectTx(projection, tx, applied.time);
    projection.lastPositions.set(height, tx.position);
  }
  const proposal = decidedProposal(applied);
  if (proposal !== undefined) decide(projection, proposal);
  for (const effect of applied.ledger?.effects ?? []) {
    ledgerHandlerOf(effect).rows(projection, effect, height);
  }
}

/** The genesis of the chains: what becomes rows before their first blocks. */
export interface GenesisEffects {
  time: number;
  /** Allocations on P, at position 0. */
  utxos: Utxo[];
  txs: DecodedTx[];
  /** The ledger's effects of the initial stakers. */
  effects: LedgerEffect[];
}

/** Turns a genesis into rows. */
export function projectGenesis(projection: Projection, genesis: GenesisEffects): void {
  for (const { output, outputIndex } of genesis.utxos) {
    insertUtxo(projection, output, { chain: CHAIN.p, position: 0, outputIndex });
  }
  for (const tx of genesis.txs) projectTx(projection, tx, genesis.time);
  for (const effect of genesis.effects) ledgerHandlerOf(effect).rows(projection, effect, 0);
}

function projectTx(projection: Projection, { tx, chain, position, effects }: DecodedTx, time: number): void {
  const context: TxContext = {
    projection,
    txId: tx.txId,
    txType: tx.typeId,
    chain,
    position,
    time,
  };
  for (const effect of effects) handlerOf(effect).rows(context, effect);
  projectSigners(projection, { tx, chain, position, effects });
  const { consumed, value, staked, l1Balance } = amountsOf(projection, effects);
  projection.batch.insert("tx", {
    chain,
    position,
    tx_id: tx.txId,
    tx_type: tx.typeId,
    time,
    value,
    // A genesis stakes without consuming.
    burned: consumed > value ? consumed - value : 0n,
    staked,
    l1_balance: l1Balance,
    outcome: null,
  });
  insertHash(projection, tx.txId, { kind: "tx", chain, position });
}

/** Amounts that a transaction moves, in nAVAX. */
function amountsOf(projection: Projection, effects: readonly Effect[]) {
  const amounts = { consumed: 0n, value: 0n, staked: 0n, l1Balance: 0n };
  for (const move of movesOf(effects)) {
    if (move.of !== "l1Balance" && !isAvax(projection.network, move.assetId)) continue;
    switch (move.of) {
      case "consumed":
        amounts.consumed += move.amount;
        break;
      case "staked":
        amounts.staked += move.amount;
        amounts.value += move.amount;
        break;
      case "produced":
      case "exported":
        amounts.value += move.amount;
        break;
      case "l1Balance":
        amounts.l1Balance += move.amount;
        break;
      default:
        unreachable(move);
    }
  }
  return amounts;
}

/** For an option block: the height of the proposal that it decides, and whether it commits. */
export function decidedProposal(
  applied: ContainerWithLedger,
): { height: number; committed: boolean } | undefined {
  const { height, block } = applied;
  const decision = block?.pBlock && decisionOf(block.pBlock.blockType);
  return decision && { height: height - 1, committed: decision === "commit" };
}

/**
 * Records the outcome of a proposal: the last transaction of the block before. Missing when an incomplete index begins
 * here.
 */
function decide(projection: Projection, { height, committed }: { height: number; committed: boolean }): void {
  const position = projection.lastPositions.get(height);
  if (position === undefined) return;
  const outcome = committed ? TX_OUTCOME.committed : TX_OUTCOME.aborted;
  projection.batch.update("tx", [CHAIN.p, position], { outcome });
  // Before Banff proposals added stakers; an aborted one never staked.
  if (committed || !projection.batch.find("stake", [position])) return;
  projection.batch.update("stake", [position], { ended_position: position, outcome: STAKE_OUTCOME.aborted });
}
