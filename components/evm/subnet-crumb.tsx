import Link from "next/link";
import { button } from "@/components/ui/button";
import { headTail } from "@/components/ui/format";
import { Slash } from "@/components/ui/page-head";
import { hrefTo } from "@/lib/contract/pages";
import type { EvmChain } from "./chain";

/** The way back from a page of an L1's chain to the L1; nothing on others. */
export function SubnetCrumb({ chain: { subnetId } }: { chain: EvmChain }) {
  if (subnetId === undefined) return null;
  return (
    <>
      <Link href={hrefTo("l1", { id: subnetId })} prefetch={false} title={subnetId}>
        Subnet {headTail(subnetId)}
      </Link>
      <Slash />
    </>
  );
}

/** The same in the head of a list, whose line above its title chooses the chain. */
export function SubnetButton({ subnetId }: { subnetId: string }) {
  return (
    <Link className={button()} href={hrefTo("l1", { id: subnetId })} prefetch={false}>
      Its L1
    </Link>
  );
}
