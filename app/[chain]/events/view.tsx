import { readEvents } from "@/app/[chain]/events/events";
import { failureOf, toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { EventFilters } from "@/components/evm/events/event-filters";
import { EventList } from "@/components/evm/events/event-list";
import type { EventListParams } from "@/components/evm/events/event-query";
import { NothingYet } from "@/components/list/nothing-yet";
import { Banner } from "@/components/state/banner";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { FILTERS } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import { withQuery } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

const PAGE_ROWS = 25;

interface EventsViewProps {
  chain: EvmChain;
  params: EventListParams;
  /** Address of the list with its filter, without its position. */
  href: string;
  /** Whether the contract can be chosen. */
  hasContract: boolean;
}

/** Events with their filters, of a chain or of one contract. */
export async function EventsView({ chain, params, href, hasContract }: EventsViewProps) {
  const list = await toResult(readEvents(chain, params, { pageSize: PAGE_ROWS }));
  return (
    <>
      <div className={FILTERS}>
        <EventFilters href={href} filter={params} hasContract={hasContract} />
      </div>
      {list instanceof FirnError ? (
        <Failure what="events" failure={failureOf(list)} />
      ) : (
        <>
          {list.page.unread.length > 0 && (
            <div className="mb-4">
              <Banner tone="warn" title="Some may be missing">
                Events of these blocks are not stored: {list.page.unread.join("; ")}.
              </Banner>
            </div>
          )}
          {list.page.logs.length === 0 ? (
            <NoEvents page={list.page} href={href} params={params} />
          ) : (
            <EventList
              chain={chain}
              path={list.path}
              first={list.page}
              href={href}
              isStarted={params.before !== undefined}
              order={params.order}
            />
          )}
        </>
      )}
    </>
  );
}

type Page = Awaited<ReturnType<typeof readEvents>>["page"];

function NoEvents({ page, href, params }: { page: Page; href: string; params: EventListParams }) {
  const { nextBefore, searchedTo } = page;
  if (nextBefore === undefined || searchedTo === undefined)
    return (
      <Panel label="Events">
        <EmptyState title="No events here">
          {params.before === undefined
            ? "No stored event is like this."
            : "Nothing follows this position that is like this."}
        </EmptyState>
      </Panel>
    );
  return (
    <NothingYet
      label="Events"
      searched={{ to: searchedTo, isDown: params.order === "desc" }}
      href={withQuery<"events">(href, { before: nextBefore })}
    />
  );
}
