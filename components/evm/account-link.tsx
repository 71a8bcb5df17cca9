import { AddressLink } from "@/components/ui/address-link";
import type { RichAddress } from "@/lib/contract/data/evm";
import { NOBODY } from "./chain";

interface AccountLinkProps {
  account: RichAddress;
  full?: boolean;
  copy?: boolean;
}

/** Link to an account or contract; the zero address is "nobody". */
export function AccountLink({ account: { address, name }, full = false, copy = true }: AccountLinkProps) {
  if (address === NOBODY) return <span className="text-ink-3">nobody</span>;
  return <AddressLink address={address} full={full} copy={copy} {...(name && { name })} />;
}
