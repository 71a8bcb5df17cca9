import { HashLink } from "@/components/ui/hash-link";
import { hrefTo } from "@/lib/contract/pages";

/** Link to the page of a validator, by its node id `NodeID-…`. */
export function NodeLink({ nodeId, full = false }: { nodeId: string; full?: boolean }) {
  return <HashLink value={nodeId} href={hrefTo("validator", { id: nodeId })} full={full} label="node" />;
}

/** Link to the page of a subnet, L1 or not, by its id in cb58. */
export function SubnetLink({ subnetId }: { subnetId: string }) {
  return <HashLink value={subnetId} href={hrefTo("l1", { id: subnetId })} full label="subnet" />;
}
