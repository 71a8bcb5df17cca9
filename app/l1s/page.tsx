import type { Metadata } from "next";
import { definePage, type PageProps } from "@/app/define-page";
import { api, failureOf, readStatus, toResult } from "@/app/server";
import { L1List } from "@/components/l1/l1-list";
import { monthlyFee } from "@/components/l1/runway";
import { CsvLink } from "@/components/list/csv-link";
import { Failure } from "@/components/state/failure";
import { PartialNotice } from "@/components/state/partial-notice";
import { EmptyState } from "@/components/state/state";
import { Avax } from "@/components/ui/amount";
import { ChainTag } from "@/components/ui/chain-tag";
import { STACK } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { Stat, Stats } from "@/components/ui/stats";
import { NetworkNav } from "@/components/validator/network-nav";
import { getPState } from "@/lib/contract/firn/p-state";
import { hrefTo } from "@/lib/contract/pages";
import type { RouteBody } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { groupDigits } from "@/lib/words/format";
import { readL1s } from "./l1s";

const PAGE_ROWS = 25;

export const metadata: Metadata = { title: "L1s" };

export default definePage("l1s", L1sPage);

async function L1sPage({ query: { before } }: PageProps<"l1s">) {
  const [status, state, l1s] = await Promise.all([
    readStatus(),
    toResult(api().get(getPState, { params: {} })),
    toResult(readL1s({ before, pageSize: PAGE_ROWS })),
  ]);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainTag chain="L1" />
            <span>Chains with validators of their own</span>
          </>
        }
        title="L1s"
        actions={
          <>
            <NetworkNav current="l1s" />
            <CsvLink href={hrefTo("l1sCsv")} />
          </>
        }
      />
      {!(status instanceof FirnError) && <PartialNotice status={status} of={["p"]} />}
      <div className={STACK}>
        {!(state instanceof FirnError) && <Fees state={state} />}
        {l1s instanceof FirnError ? (
          <Failure what="L1s" failure={failureOf(l1s)} />
        ) : l1s.page.l1s.length === 0 ? (
          <Panel label="L1s">
            <EmptyState title="No L1s here">
              {`Up to P-Chain block ${groupDigits(l1s.page.height)} no ${before === undefined ? "" : "earlier "}subnet was converted to an L1.`}
            </EmptyState>
          </Panel>
        ) : (
          <div>
            <L1List
              path={l1s.path}
              first={l1s.page}
              startHref={before === undefined ? undefined : hrefTo("l1s")}
            />
          </div>
        )}
      </div>
    </>
  );
}

/** The fees of all active L1 validators together. */
function Fees({ state: { validatorFee } }: { state: RouteBody<typeof getPState> }) {
  const fee = BigInt(validatorFee.priceNavax);
  return (
    <Stats count={3}>
      <Stat
        label="Active L1 validators"
        value={groupDigits(validatorFee.activeValidators)}
        detail="of all L1s"
      />
      <Stat label="Fee now" value={groupDigits(fee)} unit="nAVAX/s" detail="per active validator" />
      <Stat
        label="A validator’s month"
        value={<Avax value={monthlyFee(fee)} unit={false} />}
        unit="AVAX"
        detail="30 days at the fee now"
      />
    </Stats>
  );
}
