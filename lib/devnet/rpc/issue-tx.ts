import type { Encoding } from "../../contract/node/wire";
import { DataError, InputError } from "../../errors";
import { within } from "../go/address";
import { decodeBytes } from "../go/hex";

/** Answers `issueTx`: bytes that are no transaction as the node does, one that is by what this node can't do. */
export function refuseTx(
  { tx, encoding }: { tx: string; encoding: Encoding },
  decode: (bytes: Uint8Array) => unknown,
): never {
  const bytes = within("problem decoding transaction", () => decodeBytes(tx, encoding));
  try {
    decode(bytes);
  } catch (error) {
    if (error instanceof DataError)
      throw new InputError("BAD_PARAMETER", `couldn't parse tx: ${error.message}`);
    throw error;
  }
  throw new InputError("BAD_PARAMETER", "couldn't issue tx: this node only plays its recording");
}
