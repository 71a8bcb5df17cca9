import { AddressLink } from "@/components/ui/address-link";
import { Fact } from "@/components/ui/key-value";
import type { Owner, PChainOwner } from "@/lib/avalanche/effects";
import { formatAddress } from "@/lib/avalanche/ids";
import { formatTime } from "@/lib/words/format";
import type { NetworkFacts } from "./tx-context";

/** A row naming an owner: every address, how many must sign, and from when. */
export function OwnerFact({
  label,
  owner,
  network,
}: {
  label: string;
  owner: Owner | PChainOwner;
  network: NetworkFacts;
}) {
  return (
    <Fact label={label} aside={formatRule(owner)}>
      {owner.addresses.map((address) => {
        const text = `P-${formatAddress(network.hrp, address)}` as const;
        return <AddressLink key={text} address={text} />;
      })}
    </Fact>
  );
}

/** `1 of 1, no locktime`. Owners of L1 validators have no locktime. */
function formatRule(owner: Owner | PChainOwner): string {
  if (owner.addresses.length === 0) return "nobody can sign for it";
  const threshold = `${owner.threshold} of ${owner.addresses.length}`;
  if (!("locktime" in owner)) return threshold;
  return owner.locktime === 0n
    ? `${threshold}, no locktime`
    : `${threshold}, from ${formatTime(Number(owner.locktime) * 1000)}`;
}
