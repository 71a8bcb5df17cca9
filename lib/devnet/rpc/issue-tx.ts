import type { Encoding } from "../../contract/node/wire";
import { DataError, InputError } from "../../errors";
import { within } from "../go/address";
import { decodeBytes } from "../go/hex";

/** Answers `issueTx`: as the node for bytes that are not a transaction, and with a refusal for those that are. */
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
