import { createHash } from "node:crypto";

/** Identifies a store without revealing its key, hex. The key is random and created once. */
export function storeIdOf(pageTokenKey: Uint8Array): string {
  return createHash("sha256").update("firn store\n").update(pageTokenKey).digest("hex").slice(0, 32);
}
