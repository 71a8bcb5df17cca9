import { type InputEffect, inputsOf } from "../../avalanche/effects";
import { formatId } from "../../avalanche/ids";
import type { LedgerEffect } from "../../avalanche/ledger/effects";
import { unreachable } from "../../avalanche/unreachable";
import type { Utxo } from "../../avalanche/utxo/utxo";
import { DataError } from "../../errors";
import type { PrimaryDb } from "../../store/db";
import {
  findAssets,
  findL1Validators,
  findLastTx,
  findStakes,
  findSubnets,
  findTxs,
  findUtxos,
  findWaiting,
  lastIdOf,
} from "../../store/queries/by-key";
import { type ChainCode, dagIndexOf, heightOf, unpackBytes } from "../../store/rows/columns";
import { handlerOf, ledgerHandlerOf } from "../effects/handlers";
import type { DecodedTx } from "../follow/decode";
import { blockFailure } from "../follow/failure";
import { byteKey } from "./byte-key";
import type { ContainerWithLedger } from "./container-with-ledger";
import { loadLiveSpans } from "./live-spans";
import { type Ids, Needs } from "./needs";
import { decidedProposal, type GenesisEffects } from "./project";
import { findPosition, type Projection, sourceOf, type TxLocation, utxoKey } from "./projection";
import { loadSigners, recoverAuthorizations, recoverSignerKeys, signersKey } from "./signers";

/**
 * Loads into the projection every stored row that `blocks` refer to, so that projecting them needs no store: a few
 * statements per batch instead of a few per input.
 */
export async function prepare(
  db: PrimaryDb,
  projection: Projection,
  { blocks, genesis }: { blocks: readonly ContainerWithLedger[]; genesis: GenesisEffects | undefined },
): Promise<void> {
  const txs = [...(genesis?.txs ?? []), ...blocks.flatMap((block) => block.txs)];
  for (const { tx, chain, position } of genesis?.txs ?? []) {
    projection.locations.set(byteKey(tx.txId), { chain, position });
  }
  for (const [index, block] of blocks.entries()) blockFailure(index, () => locateTxs(projection, block.txs));
  const ledgerEffects = [
    ...(genesis?.effects ?? []),
    ...blocks.flatMap((block) => block.ledger?.effects ?? []),
  ];
  const needs = collectNeeds({ utxos: genesis?.utxos ?? [], txs, ledgerEffects });
  await loadTxs(db, projection, needs.txIds);
  await loadProposal(db, projection, blocks[0]);
  await loadLiveSpans(db, projection, blocks);
  await loadUtxos(db, projection, needs);
  await loadWaiting(db, projection, needs.earlyIds);
  for (const row of await findAssets(db, [...needs.newAssetIds.values()]))
    projection.batch.load("asset", row);
  if (needs.addsStakes) projection.lastStake = await lastIdOf(db, "stake");
  const positions = findPositions(projection, needs.rowIds);
  for (const row of await findStakes(db, positions)) projection.batch.load("stake", row);
  for (const row of await findSubnets(db, positions)) projection.batch.load("subnet", row);
  for (const row of await findL1Validators(db, [...needs.validationIds.values()])) {
    projection.validations.set(byteKey(row.validation_id), row.id);
    projection.batch.load("l1_validator", row);
  }
  recoverUnknownOwners(projection, needs, blocks);
  for (const tx of txs) recoverAuthorizations(projection, needs, tx);
  await loadSigners(db, projection, { needs, txs });
  projection.assets.trim();
  projection.addresses.trim();
  await projection.assets.prepare(needs.assetIds.values());
  await projection.addresses.prepare(needs.addresses.values());
}

/** @throws DataError LEDGER_MISMATCH for a transaction that appears twice in these blocks */
function locateTxs(projection: Projection, txs: readonly DecodedTx[]): void {
  for (const { tx, chain, position } of txs) {
    const other = projection.locations.get(byteKey(tx.txId));
    if (other !== undefined) {
      throw new DataError(
        "LEDGER_MISMATCH",
        `transaction ${formatId(tx.txId)} is in ${describeLocation(other)} and in ${describeLocation({ chain, position })}`,
      );
    }
    projection.locations.set(byteKey(tx.txId), { chain, position });
  }
}

function describeLocation({ position }: TxLocation): string {
  return position < 0 ? `container ${dagIndexOf(position)} of X/tx` : `block ${heightOf(position)}`;
}

function collectNeeds(contents: { utxos: Utxo[]; txs: DecodedTx[]; ledgerEffects: LedgerEffect[] }): Needs {
  const needs = new Needs();
  for (const utxo of contents.utxos) needs.newOutput(utxo);
  for (const { tx, position, effects } of contents.txs) {
    // From before the X-Chain's blocks, which may have been stored first.
    if (position < 0) needs.earlyTx(tx.txId);
    for (const effect of effects) handlerOf(effect).addNeeds(needs, effect, tx.txId);
  }
  for (const effect of contents.ledgerEffects) {
    if (effect.by) needs.tx(effect.by);
    ledgerHandlerOf(effect).addNeeds(needs, effect);
  }
  return needs;
}

/** Loads the rows and locations of transactions that are not in this batch. */
async function loadTxs(db: PrimaryDb, projection: Projection, txIds: Ids): Promise<void> {
  const unknown = [...txIds.values()].filter((txId) => !projection.locations.has(byteKey(txId)));
  for (const row of await findTxs(db, unknown)) {
    projection.locations.set(byteKey(row.tx_id), { chain: row.chain, position: row.position });
    projection.batch.load("tx", row);
  }
}

/** Loads the proposal that the first block decides, with the stake that it adds if it is from before Banff. */
async function loadProposal(
  db: PrimaryDb,
  projection: Projection,
  first: ContainerWithLedger | undefined,
): Promise<void> {
  const decided = first && decidedProposal(first);
  const row = decided && (await findLastTx(db, decided.height));
  if (!row) return;
  projection.batch.load("tx", row);
  projection.lastPositions.set(decided.height, row.position);
  for (const stake of await findStakes(db, [row.position])) projection.batch.load("stake", stake);
}

/** Loads stored UTXOs, and collects the addresses that own them. */
async function loadUtxos(db: PrimaryDb, projection: Projection, needs: Needs): Promise<void> {
  const stored = needs.outputs.flatMap((ref) => {
    const location = needs.createsOutput(ref) ? undefined : projection.locations.get(byteKey(ref.txId));
    return location ? [{ index: ref.outputIndex, ...location }] : [];
  });
  for (const row of await findUtxos(db, stored)) {
    projection.batch.load("utxo", row);
    for (const address of unpackBytes(row.owners, 20)) needs.address(address);
  }
}

/** Loads inputs that were stored before the outputs they spend. */
async function loadWaiting(db: PrimaryDb, projection: Projection, txIds: Ids): Promise<void> {
  for (const row of await findWaiting(db, [...txIds.values()])) {
    const location = projection.locations.get(byteKey(row.tx_id));
    if (!location) continue;
    const { consumer_type: _, ...learned } = row;
    projection.batch.load("learned_utxo", learned);
    projection.waiting.set(utxoKey(location, row.output_index), row);
  }
}

/**
 * Recovers the signers of inputs whose outputs the store never saw created.
 * @throws BlockFailure for an invalid signature
 */
function recoverUnknownOwners(
  projection: Projection,
  needs: Needs,
  blocks: readonly ContainerWithLedger[],
): void {
  for (const [index, { txs }] of blocks.entries()) {
    for (const { tx, chain, position, effects } of txs) {
      for (const effect of inputsOf(effects)) {
        if (isKnown(projection, needs, { chain, effect })) continue;
        const credential = tx.credentials[effect.credential];
        const sign = () => (credential ? recoverSignerKeys(tx.unsignedBytes, credential) : []);
        const keys = blockFailure(index, sign);
        for (const { address } of keys) needs.address(address);
        projection.signers.set(signersKey({ position }, effect.credential), keys);
      }
    }
  }
}

function isKnown(
  projection: Projection,
  needs: Needs,
  { chain, effect }: { chain: ChainCode; effect: InputEffect },
): boolean {
  switch (effect.kind) {
    case "utxo.evmInput":
      return true;
    case "utxo.consumed": {
      const { sourceTxId, outputIndex } = effect;
      if (needs.createsOutput({ txId: sourceTxId, outputIndex })) return true;
      const source = sourceOf(projection, chain, effect);
      if (source === undefined) return false;
      const position = findPosition(projection, sourceTxId, source);
      return position !== undefined && !!projection.batch.find("utxo", [source, position, outputIndex]);
    }
    default:
      return unreachable(effect);
  }
}

function findPositions(projection: Projection, txIds: Ids): number[] {
  return [...txIds.values()].flatMap((txId) => findPosition(projection, txId) ?? []);
}
