import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { api, readStatus, settle, troubleOf } from "@/app/server";
import { ChartNav } from "@/components/chart/chart-nav";
import { summarizeLag } from "@/components/chart/lag";
import { LagChart } from "@/components/chart/lag-chart";
import { LagFigures } from "@/components/chart/lag-figures";
import type { SearchParams } from "@/components/list/list-params";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { EmptyState } from "@/components/state/state";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAIN_LETTERS, CHAINS, type Chain, isChain } from "@/components/ui/chains";
import { CopyLink } from "@/components/ui/copy-link";
import { plural } from "@/components/ui/format";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { Seg } from "@/components/ui/seg";
import { getAcceptance } from "@/lib/contract/firn/acceptance";
import { FirnError } from "@/lib/errors";

export const metadata: Metadata = { title: "Acceptance lag" };

/** Blocks drawn: what still reads as single dots. */
const BLOCKS = 500;

export default async function LagPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { chain = "p" } = await searchParams;
  if (typeof chain !== "string" || !isChain(chain)) notFound();
  const query = { chain, limit: BLOCKS };
  const [status, found] = await Promise.all([
    readStatus(),
    settle(api().get(getAcceptance, { params: {}, query })),
  ]);
  const summary = found instanceof FirnError ? undefined : summarizeLag(found.points);
  return (
    <>
      <PageHead eyebrow={<ChartNav chart={undefined} />} title="Acceptance lag" actions={<CopyLink />} />
      {!(status instanceof FirnError) && <NodeAwayNotice status={status} />}
      <div className="filters">
        <Seg label="Chain">
          {CHAIN_LETTERS.map((one) => (
            <Link
              key={one}
              href={one === "p" ? "/charts/lag" : `/charts/lag?chain=${one}`}
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
        <Failure what="the chart" trouble={troubleOf(found)} />
      ) : summary === undefined ? (
        <Panel label="Acceptance lag">
          <EmptyState title="Nothing to draw">{sayEmpty(chain, found.notAcceptedLive)}</EmptyState>
        </Panel>
      ) : (
        <div className="stackp">
          <LagFigures summary={summary} />
          <LagChart {...found} summary={summary} explained />
        </div>
      )}
    </>
  );
}

function sayEmpty(chain: Chain, notAcceptedLive: number): string {
  const { name } = CHAINS[chain];
  if (notAcceptedLive === 0) return `No ${name} block is indexed yet.`;
  return `None of the newest ${plural(notAcceptedLive, `${name} block`)} was accepted live: the lag of a block that was bootstrapped or replayed measures nothing.`;
}
