import { createHash } from "node:crypto";

/** What tells a store from all others without telling its key, hex: the key is random and made once. */
export function storeIdOf(pageTokenKey: Uint8Array): string {
  return createHash("sha256").update("firn store\n").update(pageTokenKey).digest("hex").slice(0, 32);
}
