import { readAddress } from "@/components/address/read-address";
import { InputError } from "@/lib/errors";
import { LONGEST_NAME, MOST_WATCHED, type Watched } from "./watched";

/** What a file of watched addresses says of itself. */
const KIND = "firn-watched";

/** The text of a file that `readWatchedFile` reads. */
export function writeWatchedFile(watched: readonly Watched[]): string {
  return `${JSON.stringify({ kind: KIND, addresses: watched }, null, 2)}\n`;
}

/** @throws InputError BAD_PARAMETER saying what is wrong with the address */
export function canonicalOf(address: string, hrp: string): string {
  return readAddress(address, hrp).canonical;
}

/**
 * The addresses of a file, each checked. `hrp` is what addresses of this network begin with.
 * @throws InputError BAD_PARAMETER saying which entry is wrong; then nothing of the file should be kept
 */
export function readWatchedFile(text: string, hrp: string): Watched[] {
  const entries = entriesOf(text);
  if (entries.length > MOST_WATCHED)
    throw new InputError(
      "BAD_PARAMETER",
      `the file has ${entries.length} addresses, and at most ${MOST_WATCHED} can be watched`,
    );
  return entries.map((entry, index) => {
    const { address, name = "" } = (entry ?? {}) as { address?: unknown; name?: unknown };
    if (typeof address !== "string" || typeof name !== "string")
      throw new InputError("BAD_PARAMETER", `entry ${index + 1} is not an address with a name`);
    return { address: canonicalOf(address, hrp), name: name.slice(0, LONGEST_NAME) };
  });
}

function entriesOf(text: string): unknown[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (cause) {
    throw new InputError("BAD_PARAMETER", "the file is not JSON", { cause });
  }
  const { kind, addresses } = (file ?? {}) as { kind?: unknown; addresses?: unknown };
  if (kind !== KIND || !Array.isArray(addresses))
    throw new InputError("BAD_PARAMETER", "the file does not hold addresses that a Firn exported");
  return addresses;
}
