import Link from "next/link";
import type { ReactNode } from "react";
import type { EvmChain } from "@/components/evm/chain";
import type { CopySource } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { ChainTag } from "@/components/ui/chain-tag";
import { classes } from "@/components/ui/classes";
import { HashLink } from "@/components/ui/hash-link";
import { Fact, KeyValue } from "@/components/ui/key-value";
import { PAIR } from "@/components/ui/layout";
import { PageHead, Slash } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { OwnerRow } from "@/components/validator/owners";
import type { Subnet } from "@/lib/contract/data/subnets";
import { hrefTo } from "@/lib/contract/pages";
import { formatTime, headTail } from "@/lib/words/format";
import { ChainFacts } from "./l1-facts";

interface SubnetViewProps {
  subnet: Subnet;
  evmChains: readonly EvmChain[];
  source: CopySource;
  /** Its validators. */
  children: ReactNode;
}

/** A subnet that is not an L1: nodes of the Primary Network validate it. */
export function SubnetView({ subnet, evmChains, source, children }: SubnetViewProps) {
  const { subnetId, blockchains, subnetOwnershipInfo: owner } = subnet;
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainTag chain="P" />
            <Link href={hrefTo("l1s")} prefetch={false}>
              L1s
            </Link>
            <Slash />
            <span>Subnet, not converted to an L1</span>
          </>
        }
        title={blockchains[0]?.blockchainName ?? `Subnet ${headTail(subnetId)}`}
        actions={<CopyAs {...source} path={hrefTo("l1", { id: subnetId })} />}
        idline={<HashLink value={subnetId} full label="subnet" />}
      />
      <div className={classes(PAIR, "items-start")}>
        <Panel title="Subnet">
          <KeyValue>
            <Fact
              label="Created"
              aside={
                subnet.createBlockTimestamp === undefined
                  ? undefined
                  : formatTime(subnet.createBlockTimestamp * 1000)
              }
            >
              <HashLink
                value={subnetId}
                href={hrefTo("tx", { chain: "p", id: subnetId })}
                label="transaction"
              />
            </Fact>
            <OwnerRow label="Owner" owner={owner} />
            {blockchains.map(({ blockchainId, blockchainName: name, vmId, evmChainId }) => (
              <ChainFacts
                key={blockchainId}
                chain={{ blockchainId, name, vmId, ...(evmChainId !== undefined && { evmChainId }) }}
                evmChains={evmChains}
              />
            ))}
          </KeyValue>
        </Panel>
        {children}
      </div>
    </>
  );
}
