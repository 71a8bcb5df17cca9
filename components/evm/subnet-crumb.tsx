import Link from "next/link";
import { button } from "@/components/ui/button";
import { Slash } from "@/components/ui/page-head";
import { hrefTo } from "@/lib/contract/pages";
import { headTail } from "@/lib/words/format";
import type { EvmChain } from "./chain";

/** Link from a page of an L1's chain to the L1; nothing on other chains. */
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

/** The same link in the head of a list, where the eyebrow chooses the chain. */
export function SubnetButton({ subnetId }: { subnetId: string }) {
  return (
    <Link className={button()} href={hrefTo("l1", { id: subnetId })} prefetch={false}>
      L1 page
    </Link>
  );
}
