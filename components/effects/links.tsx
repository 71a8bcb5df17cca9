import Link from "next/link";
import { HashLink } from "@/components/ui/hash-link";
import { Name } from "@/components/ui/name";
import { formatId } from "@/lib/avalanche/ids";
import { hrefTo } from "@/lib/contract/pages";
import type { NetworkFacts } from "./tx-context";

/** Link to the page of a validator, by its node id `NodeID-…`. */
export function NodeLink({ nodeId, full = false }: { nodeId: string; full?: boolean }) {
  return <HashLink value={nodeId} href={hrefTo("validator", { id: nodeId })} full={full} label="node" />;
}

/** Links to the page of a subnet, L1 or not, by its name where it has one, and by its id in cb58. */
export function SubnetLink({ subnetId, network }: { subnetId: string; network: NetworkFacts }) {
  const name = network.subnets?.find(({ id }) => formatId(id) === subnetId)?.name;
  const href = hrefTo("l1", { id: subnetId });
  return (
    <>
      {name !== undefined && (
        <Link href={href} prefetch={false}>
          <Name>{name}</Name>
        </Link>
      )}
      <HashLink value={subnetId} href={href} full label="subnet" />
    </>
  );
}
