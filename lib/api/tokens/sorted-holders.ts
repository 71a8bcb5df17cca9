import type { YieldTurn } from "../snapshot/yield-turn";

/** A holder of a token with its balance. */
export interface HolderBalance {
  /** 20 bytes. */
  address: Uint8Array;
  balance: bigint;
}

/** The balance of an ERC-1155 holder is the sum over all its items, each of up to 32 bytes. */
const BALANCE_BYTES = 36;
const RECORD_BYTES = BALANCE_BYTES + 20;
const MOST = 2n ** 288n - 1n;

/** Records to sort or merge between two turns: about a millisecond. */
const RECORDS_PER_TURN = 2_000;

/**
 * Holders by balance, largest first, then by address. A record is 2^288 - 1 minus the balance, then the address, so
 * that its bytes sort in list order and a million of them need no object each.
 */
export class HolderList {
  #records = Buffer.alloc(RECORD_BYTES * 1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Memory used. */
  get bytes(): number {
    return this.#records.length;
  }

  /**
   * Adds a holder; sort after the last one. A balance above 2^288 - 1, which takes more items than a chain can hold,
   * counts as that.
   */
  add({ address, balance }: HolderBalance): void {
    const start = this.#length * RECORD_BYTES;
    if (start === this.#records.length)
      this.#records = Buffer.concat([this.#records, Buffer.alloc(this.#records.length)]);
    const lacking = balance < MOST ? MOST - balance : 0n;
    this.#records.write(lacking.toString(16).padStart(2 * BALANCE_BYTES, "0"), start, "hex");
    this.#records.set(address, start + BALANCE_BYTES);
    this.#length += 1;
  }

  /** Merges sorted runs of doubling length. */
  async sort(yieldTurn: YieldTurn): Promise<void> {
    let order = Uint32Array.from({ length: this.#length }, (_, i) => i);
    for (let start = 0; start < this.#length; start += RECORDS_PER_TURN) {
      order.subarray(start, start + RECORDS_PER_TURN).sort((a, b) => this.#compare(a, b));
      await yieldTurn();
    }
    for (let run = RECORDS_PER_TURN; run < this.#length; run *= 2)
      order = await this.#merge(order, run, yieldTurn);
    const sorted = Buffer.alloc(this.#length * RECORD_BYTES);
    for (const [i, record] of order.entries()) {
      const start = record * RECORD_BYTES;
      this.#records.copy(sorted, i * RECORD_BYTES, start, start + RECORD_BYTES);
      if (i % RECORDS_PER_TURN === 0) await yieldTurn();
    }
    this.#records = sorted;
  }

  /** `count` holders from index `from` on. */
  slice(from: number, count: number): HolderBalance[] {
    const end = Math.min(this.#length, from + count);
    return Array.from({ length: Math.max(0, end - from) }, (_, i) => {
      const record = this.#records.subarray((from + i) * RECORD_BYTES, (from + i + 1) * RECORD_BYTES);
      const lacking = BigInt(`0x${record.toString("hex", 0, BALANCE_BYTES)}`);
      return { address: new Uint8Array(record.subarray(BALANCE_BYTES)), balance: MOST - lacking };
    });
  }

  async #merge(order: Uint32Array, run: number, yieldTurn: YieldTurn): Promise<Uint32Array<ArrayBuffer>> {
    const merged = new Uint32Array(order.length);
    for (let start = 0; start < order.length; start += 2 * run) {
      const middle = Math.min(start + run, order.length);
      const end = Math.min(start + 2 * run, order.length);
      let left = start;
      let right = middle;
      for (let i = start; i < end; i++) {
        const [a = 0, b = 0] = [order[left], order[right]];
        const isLeft = right >= end || (left < middle && this.#compare(a, b) < 0);
        merged[i] = isLeft ? a : b;
        if (isLeft) left += 1;
        else right += 1;
        if (i % RECORDS_PER_TURN === 0) await yieldTurn();
      }
    }
    return merged;
  }

  #compare(a: number, b: number): number {
    const first = a * RECORD_BYTES;
    const second = b * RECORD_BYTES;
    return this.#records.compare(this.#records, second, second + RECORD_BYTES, first, first + RECORD_BYTES);
  }
}
