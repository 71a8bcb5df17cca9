/** Bytes of a word of the ABI. */
export const WORD = 32;

/** Whether a word holds an address. */
export function isAddress(word: Uint8Array): boolean {
  for (let i = 0; i < WORD - 20; i++) if (word[i] !== 0) return false;
  return true;
}

/** The address in a word, 20 bytes. */
export function addressOf(word: Uint8Array): Uint8Array {
  return word.subarray(WORD - 20);
}

/** A word's number without leading zeros. */
export function trim(word: Uint8Array): Uint8Array {
  let zeros = 0;
  while (word[zeros] === 0) zeros++;
  return word.subarray(zeros);
}
