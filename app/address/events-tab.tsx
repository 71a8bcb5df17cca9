import { EventsView } from "@/app/[chain]/events/view";
import { findEvmChain, listL1Chains } from "@/app/[chain]/evm-chain";
import { failureOf, toResult } from "@/app/server";
import { ChainSeg } from "@/components/address/chain-seg";
import { TABS } from "@/components/address/tabs";
import { queryOfEvents } from "@/components/evm/events/event-query";
import { HistoryNote } from "@/components/evm/history-note";
import { CsvLink } from "@/components/list/csv-link";
import { Failure } from "@/components/state/failure";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { NoChain, NoForm, type TabProps } from "./tab";

/** What a contract wrote on the C-Chain, or on an L1. */
export async function EventsTab({ identity, asked, href }: TabProps) {
  const { account } = identity;
  const { l1 } = asked.filter;
  const what = TABS.events;
  if (account === undefined) return <NoForm what={what} form="0x" unread={identity.unread} />;
  const [evm, l1s] = await Promise.all([toResult(findEvmChain(l1 ?? "c")), listL1Chains()]);
  if (evm instanceof FirnError) return <Failure what={what} failure={failureOf(evm)} />;
  if (evm === undefined) return <NoChain l1={l1} what={what} />;
  const { before: _, ...filter } = asked.events;
  const tab = withQuery<"address">(href, { tab: "events" });
  const list = withQuery<"address">(tab, { chain: l1, ...queryOfEvents(filter) });
  const params = { ...asked.events, address: account };
  return (
    <>
      {l1s.length > 0 && <ChainSeg href={tab} chain={l1 ?? "c"} all={false} letters={["c"]} l1s={l1s} />}
      <HistoryNote chain={evm} of="lists" named />
      <EventsView chain={evm} params={params} href={list} hasContract={false} />
      <p className="mt-3">
        <CsvLink href={hrefTo("eventsCsv", { chain: evm.segment }, queryOfEvents(params))} />
      </p>
    </>
  );
}
