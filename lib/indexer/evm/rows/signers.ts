import { addressOfPublicKey } from "../../../avalanche/crypto/signatures";
import type { EvmDb } from "../../../store/db";
import { findEvmSigners } from "../../../store/queries/evm/signer";
import type { EvmBatch } from "../../../store/rows/evm-batch";

/** Rows of the first transaction that each account signed. */
export class SignerRows {
  readonly #batch: Pick<EvmBatch, "signer">;
  /** Position of the first transaction by account; infinite for accounts that have no row. */
  readonly #first = new Map<number, number>();

  constructor(batch: Pick<EvmBatch, "signer">) {
    this.#batch = batch;
  }

  /** Loads what is stored of these accounts. */
  async load(db: EvmDb, accounts: Iterable<number>): Promise<void> {
    const unknown = [...new Set(accounts)].filter((id) => !this.#first.has(id));
    for (const id of unknown) this.#first.set(id, Number.POSITIVE_INFINITY);
    for (const { address_id, position } of await findEvmSigners(db, unknown))
      this.#first.set(address_id, position);
  }

  /** Whether no transaction of a loaded account before this position is known. */
  isFirst(account: number, position: number): boolean {
    return (this.#first.get(account) ?? Number.POSITIVE_INFINITY) > position;
  }

  /** Adds a transaction of a loaded account, unless an earlier one is known. `key` has 33 bytes. */
  add(account: number, position: number, key: Uint8Array): void {
    if (!this.isFirst(account, position)) return;
    this.#first.set(account, position);
    this.#batch.signer.push({
      address_id: account,
      key_address: addressOfPublicKey(key),
      public_key: key,
      position,
    });
  }
}
