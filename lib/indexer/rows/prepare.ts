import { recoverSigners } from "../../avalanche/crypto/signatures";
import type { Effect, Output } from "../../avalanche/effects";
import { formatId } from "../../avalanche/ids";
import type { LedgerEffect } from "../../avalanche/ledger/effects";
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
import { accountKey, type ChainCode, dagIndexOf, heightOf, unpackBytes } from "../../store/rows/columns";
import type { DecodedTx } from "../follow/decode";
import { blockFailure } from "../follow/failure";
import { byteKey } from "./byte-key";
import { decidedProposal, type GenesisDeeds, type SettledContainer } from "./project";
import { type Place, type Projection, placeOf, sourceOf, utxoKey } from "./projection";

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
  await loadWaiting(db, projection, wanted.early);
  for (const row of await findAssets(db, [...wanted.created.values()])) projection.batch.load("asset", row);
  if (wanted.stakes) projection.lastStake = await lastIdOf(db, "stake");
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

/** Byte strings by their key: each once. */
type Ids = Map<string, Uint8Array>;

interface OutputRef {
  txId: Uint8Array;
  index: number;
}

interface Wanted {
  /** Transactions referred to, for any reason. */
  txIds: Ids;
  /** Those whose stake or subnet changes. */
  rowIds: Ids;
  outputs: OutputRef[];
  /** Outputs that these blocks make themselves. */
  made: Set<string>;
  /** Transactions whose outputs may be spent already, by what another stream stored before. */
  early: Ids;
  /** Assets that these blocks create. */
  created: Ids;
  validationIds: Ids;
  assetIds: Ids;
  addresses: Ids;
  /** Whether stakes are added. */
  stakes: boolean;
}

function gather(deeds: { utxos: Utxo[]; txs: DecodedTx[]; ledgerEffects: LedgerEffect[] }): Wanted {
  const wanted: Wanted = {
    txIds: new Map(),
    rowIds: new Map(),
    outputs: [],
    made: new Set(),
    early: new Map(),
    created: new Map(),
    validationIds: new Map(),
    assetIds: new Map(),
    addresses: new Map(),
    stakes: false,
  };
  for (const utxo of deeds.utxos) addMade(wanted, utxo);
  for (const { tx, position, effects } of deeds.txs) {
    // The X-Chain from before its blocks: they may have come first.
    if (position < 0) add(wanted.early, tx.txId);
    for (const effect of effects) gatherEffect(wanted, effect, tx.txId);
  }
  for (const effect of deeds.ledgerEffects) gatherLedgerEffect(wanted, effect);
  return wanted;
}

function gatherEffect(wanted: Wanted, effect: Effect, txId: Uint8Array): void {
  switch (effect.kind) {
    case "utxo.consumed":
      addOutput(wanted, { txId: effect.sourceTxId, index: effect.outputIndex });
      add(wanted.assetIds, effect.assetId);
      break;
    case "utxo.produced":
    case "utxo.staked":
    case "utxo.exported":
      if (effect.kind === "utxo.exported") add(wanted.early, txId);
      addMade(wanted, { ...effect, txId });
      break;
    case "utxo.evmInput":
    case "utxo.evmOutput":
      add(wanted.addresses, accountKey(effect.address));
      add(wanted.assetIds, effect.assetId);
      break;
    case "staker.added":
      wanted.stakes = true;
      for (const owner of [effect.rewardsOwner, effect.delegationRewardsOwner])
        for (const address of owner?.addresses ?? []) add(wanted.addresses, address);
      break;
    case "asset.created":
      add(wanted.created, txId);
      add(wanted.assetIds, txId);
      break;
    case "subnet.ownerChanged":
    case "subnet.transformed":
    case "subnet.converted":
      addRow(wanted, effect.subnetId);
      break;
    case "l1Validator.weightSet":
    case "l1Validator.balanceIncreased":
    case "l1Validator.disabled":
      add(wanted.validationIds, effect.validationId);
      break;
  }
}

function gatherLedgerEffect(wanted: Wanted, effect: LedgerEffect): void {
  if (effect.by) add(wanted.txIds, effect.by);
  switch (effect.kind) {
    case "staker.queued":
    case "staker.started":
    case "staker.renewed":
    case "staker.ended":
      addRow(wanted, effect.staker.txId);
      break;
    case "utxo.rewarded":
    case "utxo.refunded":
      add(wanted.txIds, effect.txId);
      addMade(wanted, effect);
      break;
    case "utxo.unstaked":
      addOutput(wanted, { txId: effect.txId, index: effect.outputIndex });
      break;
    case "l1Validator.changed":
      add(wanted.validationIds, effect.validator.validationId);
      break;
  }
}

function add(ids: Ids, id: Uint8Array): void {
  ids.set(byteKey(id), id);
}

function addRow(wanted: Wanted, txId: Uint8Array): void {
  add(wanted.txIds, txId);
  add(wanted.rowIds, txId);
}

function addOutput(wanted: Wanted, ref: OutputRef): void {
  add(wanted.txIds, ref.txId);
  wanted.outputs.push(ref);
}

function addMade(wanted: Wanted, made: { txId: Uint8Array; outputIndex: number; output: Output }): void {
  wanted.made.add(outputKey({ txId: made.txId, index: made.outputIndex }));
  add(wanted.assetIds, made.output.assetId);
  for (const address of made.output.owner.addresses) add(wanted.addresses, address);
}

function outputKey({ txId, index }: OutputRef): string {
  return `${byteKey(txId)}/${index}`;
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
    const place = wanted.made.has(outputKey(ref)) ? undefined : projection.places.get(byteKey(ref.txId));
    return place ? [{ ...place, index: ref.index }] : [];
  });
  for (const row of await findUtxos(db, stored)) {
    projection.batch.load("utxo", row);
    for (const address of unpackBytes(row.owners, 20)) add(wanted.addresses, address);
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
      for (const effect of effects) {
        if (effect.kind !== "utxo.consumed" || isKnown(projection, wanted, { chain, effect })) continue;
        const credential = tx.credentials[effect.credential];
        const sign = () => (credential ? recoverSigners(tx.unsignedBytes, credential) : []);
        const owners = blockFailure(index, sign);
        for (const owner of owners) add(wanted.addresses, owner);
        projection.signers.set(`${position}/${effect.credential}`, owners);
      }
    }
  }
}

function isKnown(
  projection: Projection,
  wanted: Wanted,
  { chain, effect }: { chain: ChainCode; effect: Extract<Effect, { kind: "utxo.consumed" }> },
): boolean {
  if (wanted.made.has(outputKey({ txId: effect.sourceTxId, index: effect.outputIndex }))) return true;
  const source = sourceOf(projection, chain, effect);
  const position = source === undefined ? undefined : placeOf(projection, effect.sourceTxId, source);
  return (
    position !== undefined && !!projection.batch.find("utxo", [source ?? chain, position, effect.outputIndex])
  );
}

function placesOf(projection: Projection, txIds: Ids): number[] {
  return [...txIds.values()].flatMap((txId) => placeOf(projection, txId) ?? []);
}
