import { equalBytes, toHex } from "../../../avalanche/codec/bytes";
import { addressOfPublicKey, compressKey } from "../../../avalanche/crypto/signatures";
import { recoverSenderKey } from "../../../avalanche/evm/sender";
import { DataError } from "../../../errors";
import { readEvmFacts } from "../../../store/bookkeeping/evm-facts";
import { unreadBlocks } from "../../../store/bookkeeping/unread-blocks";
import type { EvmDb } from "../../../store/db";
import type { StoredBlock } from "../../../store/queries/evm/audit";
import { findEvmSigners } from "../../../store/queries/evm/signer";
import { decodeBody } from "../../../store/rows/evm-body";

/** Checks every account's first signature, as its blocks pass by in order. */
export class SignerCheck {
  readonly #db: EvmDb;
  readonly #seen = new Set<number>();
  /** Rows that the blocks account for. */
  expected = 0;

  constructor(db: EvmDb) {
    this.#db = db;
  }

  /** @returns what differs in the next blocks */
  async add(blocks: readonly StoredBlock[]): Promise<string[]> {
    const unread = unreadBlocks(await readEvmFacts(this.#db), "unreadSigners");
    const first = new Map<number, { position: number; bytes: Uint8Array | undefined }>();
    for (const { row, body, transactions } of blocks) {
      if (unread !== undefined && row.height >= unread.from && row.height <= unread.to) continue;
      let signed: Uint8Array[] | undefined;
      for (const [i, { from_id, position }] of transactions.entries()) {
        if (this.#seen.has(from_id)) continue;
        this.#seen.add(from_id);
        signed ??= readBody(body);
        first.set(from_id, { position, bytes: signed[i] });
      }
    }
    const stored = new Map((await findEvmSigners(this.#db, [...first.keys()])).map((s) => [s.address_id, s]));
    const differences: string[] = [];
    for (const [id, { position, bytes }] of first) {
      const publicKey = bytes && keyOf(bytes);
      if (publicKey === undefined) continue; // reported with the transaction
      this.expected += 1;
      const row = stored.get(id);
      if (row === undefined) {
        differences.push(`signer ${id}: stored none, expected a row`);
        continue;
      }
      // With older blocks unread, a first transaction may lie among them.
      if (row.position !== position && !(unread !== undefined && row.position < position))
        differences.push(`signer ${id} position: stored ${row.position}, expected ${position}`);
      if (!equalBytes(row.public_key, publicKey))
        differences.push(
          `signer ${id} public_key: stored ${toHex(row.public_key)}, expected ${toHex(publicKey)}`,
        );
      const address = addressOfPublicKey(publicKey);
      if (!equalBytes(row.key_address, address))
        differences.push(
          `signer ${id} key_address: stored ${toHex(row.key_address)}, expected ${toHex(address)}`,
        );
    }
    return differences;
  }
}

function readBody(body: Uint8Array | undefined): Uint8Array[] {
  try {
    return body === undefined ? [] : decodeBody(body);
  } catch {
    return [];
  }
}

function keyOf(transaction: Uint8Array): Uint8Array | undefined {
  try {
    return compressKey(recoverSenderKey(transaction));
  } catch (error) {
    if (error instanceof DataError) return undefined;
    throw error;
  }
}
