/** One stratum of a grain, in a square of 16 units. */
interface GrainStratum {
  top: number;
  width: number;
  opacity: number;
}

const STRATA = 4;
/** Bytes of the hash: one for the hue, then the widths, then the opacities from here. */
const OPACITY_BYTE = 8;

/** Look of an id: a hue in degrees and four strata, from the sha256 of its text. */
export function grainOf(id: string): { hue: number; strata: GrainStratum[] } {
  const words = hashWords(new TextEncoder().encode(id));
  const byte = (index: number) => ((words[index >> 2] ?? 0) >>> (24 - 8 * (index & 3))) & 0xff;
  const strata = Array.from({ length: STRATA }, (_, index) => ({
    top: index * 4,
    width: 4 + (byte(1 + index) % 12),
    opacity: (45 + (byte(OPACITY_BYTE + index) % 55)) / 100,
  }));
  return { hue: Math.round((byte(0) * 360) / 256), strata };
}

const PRIMES = Array.from({ length: 311 }, (_, n) => n + 2).filter((n) => {
  for (let d = 2; d * d <= n; d++) if (n % d === 0) return false;
  return true;
});
/** The first 32 bits of the fraction of a root. */
const fraction = (root: number) => (root * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/**
 * SHA-256 as eight words. Proofs use a library; for the looks of ids alone, every list would load its other hashes too:
 * twelve times this code.
 * @source FIPS 180-4, sections 4.1.2 and 6.2
 */
function hashWords(text: Uint8Array): Int32Array {
  const blocks = new DataView(new ArrayBuffer(((text.length + 72) >> 6) << 6));
  new Uint8Array(blocks.buffer).set(text);
  blocks.setUint8(text.length, 0x80);
  blocks.setUint32(blocks.byteLength - 4, text.length * 8);
  const hash = Int32Array.from(START);
  const w = new Int32Array(ROUNDS.length);
  const at = (index: number) => w[index] ?? 0;
  for (let offset = 0; offset < blocks.byteLength; offset += 64) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    ROUNDS.forEach((constant, t) => {
      w[t] =
        t < 16
          ? blocks.getInt32(offset + 4 * t)
          : at(t - 16) +
            at(t - 7) +
            (turn(at(t - 15), 7) ^ turn(at(t - 15), 18) ^ (at(t - 15) >>> 3)) +
            (turn(at(t - 2), 17) ^ turn(at(t - 2), 19) ^ (at(t - 2) >>> 10));
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constant + at(t);
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    });
    [a, b, c, d, e, f, g, h].forEach((word, index) => {
      hash[index] = (hash[index] ?? 0) + word;
    });
  }
  return hash;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
