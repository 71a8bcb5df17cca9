import { formatEvmAddress, ZERO_ADDRESS } from "../../../avalanche/evm-address";
import type { RichAddress } from "../../../contract/data/evm";
import type { Party } from "../../../store/queries/evm/address";
import type { EvmTerms } from "../../evm/terms";

/** The zero address, used where a transfer has no sender or receiver. */
export const ZERO_PARTY: Party = { address: ZERO_ADDRESS, contract: undefined };

/** An address with its token contract's facts and the operator's label. */
export function presentParty(
  { address, contract }: Party,
  { labels }: Pick<EvmTerms, "labels">,
): RichAddress {
  const { name = contract?.name, logoUri } = labels.address(address) ?? {};
  return {
    name: name ?? undefined,
    symbol: contract?.symbol ?? undefined,
    decimals: contract?.decimals ?? undefined,
    logoUri,
    address: formatEvmAddress(address),
  };
}
