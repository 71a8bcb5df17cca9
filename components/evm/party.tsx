import { AddressLink } from "@/components/ui/address-link";
import type { RichAddress } from "@/lib/contract/data/evm";
import { NOBODY } from "./chain";

/** An account or contract; the zero address, from which tokens are minted and to which they are burnt, is nobody. */
export function Party({
  party,
  full = false,
  copy = true,
}: {
  party: RichAddress;
  full?: boolean;
  copy?: boolean;
}) {
  const { address, name } = party;
  if (address === NOBODY) return <span className="text-ink-3">nobody</span>;
  return (
    <AddressLink
      address={address}
      full={full}
      copy={copy}
      {...(name === undefined || name === "" ? {} : { name })}
    />
  );
}
