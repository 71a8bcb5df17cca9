import { AddressLink } from "@/components/ui/address-link";
import { Fact } from "@/components/ui/key-value";
import { formatTime } from "@/lib/words/format";

/** Who may sign: as many addresses as the threshold says, from the locktime (unix seconds) on. */
interface Owner {
  addresses: readonly string[];
  threshold: number;
  locktime?: number;
}

/** One row for an owner. Each address links to its page. */
export function OwnerRow({ label, owner }: { label: string; owner: Owner }) {
  return (
    <Fact label={label} aside={formatRule(owner)}>
      {owner.addresses.map((address) => (
        <AddressLink key={address} address={`P-${address}`} />
      ))}
    </Fact>
  );
}

/** `1 of 1`, with the locktime if there is one. */
function formatRule({ addresses, threshold, locktime = 0 }: Owner): string {
  if (addresses.length === 0) return "nobody can sign for it";
  const rule = `${threshold} of ${addresses.length}`;
  return locktime === 0 ? rule : `${rule}, from ${formatTime(locktime * 1000)}`;
}
