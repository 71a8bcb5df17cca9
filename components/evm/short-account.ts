import { fromHex } from "@/lib/avalanche/codec/bytes";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import { headTail } from "@/lib/words/format";

/** An account's address, 0x hex in any case, as lists of accounts show it: shortened, in the case of its checksum. */
export function shortAccount(address: string): string {
  return headTail(formatEvmAddress(fromHex(address.toLowerCase())));
}
