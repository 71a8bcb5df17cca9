import { HashLink } from "@/components/ui/hash-link";
import { hrefTo } from "@/lib/contract/pages";

/** A node by its id, `NodeID-…`; it leads to the validator's page. */
export function NodeLink({ nodeId, full = false }: { nodeId: string; full?: boolean }) {
  return <HashLink value={nodeId} href={hrefTo("validator", { id: nodeId })} full={full} noun="node" />;
}

/** A subnet, whole, by its id in cb58; it leads to its page, L1 or not. */
export function SubnetLink({ subnetId }: { subnetId: string }) {
  return <HashLink value={subnetId} href={hrefTo("l1", { id: subnetId })} full noun="subnet" />;
}
