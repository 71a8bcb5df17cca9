import { recoverSigners } from "../../avalanche/crypto/signatures";
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
import { decidedProposal, type GenesisDeeds } from "./project";
import { type Place, type Projection, placeOf, sourceOf, utxoKey } from "./projection";
import type { SettledContainer } from "./settled-container";
import { type Ids, Wanted } from "./wanted";

/**
 * Loads into the projection every stored row that `blocks` refer to, so that projecting them needs no store: a few
 * statements per batch instead of a few per input.
 */
export async function prepare(
  db: PrimaryDb,
  projection: Projection,
  { blocks, genesis }: { blocks: readonly SettledContainer[]; genesis: GenesisDeeds | undefined },
): Promise<void> {
  const txs = [...(genesis?.txs ?? []), ...blocks.flatMap((block) => block.txs)];
  for (const { tx, chain, position } of genesis?.txs ?? []) {
    projection.places.set(byteKey(tx.txId), { chain, position });
  }
  for (const [index, block] of blocks.entries()) blockFailure(index, () => placeTxs(projection, block.txs));
  const ledgerEffects = [
    ...(genesis?.effects ?? []),
    ...blocks.flatMap((block) => block.ledger?.effects ?? []),
  ];
  const wanted = gather({ utxos: genesis?.utxos ?? [], txs, ledgerEffects });
  await loadTxs(db, projection, wanted.txIds);
  await loadProposal(db, projection, blocks[0]);
  await loadUtxos(db, projection, wanted);
  await loadWaiting(db, projection, wanted.earlyIds);
  for (const row of await findAssets(db, [...wanted.createdIds.values()]))
    projection.batch.load("asset", row);
  if (wanted.addsStakes) projection.lastStake = await lastIdOf(db, "stake");
  const positions = placesOf(projection, wanted.rowIds);
  for (const row of await findStakes(db, positions)) projection.batch.load("stake", row);
  for (const row of await findSubnets(db, positions)) projection.batch.load("subnet", row);
  for (const row of await findL1Validators(db, [...wanted.validationIds.values()])) {
    projection.validations.set(byteKey(row.validation_id), row.id);
    projection.batch.load("l1_validator", row);
  }
  recoverUnknownOwners(projection, wanted, blocks);
  projection.assets.trim();
  projection.addresses.trim();
  await projection.assets.prepare(wanted.assetIds.values());
  await projection.addresses.prepare(wanted.addresses.values());
}

/** @throws DataError LEDGER_MISMATCH for a transaction that these blocks hold twice */
function placeTxs(projection: Projection, txs: readonly DecodedTx[]): void {
  for (const { tx, chain, position } of txs) {
    const other = projection.places.get(byteKey(tx.txId));
    if (other !== undefined) {
      throw new DataError(
        "LEDGER_MISMATCH",
        `transaction ${formatId(tx.txId)} stands in ${describePlace(other)} and in ${describePlace({ chain, position })}`,
      );
    }
    projection.places.set(byteKey(tx.txId), { chain, position });
  }
}

function describePlace({ position }: Place): string {
  return position < 0 ? `container ${dagIndexOf(position)} of X/tx` : `block ${heightOf(position)}`;
}

function gather(deeds: { utxos: Utxo[]; txs: DecodedTx[]; ledgerEffects: LedgerEffect[] }): Wanted {
  const wanted = new Wanted();
  for (const utxo of deeds.utxos) wanted.made(utxo);
  for (const { tx, position, effects } of deeds.txs) {
    // The X-Chain from before its blocks: they may have come first.
    if (position < 0) wanted.early(tx.txId);
    for (const effect of effects) handlerOf(effect).needs(wanted, effect, tx.txId);
  }
  for (const effect of deeds.ledgerEffects) {
    if (effect.by) wanted.tx(effect.by);
    ledgerHandlerOf(effect).needs(wanted, effect);
  }
  return wanted;
}

/** Rows of transactions, and their places. Those of this batch have theirs. */
async function loadTxs(db: PrimaryDb, projection: Projection, txIds: Ids): Promise<void> {
  const unknown = [...txIds.values()].filter((txId) => !projection.places.has(byteKey(txId)));
  for (const row of await findTxs(db, unknown)) {
    projection.places.set(byteKey(row.tx_id), { chain: row.chain, position: row.position });
    projection.batch.load("tx", row);
  }
}

/** The proposal that the first block decides, with the stake it asked for before Banff. */
async function loadProposal(
  db: PrimaryDb,
  projection: Projection,
  first: SettledContainer | undefined,
): Promise<void> {
  const decided = first && decidedProposal(first);
  const row = decided && (await findLastTx(db, decided.height));
  if (!row) return;
  projection.batch.load("tx", row);
  projection.lastPositions.set(decided.height, row.position);
  for (const stake of await findStakes(db, [row.position])) projection.batch.load("stake", stake);
}

/** UTXOs that are stored, and the addresses that own them. */
async function loadUtxos(db: PrimaryDb, projection: Projection, wanted: Wanted): Promise<void> {
  const stored = wanted.outputs.flatMap((ref) => {
    const place = wanted.makes(ref) ? undefined : projection.places.get(byteKey(ref.txId));
    return place ? [{ ...place, index: ref.outputIndex }] : [];
  });
  for (const row of await findUtxos(db, stored)) {
    projection.batch.load("utxo", row);
    for (const address of unpackBytes(row.owners, 20)) wanted.address(address);
  }
}

/** Inputs that were stored before the outputs which they spend. */
async function loadWaiting(db: PrimaryDb, projection: Projection, txIds: Ids): Promise<void> {
  for (const row of await findWaiting(db, [...txIds.values()])) {
    const place = projection.places.get(byteKey(row.tx_id));
    if (!place) continue;
    const { consumer_type: _, ...learned } = row;
    projection.batch.load("learned_utxo", learned);
    projection.waiting.set(utxoKey(place, row.output_index), row);
  }
}

/**
 * Works out who signed for inputs whose outputs the store never saw made.
 * @throws BlockFailure for a signature that can't be one
 */
function recoverUnknownOwners(
  projection: Projection,
  wanted: Wanted,
  blocks: readonly SettledContainer[],
): void {
  for (const [index, { txs }] of blocks.entries()) {
    for (const { tx, chain, position, effects } of txs) {
      for (const effect of inputsOf(effects)) {
        if (isKnown(projection, wanted, { chain, effect })) continue;
        const credential = tx.credentials[effect.credential];
        const sign = () => (credential ? recoverSigners(tx.unsignedBytes, credential) : []);
        const owners = blockFailure(index, sign);
        for (const owner of owners) wanted.address(owner);
        projection.signers.set(`${position}/${effect.credential}`, owners);
      }
    }
  }
}

function isKnown(
  projection: Projection,
  wanted: Wanted,
  { chain, effect }: { chain: ChainCode; effect: InputEffect },
): boolean {
  switch (effect.kind) {
    case "utxo.evmInput":
      return true;
    case "utxo.consumed": {
      const { sourceTxId, outputIndex } = effect;
      if (wanted.makes({ txId: sourceTxId, outputIndex })) return true;
      const source = sourceOf(projection, chain, effect);
      if (source === undefined) return false;
      const position = placeOf(projection, sourceTxId, source);
      return position !== undefined && !!projection.batch.find("utxo", [source, position, outputIndex]);
    }
    default:
      return unreachable(effect);
  }
}

function placesOf(projection: Projection, txIds: Ids): number[] {
  return [...txIds.values()].flatMap((txId) => placeOf(projection, txId) ?? []);
}
