import type { Metadata } from "next";
import Link from "next/link";
import { LAG_QUERY } from "@/app/charts/find";
import { definePage, type PageProps } from "@/app/define-page";
import { api, failureOf, toResult } from "@/app/server";
import { ChartNav } from "@/components/chart/chart-nav";
import { LagHistory } from "@/components/chart/lag-history";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAIN_LETTERS, CHAINS, type Chain } from "@/components/ui/chains";
import { CopyLink } from "@/components/ui/copy-link";
import { FILTERS, STACK } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { Seg } from "@/components/ui/seg";
import { getAcceptance } from "@/lib/contract/firn/acceptance";
import { hrefTo } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { groupDigits, plural } from "@/lib/words/format";

export const metadata: Metadata = { title: "Acceptance lag" };

/** Blocks drawn at once, and blocks of a page: as many as can be seen as single dots. */
const BLOCKS = 150;

export default definePage("lag", LagPage);

async function LagPage({ query: { chain, before } }: PageProps<"lag">) {
  const request = { params: {}, query: { chain, limit: BLOCKS, before } };
  const found = await toResult(api().get(getAcceptance, request));
  return (
    <>
      <PageHead eyebrow={<ChartNav chart={undefined} />} title="Acceptance lag" actions={<CopyLink />} />
      <div className={FILTERS}>
        <Seg label="Chain">
          {CHAIN_LETTERS.map((one) => (
            <Link
              key={one}
              href={hrefTo("lag", {}, LAG_QUERY.write({ chain: one }))}
              prefetch={false}
              aria-current={one === chain ? "page" : undefined}
            >
              <ChainTag chain={CHAINS[one].letter} />
              {CHAINS[one].name}
            </Link>
          ))}
        </Seg>
      </div>
      {found instanceof FirnError ? (
        <Failure what="the chart" failure={failureOf(found)} />
      ) : found.points.length === 0 ? (
        <Panel label="Acceptance lag">
          <EmptyState title="Nothing to draw">
            {describeEmpty(chain, found.notAcceptedLive, before)}
          </EmptyState>
        </Panel>
      ) : (
        <div className={STACK}>
          <LagHistory
            key={`${chain} ${before}`}
            {...{ chain, before }}
            path={fillRoute(getAcceptance, request)}
            first={found}
            span={BLOCKS}
          />
        </div>
      )}
    </>
  );
}

function describeEmpty(chain: Chain, notAcceptedLive: number, before: number | undefined): string {
  const { name } = CHAINS[chain];
  const range = before === undefined ? "yet" : `below ${groupDigits(before)}`;
  if (notAcceptedLive === 0) return `No ${name} block is indexed ${range}.`;
  if (before !== undefined)
    return `None of the ${plural(notAcceptedLive, `${name} block`)} ${range} was accepted live: a bootstrapped or replayed block has no meaningful lag.`;
  return `None of the newest ${plural(notAcceptedLive, `${name} block`)} was accepted live: a bootstrapped or replayed block has no meaningful lag.`;
}
