import { isAvax } from "../../avalanche/avax";
import { type Effect, movesOf } from "../../avalanche/effects";
import type { LedgerEffect } from "../../avalanche/ledger/effects";
import { decisionOf } from "../../avalanche/p/block";
import { unreachable } from "../../avalanche/unreachable";
import type { Utxo } from "../../avalanche/utxo/utxo";
import { CHAIN, STAKE_OUTCOME, TX_OUTCOME } from "../../store/rows/columns";
import { handlerOf, ledgerHandlerOf } from "../effects/handlers";
import type { DecodedTx } from "../follow/decode";
import { insertBlock, insertVertex } from "./project-block";
import { insertHash, insertUtxo, type Projection, type TxContext } from "./projection";
import type { SettledContainer } from "./settled-container";

/**
 * Turns a container into rows: what it is, its transactions' effects in order, then what the ledger says of it. What it
 * refers to was loaded before (`prepare`).
 * @throws DataError LEDGER_MISMATCH when it contradicts the rows
 */
export function projectContainer(
  projection: Projection,
  settled: SettledContainer,
  storedAtMs: number,
): void {
  const { block, vertex, height } = settled;
  if (block) insertBlock(projection, { ...settled, block }, storedAtMs);
  if (vertex) insertVertex(projection, settled.container, vertex);
  for (const tx of settled.txs) {
    projectTx(projection, tx, settled.time);
    projection.lastPositions.set(height, tx.position);
  }
  const proposal = decidedProposal(settled);
  if (proposal !== undefined) decide(projection, proposal);
  for (const effect of settled.ledger?.effects ?? []) {
    ledgerHandlerOf(effect).rows(projection, effect, height);
  }
}

/** What the chains start from, as rows before their first blocks. */
export interface GenesisDeeds {
  time: number;
  /** Allocations of P, under position 0. */
  utxos: Utxo[];
  txs: DecodedTx[];
  /** What the ledger says of the initial stakers. */
  effects: LedgerEffect[];
}

/** Turns a genesis into rows. */
export function projectGenesis(projection: Projection, genesis: GenesisDeeds): void {
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
  const { consumed, value, staked, l1Balance } = amountsOf(projection, effects);
  projection.batch.insert("tx", {
    chain,
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
  insertHash(projection, tx.txId, { kind: "tx", chain, position });
}

/** What a transaction moves, in nAVAX. */
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

/** For an option block: the height of the proposal it decides, and how. */
export function decidedProposal(
  settled: SettledContainer,
): { height: number; committed: boolean } | undefined {
  const { height, block } = settled;
  const decision = block?.pBlock && decisionOf(block.pBlock.blockType);
  return decision && { height: height - 1, committed: decision === "commit" };
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
