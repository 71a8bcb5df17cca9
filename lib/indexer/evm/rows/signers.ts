import { addressOfPublicKey, compressKey } from "../../../avalanche/crypto/signatures";
import { recoverSenderKey } from "../../../avalanche/evm/sender";
import type { EvmDb } from "../../../store/db";
import { findEvmSigners } from "../../../store/queries/evm/signer";
import type { EvmBatch } from "../../../store/rows/evm-batch";

/**
 * Rows of the first transaction that each account signed. Its key is recovered once: by the signature's sender its
 * account is known already.
 */
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

  /** Adds a transaction of a loaded account, unless an earlier one is known. `bytes` is called only if it is needed. */
  add(account: number, position: number, bytes: () => Uint8Array | undefined): void {
    if ((this.#first.get(account) ?? Number.POSITIVE_INFINITY) <= position) return;
    const transaction = bytes();
    if (transaction === undefined) return;
    const publicKey = compressKey(recoverSenderKey(transaction));
    this.#first.set(account, position);
    this.#batch.signer.push({
      address_id: account,
      key_address: addressOfPublicKey(publicKey),
      public_key: publicKey,
      position,
    });
  }
}
