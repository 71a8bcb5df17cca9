import { formatEvmAddress } from "../../avalanche/evm-address";
import type { RichAddress } from "../../contract/data/evm";
import type { Party } from "../../store/queries/evm/address";

/** The zero address, where a movement has no such party. */
export const NOBODY: Party = { address: new Uint8Array(20), contract: undefined };

/** A party with what its token contract says of itself. */
export function presentParty({ address, contract }: Party): RichAddress {
  const party: RichAddress = { address: formatEvmAddress(address) };
  if (contract === undefined) return party;
  if (contract.name !== null) party.name = contract.name;
  if (contract.symbol !== null) party.symbol = contract.symbol;
  if (contract.decimals !== null) party.decimals = contract.decimals;
  return party;
}
