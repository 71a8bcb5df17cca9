const LIMBS = 9;
const BASE = 2 ** 32;
const HEX_PER_LIMB = 8;

/**
 * Signed sums of u256 amounts by index, in one flat array: millions of them need no object each. A sum is eight limbs
 * of 32 bits, lowest first, and a signed limb above them.
 */
export class PackedSums {
  #limbs = new Int32Array(LIMBS * 1_024);

  /** Adds or subtracts an amount. */
  add(index: number, amount: Uint32Array, sign: 1 | -1): void {
    const limbs = this.#reach(index);
    const start = index * LIMBS;
    let carry = 0;
    for (let i = 0; i < LIMBS - 1; i++) {
      const sum = ((limbs[start + i] ?? 0) >>> 0) + sign * (amount[i] ?? 0) + carry;
      carry = Math.floor(sum / BASE);
      limbs[start + i] = sum - carry * BASE;
    }
    limbs[start + LIMBS - 1] = (limbs[start + LIMBS - 1] ?? 0) + carry;
  }

  /** Copies the sum at an index from another array. */
  take(index: number, from: PackedSums): void {
    const limbs = this.#reach(index);
    const start = index * LIMBS;
    for (let i = start; i < start + LIMBS; i++) limbs[i] = from.#limbs[i] ?? 0;
  }

  /** Whether the other array's sum at an index is larger. */
  isBelow(index: number, other: PackedSums): boolean {
    const top = index * LIMBS + LIMBS - 1;
    const sign = (other.#limbs[top] ?? 0) - (this.#limbs[top] ?? 0);
    if (sign !== 0) return sign > 0;
    for (let i = top - 1; i > top - LIMBS; i--) {
      const difference = ((other.#limbs[i] ?? 0) >>> 0) - ((this.#limbs[i] ?? 0) >>> 0);
      if (difference !== 0) return difference > 0;
    }
    return false;
  }

  at(index: number): bigint {
    const top = index * LIMBS + LIMBS - 1;
    let sum = BigInt(this.#limbs[top] ?? 0);
    for (let i = top - 1; i > top - LIMBS; i--) sum = (sum << 32n) + BigInt((this.#limbs[i] ?? 0) >>> 0);
    return sum;
  }

  #reach(index: number): Int32Array {
    if ((index + 1) * LIMBS > this.#limbs.length) {
      const limbs = new Int32Array(Math.max(this.#limbs.length * 2, (index + 1) * LIMBS));
      limbs.set(this.#limbs);
      this.#limbs = limbs;
    }
    return this.#limbs;
  }
}

/** Writes the limbs of an amount in hex into `limbs`, lowest first. */
export function readLimbs(hex: string, limbs: Uint32Array): void {
  for (let i = 0, end = hex.length; i < limbs.length; i++, end -= HEX_PER_LIMB) {
    let limb = 0;
    for (let at = Math.max(0, end - HEX_PER_LIMB); at < end; at++) limb = limb * 16 + digitOf(hex, at);
    limbs[i] = limb;
  }
}

function digitOf(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
}
