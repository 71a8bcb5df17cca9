import { EventsView } from "@/app/[chain]/events/view";
import { listL1Chains } from "@/app/[chain]/evm-chain";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { failureOf } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { queryOfEvents } from "@/components/evm/events/event-query";
import { HistoryNote } from "@/components/evm/history-note";
import { ListsNav } from "@/components/evm/lists/lists-nav";
import { SubnetButton } from "@/components/evm/subnet-crumb";
import { ChainNav } from "@/components/list/chain-nav";
import { CsvLink } from "@/components/list/csv-link";
import { Failure } from "@/components/state/failure";
import { PageHead } from "@/components/ui/page-head";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

export const generateMetadata = defineTitle("events", ({ found }) =>
  found instanceof FirnError ? "Events" : titleOf(found.chain),
);

export default definePage("events", EventsPage);

async function EventsPage({ found }: PageProps<"events">) {
  if (found instanceof FirnError)
    return (
      <>
        <PageHead title="Events" />
        <Failure what="events" failure={failureOf(found)} />
      </>
    );
  const { chain, params } = found;
  const { before: _, ...filter } = params;
  const query = queryOfEvents(filter);
  const l1s = await listL1Chains();
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainNav chain={chain.segment} noun="events" l1s={l1s} />
            <ListsNav chain={chain} current="events" />
          </>
        }
        title={titleOf(chain)}
        actions={
          <>
            <CsvLink href={hrefTo("eventsCsv", { chain: chain.segment }, queryOfEvents(params))} />
            {chain.subnetId !== undefined && <SubnetButton subnetId={chain.subnetId} />}
          </>
        }
      />
      <HistoryNote chain={chain} of="lists" />
      <EventsView
        chain={chain}
        params={params}
        href={hrefTo("events", { chain: chain.segment }, query)}
        hasContract
      />
    </>
  );
}

function titleOf({ name }: EvmChain): string {
  return `${name} events`;
}
