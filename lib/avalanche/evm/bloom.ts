import { keccak256 } from "#keccak";
import type { EvmLog } from "./receipt";

/**
 * The bloom filter of logs, 256 bytes: three bits for each contract and topic.
 * @source Ethereum yellow paper, 4.3.1
 */
export function bloomOf(logs: readonly Pick<EvmLog, "address" | "topics">[]): Uint8Array {
  const bloom = new Uint8Array(256);
  for (const value of logs.flatMap(({ address, topics }) => [address, ...topics])) {
    const hash = keccak256(value);
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047;
      const place = 255 - (bit >> 3);
      bloom[place] = (bloom[place] ?? 0) | (1 << (bit & 7));
    }
  }
  return bloom;
}
