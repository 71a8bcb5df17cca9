import type { RichAddress } from "@/lib/contract/data/evm";

/** What is known of an address, at least the address itself. */
export type AddressLookup = (address: string) => RichAddress;

/** Looks addresses up among those that came with an answer. */
export function addressLookup(known: readonly RichAddress[]): AddressLookup {
  const byAddress = new Map(known.map((each) => [each.address, each]));
  return (address) => byAddress.get(address) ?? { address };
}
