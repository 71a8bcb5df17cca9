import { sourceOf } from "@/app/[chain]/commands";
import { listL1Chains } from "@/app/[chain]/evm-chain";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { failureOf, readStatus, servedNetwork, toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { L1View } from "@/components/l1/l1-view";
import { SubnetView } from "@/components/l1/subnet-view";
import { Failure } from "@/components/state/failure";
import { PartialNotice } from "@/components/state/partial-notice";
import { PageHead } from "@/components/ui/page-head";
import { getSubnetById, type Subnet } from "@/lib/contract/data/subnets";
import { getL1 } from "@/lib/contract/firn/l1s";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { headTail } from "@/lib/words/format";
import type { FoundL1 } from "./find";
import { Changes, Fees, Runway, SubnetRows } from "./lists";
import type { L1Starts } from "./query";
import { Rules } from "./rules";

export const generateMetadata = defineTitle("l1", ({ found }) =>
  found instanceof FirnError ? "L1" : titleOf(found),
);

export default definePage("l1", L1Page);

async function L1Page({ params: { id }, query, found }: PageProps<"l1">) {
  const [status, evmChains] = await Promise.all([readStatus(), listL1Chains()]);
  if (found instanceof FirnError) {
    return (
      <>
        <PageHead title={`L1 ${headTail(id)}`} />
        <Failure what="this L1" failure={failureOf(found)} />
      </>
    );
  }
  return (
    <>
      {!(status instanceof FirnError) && <PartialNotice status={status} of={["p"]} />}
      {found.kind === "l1" ? (
        <L1View
          l1={found.l1}
          evmChains={evmChains}
          source={await sourceOf(fillRoute(getL1, { params: { subnetId: found.l1.subnetId } }))}
          runway={<Runway l1={found.l1} starts={query} />}
          fees={<Fees l1={found.l1} starts={query} />}
          changes={<Changes l1={found.l1} starts={query} />}
          rules={<Rules subnetId={found.l1.subnetId} evmChains={evmChains} />}
        />
      ) : (
        <SubnetPage subnet={found.subnet} evmChains={evmChains} starts={query} />
      )}
    </>
  );
}

interface SubnetPageProps {
  subnet: Subnet;
  evmChains: readonly EvmChain[];
  starts: L1Starts;
}

/** A subnet that is not an L1, with its validators. */
async function SubnetPage({ subnet, evmChains, starts }: SubnetPageProps) {
  const { subnetId } = subnet;
  const network = await toResult(servedNetwork());
  if (network instanceof FirnError) return <Failure what="this subnet" failure={failureOf(network)} />;
  const source = await sourceOf(fillRoute(getSubnetById, { params: { network, subnetId } }));
  return (
    <SubnetView subnet={subnet} evmChains={evmChains} source={source}>
      <SubnetRows subnetId={subnetId} starts={starts} />
      <Rules subnetId={subnetId} evmChains={evmChains} />
    </SubnetView>
  );
}

function titleOf(found: FoundL1): string {
  return found.kind === "l1"
    ? `${found.l1.name ?? headTail(found.l1.subnetId)}, L1`
    : `Subnet ${headTail(found.subnet.subnetId)}`;
}
