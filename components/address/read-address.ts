import { fromHex } from "@/lib/avalanche/codec/bytes";
import { formatEvmAddress, hasValidCase } from "@/lib/avalanche/evm-address";
import { formatAddress, parseAddress } from "@/lib/avalanche/ids";
import { InputError } from "@/lib/errors";

/** An address as written: of a key on P, X and in atomic memory, or of an account of EVM chains. 20 bytes. */
export type WrittenAddress =
  | { kind: "key"; bytes: Uint8Array; canonical: string }
  | { kind: "account"; bytes: Uint8Array; canonical: string };

/**
 * Parses an address in any form: bech32 with or without P-, X- or C-, or 0x with its checksum or in one case. `canonical` is bech32 without
 * a chain, or 0x with the checksum of EIP-55.
 * @throws InputError BAD_PARAMETER saying what is wrong: the form, the checksum or the network
 */
export function readAddress(text: string, hrp: string): WrittenAddress {
  if (/^0x[0-9a-f]{40}$/i.test(text)) {
    if (!hasValidCase(text))
      throw new InputError(
        "BAD_PARAMETER",
        `the checksum of ${text} does not match: a character or its case is wrong`,
      );
    const bytes = fromHex(text.toLowerCase());
    return { kind: "account", bytes, canonical: formatEvmAddress(bytes) };
  }
  const written = text.toLowerCase().replace(/^[pxc]-/, (prefix) => prefix.toUpperCase());
  const { hrp: prefix, address } = parseKey(written, text);
  if (prefix === hrp) return { kind: "key", bytes: address, canonical: formatAddress(hrp, address) };
  throw new InputError(
    "BAD_PARAMETER",
    `${text} belongs to another network: addresses here begin with ${hrp}1, not ${prefix}1`,
  );
}

function parseKey(written: string, text: string): { hrp: string; address: Uint8Array } {
  try {
    return parseAddress(written);
  } catch (cause) {
    const problem = /^([PXC]-)?[a-z]{2,10}1[02-9ac-hj-np-z]{38}$/.test(written)
      ? "its checksum is wrong, so a character is mistyped"
      : "it is neither bech32 of 20 bytes, with or without P-, X- or C-, nor 0x and 40 hex digits";
    throw new InputError("BAD_PARAMETER", `${text.slice(0, 100)} is not an address: ${problem}`, { cause });
  }
}
