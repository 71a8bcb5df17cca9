import Link from "next/link";
import type { CopySource } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { button } from "@/components/ui/button";
import { ChainTag } from "@/components/ui/chain-tag";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { Name } from "@/components/ui/name";
import { PageHead, Slash } from "@/components/ui/page-head";
import { StatusPill } from "@/components/ui/status-pill";
import type { FirnL1 } from "@/lib/contract/firn/l1s";
import { hrefTo } from "@/lib/contract/pages";
import { formatDate, headTail } from "@/lib/words/format";

/** Name, state and id of an L1, with its downloads. */
export function L1Head({ l1, source }: { l1: FirnL1; source: CopySource }) {
  const { subnetId, name, blockchains, activeCount, firstRunsOutTimestamp } = l1;
  const evmChainId = blockchains.find((chain) => chain.evmChainId !== undefined)?.evmChainId;
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain="L1" />
          <Link href={hrefTo("l1s")} prefetch={false}>
            L1s
          </Link>
          <Slash />
          {l1.convertedTimestamp !== undefined && (
            <span>{`Converted ${formatDate(l1.convertedTimestamp * 1000)}`}</span>
          )}
        </>
      }
      title={name === undefined ? headTail(subnetId) : <Name most={80}>{name}</Name>}
      actions={
        <>
          {firstRunsOutTimestamp !== undefined && (
            <a className={button()} href={hrefTo("l1Calendar", { id: subnetId })} download>
              <Icon name="cal" />
              Calendar of run-out dates
            </a>
          )}
          <CopyAs {...source} path={hrefTo("l1", { id: subnetId })} />
        </>
      }
      idline={
        <>
          {activeCount > 0 ? (
            <StatusPill status="accepted" word="Validating" />
          ) : (
            <StatusPill status="unchecked" word="No active validator" />
          )}
          {evmChainId !== undefined && <span>EVM chain {evmChainId}</span>}
          <HashLink value={subnetId} full label="subnet" />
        </>
      }
    />
  );
}
