import { equalBytes } from "../../avalanche/codec/bytes";
import {
  addressOfPublicKey,
  evmAddressOfPublicKey,
  recoverPublicKeys,
} from "../../avalanche/crypto/signatures";
import { type InputEffect, inputsOf } from "../../avalanche/effects";
import { DataError } from "../../errors";
import type { PrimaryDb } from "../../store/db";
import { findSigners, findSignersOfAccounts } from "../../store/queries/signer";
import { unpackBytes } from "../../store/rows/columns";
import type { SignerTable } from "../../store/tables/chain";
import type { DecodedTx } from "../follow/decode";
import { byteKey } from "./byte-key";
import type { Needs } from "./needs";
import { findPosition, type Projection, type SignerKey, sourceOf } from "./projection";

/** Keys of a credential, one per signature. @throws DataError BYTES_INVALID for an impossible signature */
export function recoverSignerKeys(
  unsignedBytes: Uint8Array,
  credential: { signatures: Uint8Array[] },
): SignerKey[] {
  return recoverPublicKeys(unsignedBytes, credential).map((publicKey) => ({
    publicKey,
    address: addressOfPublicKey(publicKey),
  }));
}

/** Recovers the keys of signatures that no input needs: authorizations, whose owners are in no output. */
export function recoverAuthorizations(projection: Projection, needs: Needs, tx: DecodedTx): void {
  for (const index of authorizationsOf(tx)) {
    const keys = readKeys(tx, index);
    for (const { address } of keys) needs.address(address);
    projection.signers.set(signersKey(tx, index), keys);
  }
}

/** Loads what is known of the keys that may sign in these blocks. */
export async function loadSigners(
  db: PrimaryDb,
  projection: Projection,
  { needs, txs }: { needs: Needs; txs: readonly DecodedTx[] },
): Promise<void> {
  const accounts = txs.flatMap(({ effects }) =>
    inputsOf(effects).flatMap((effect) => (effect.kind === "utxo.evmInput" ? [effect.address] : [])),
  );
  const rows = [
    ...(await findSigners(db, [...needs.addresses.values()])),
    ...(await findSignersOfAccounts(db, accounts)),
  ];
  for (const row of rows) {
    projection.batch.load("signer", row);
    projection.accounts.set(byteKey(row.account), row.address);
  }
}

/** Records the first signature of each key on each chain: it ties the two forms of the key's address. */
export function projectSigners(projection: Projection, tx: DecodedTx): void {
  for (const effect of inputsOf(tx.effects)) {
    const recovered = projection.signers.get(signersKey(tx, effect.credential));
    if (recovered) for (const key of recovered) addSigner(projection, tx, key);
    else addInputSigners(projection, tx, effect);
  }
  for (const index of authorizationsOf(tx))
    for (const key of projection.signers.get(signersKey(tx, index)) ?? []) addSigner(projection, tx, key);
}

/** Name of a credential in `Projection.signers`. */
export function signersKey({ position }: Pick<DecodedTx, "position">, credential: number): string {
  return `${position}/${credential}`;
}

/** A signature costs as much as the rest of its transaction, so it is only recovered for a key not met before. */
function addInputSigners(projection: Projection, tx: DecodedTx, effect: InputEffect): void {
  const owners = ownersOf(projection, tx, effect);
  if (owners.every((owner) => owner !== undefined && isKnown(projection, tx, owner))) return;
  for (const key of readKeys(tx, effect.credential)) {
    const isOwner = owners.some((owner) => owner === undefined || equalBytes(owner, key.address));
    if (isOwner) addSigner(projection, tx, key);
  }
}

/** Who must have signed an input. Undefined for an account whose key is not known. */
function ownersOf(
  projection: Projection,
  { chain }: DecodedTx,
  effect: InputEffect,
): (Uint8Array | undefined)[] {
  if (effect.kind === "utxo.evmInput") return [projection.accounts.get(byteKey(effect.address))];
  const source = sourceOf(projection, chain, effect);
  const position = source === undefined ? undefined : findPosition(projection, effect.sourceTxId, source);
  if (source === undefined || position === undefined) return [];
  const row = projection.batch.find("utxo", [source, position, effect.outputIndex]);
  const owners = row === undefined ? [] : unpackBytes(row.owners, 20);
  return effect.sigIndices.flatMap((index) => owners[index] ?? []);
}

function isKnown({ batch }: Projection, { chain, position }: DecodedTx, address: Uint8Array): boolean {
  const row = batch.find("signer", [address, chain]);
  return row !== undefined && row.position <= position;
}

function addSigner(projection: Projection, tx: DecodedTx, { publicKey, address }: SignerKey): void {
  if (isKnown(projection, tx, address)) return;
  const { batch, accounts } = projection;
  const { chain, position } = tx;
  if (batch.find("signer", [address, chain])) {
    batch.update("signer", [address, chain], { position });
    return;
  }
  const account = evmAddressOfPublicKey(publicKey);
  const row: SignerTable = { address, chain, account, public_key: publicKey, position };
  batch.insert("signer", row);
  accounts.set(byteKey(account), address);
}

/** Indexes of the credentials that unlock no input. */
function authorizationsOf({ tx, effects }: DecodedTx): number[] {
  const inputs = new Set(inputsOf(effects).map(({ credential }) => credential));
  return tx.credentials.flatMap((_, index) => (inputs.has(index) ? [] : [index]));
}

/** Nothing for a signature that no key has made: that is for the node to judge. */
function readKeys({ tx }: DecodedTx, index: number): SignerKey[] {
  const credential = tx.credentials[index];
  if (credential === undefined) return [];
  try {
    return recoverSignerKeys(tx.unsignedBytes, credential);
  } catch (error) {
    if (error instanceof DataError) return [];
    throw error;
  }
}
