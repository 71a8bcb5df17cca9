import { AddressLink } from "@/components/ui/address-link";
import type { RichAddress } from "@/lib/contract/data/evm";
import { type EvmChain, NOBODY } from "./chain";

interface AccountLinkProps {
  account: RichAddress;
  chain: Pick<EvmChain, "segment">;
  full?: boolean;
  copy?: boolean;
  none?: string;
}

/** Link to an account or contract of an EVM chain. For the zero address `none` says what happened: `Minted`, `Burned`. */
export function AccountLink({
  account: { address, name },
  chain,
  full = false,
  copy = true,
  none = "Zero address",
}: AccountLinkProps) {
  if (address === NOBODY) return <span className="text-ink-3">{none}</span>;
  return (
    <AddressLink address={address} chain={chain.segment} full={full} copy={copy} {...(name && { name })} />
  );
}
