import type { Kysely } from "kysely";
import type { Effect, Output } from "../avalanche/effects";
import { formatId } from "../avalanche/ids";
import type { LedgerEffect } from "../avalanche/ledger/effects";
import { recoverSigners } from "../avalanche/signatures";
import type { Utxo } from "../avalanche/utxo";
import { DataError } from "../errors";
import { CHAIN, heightOf, unpackBytes } from "../store/columns";
import {
  findL1Validators,
  findLastTx,
  findStakes,
  findSubnets,
  findTxs,
  findUtxos,
} from "../store/queries/by-key";
import type { PrimaryTables } from "../store/tables";
import { byteKey } from "./byte-key";
import type { DecodedTx } from "./decode";
import { blockFailure } from "./failure";
import { decidedProposal, type GenesisDeeds, type SettledBlock } from "./project";
import { isImported, type Projection, placeOf } from "./projection";

type Db = Kysely<PrimaryTables>;

/**
 * Loads into the projection every stored row that `blocks` refer to, so that projecting them needs no store: a few
 * statements per batch instead of a few per input.
 */
export async function prepare(
  db: Db,
  projection: Projection,
  { blocks, genesis }: { blocks: readonly SettledBlock[]; genesis: GenesisDeeds | undefined },
): Promise<void> {
  const txs = [...(genesis?.txs ?? []), ...blocks.flatMap((block) => block.txs)];
  for (const { tx, position } of genesis?.txs ?? []) projection.places.set(byteKey(tx.txId), position);
  for (const [index, block] of blocks.entries()) blockFailure(index, () => placeTxs(projection, block.txs));
  const ledgerEffects = [
    ...(genesis?.effects ?? []),
    ...blocks.flatMap((block) => block.ledger?.effects ?? []),
  ];
  const wanted = gather({ utxos: genesis?.utxos ?? [], txs, ledgerEffects });
  await loadTxs(db, projection, wanted.txIds);
  await loadProposal(db, projection, blocks[0]);
  await loadUtxos(db, projection, wanted);
  const positions = placesOf(projection, wanted.rowIds);
  for (const row of await findStakes(db, positions)) projection.batch.load("stake", row);
  for (const row of await findSubnets(db, positions)) projection.batch.load("subnet", row);
  for (const row of await findL1Validators(db, [...wanted.validationIds.values()])) {
    projection.validations.set(byteKey(row.validation_id), row.id);
    projection.batch.load("l1_validator", row);
  }
  recoverUnknownOwners(projection, wanted, blocks);
  await projection.assets.prepare(wanted.assetIds.values());
  await projection.addresses.prepare(wanted.addresses.values());
}

/** @throws DataError LEDGER_MISMATCH for a transaction that these blocks hold twice */
function placeTxs(projection: Projection, txs: readonly DecodedTx[]): void {
  for (const { tx, position } of txs) {
    const other = placeOf(projection, tx.txId);
    if (other !== undefined) {
      throw new DataError(
        "LEDGER_MISMATCH",
        `transaction ${formatId(tx.txId)} stands in block ${heightOf(other)} and in block ${heightOf(position)}`,
      );
    }
    projection.places.set(byteKey(tx.txId), position);
  }
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
  validationIds: Ids;
  assetIds: Ids;
  addresses: Ids;
}

function gather(deeds: { utxos: Utxo[]; txs: DecodedTx[]; ledgerEffects: LedgerEffect[] }): Wanted {
  const wanted: Wanted = {
    txIds: new Map(),
    rowIds: new Map(),
    outputs: [],
    made: new Set(),
    validationIds: new Map(),
    assetIds: new Map(),
    addresses: new Map(),
  };
  for (const utxo of deeds.utxos) addMade(wanted, utxo);
  for (const { tx, effects } of deeds.txs) {
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
      addMade(wanted, { ...effect, txId });
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
async function loadTxs(db: Db, projection: Projection, txIds: Ids): Promise<void> {
  const unknown = [...txIds.values()].filter((txId) => placeOf(projection, txId) === undefined);
  for (const row of await findTxs(db, unknown)) {
    projection.places.set(byteKey(row.tx_id), row.position);
    projection.batch.load("tx", row);
  }
}

/** The proposal that the first block decides, with the stake it asked for before Banff. */
async function loadProposal(db: Db, projection: Projection, first: SettledBlock | undefined): Promise<void> {
  const decided = first && decidedProposal(first);
  const row = decided && (await findLastTx(db, decided.height));
  if (!row) return;
  projection.batch.load("tx", row);
  projection.lastPositions.set(decided.height, row.position);
  for (const stake of await findStakes(db, [row.position])) projection.batch.load("stake", stake);
}

/** UTXOs that are stored, and the addresses that own them. */
async function loadUtxos(db: Db, projection: Projection, wanted: Wanted): Promise<void> {
  const stored = wanted.outputs.flatMap((ref) => {
    const position = wanted.made.has(outputKey(ref)) ? undefined : placeOf(projection, ref.txId);
    return position === undefined ? [] : [{ position, index: ref.index }];
  });
  for (const row of await findUtxos(db, stored)) {
    projection.batch.load("utxo", row);
    for (const address of unpackBytes(row.owners, 20)) add(wanted.addresses, address);
  }
}

/**
 * Works out who signed for inputs whose outputs the store never saw made.
 * @throws BlockFailure for a signature that can't be one
 */
function recoverUnknownOwners(projection: Projection, wanted: Wanted, blocks: readonly SettledBlock[]): void {
  for (const [index, { txs }] of blocks.entries()) {
    for (const { tx, position, effects } of txs) {
      for (const effect of effects) {
        if (effect.kind !== "utxo.consumed" || isKnown(projection, wanted, effect)) continue;
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
  effect: Extract<Effect, { kind: "utxo.consumed" }>,
): boolean {
  if (isImported(effect)) return false;
  if (wanted.made.has(outputKey({ txId: effect.sourceTxId, index: effect.outputIndex }))) return true;
  const position = placeOf(projection, effect.sourceTxId);
  return position !== undefined && !!projection.batch.find("utxo", [CHAIN.p, position, effect.outputIndex]);
}

function placesOf(projection: Projection, txIds: Ids): number[] {
  return [...txIds.values()].flatMap((txId) => placeOf(projection, txId) ?? []);
}
