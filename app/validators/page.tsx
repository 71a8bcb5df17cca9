import type { Metadata } from "next";
import { definePage, type PageProps } from "@/app/define-page";
import { Part, soon } from "@/app/part";
import { api, failureOf, readStatus, toResult } from "@/app/server";
import { CsvLink } from "@/components/list/csv-link";
import { Failure } from "@/components/state/failure";
import { PartialNotice } from "@/components/state/partial-notice";
import { EmptyState } from "@/components/state/state";
import { button } from "@/components/ui/button";
import { ChainTag } from "@/components/ui/chain-tag";
import { STACK } from "@/components/ui/layout";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { ViewLinks } from "@/components/ui/view-links";
import { StakeHistory } from "@/components/validator/later";
import {
  VALIDATORS_QUERY,
  type ValidatorListParams,
  validatorsHref,
} from "@/components/validator/list-params";
import { NetworkNav } from "@/components/validator/network-nav";
import { STAKE_DAYS } from "@/components/validator/stake-charts";
import { StakeFigures } from "@/components/validator/stake-figures";
import { StakeStrata } from "@/components/validator/strata";
import { UPTIME_REQUIRED_PERCENT } from "@/components/validator/uptime";
import { ValidatorFilters } from "@/components/validator/validator-filters";
import { ValidatorList } from "@/components/validator/validator-list";
import { getStakeSummary, type StakeSummary } from "@/lib/contract/firn/validators";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { groupDigits, plural } from "@/lib/words/format";
import { readNetworkStake, readValidators, type ValidatorListPage } from "./validators";

const PAGE_ROWS = 25;

export const metadata: Metadata = { title: "Validators" };

export default definePage("validators", ValidatorsPage);

async function ValidatorsPage({ query: params }: PageProps<"validators">) {
  const { chart, to } = params;
  const [status, { stake }, summary, list] = await Promise.all([
    readStatus(),
    soon("store", {
      stake: chart && toResult(readNetworkStake({ to, pageSize: STAKE_DAYS })),
    }),
    toResult(api().get(getStakeSummary, { params: {} })),
    toResult(readValidators(params, { pageSize: PAGE_ROWS })),
  ]);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainTag chain="P" />
            <span>Primary Network</span>
          </>
        }
        title="Validators"
        actions={
          <>
            <NetworkNav current="validators" />
            <CsvLink href={hrefTo("validatorsCsv", {}, VALIDATORS_QUERY.write(params))} />
          </>
        }
      />
      {!(status instanceof FirnError) && <PartialNotice status={status} of={["p"]} />}
      <div className={STACK}>
        {summary instanceof FirnError ? (
          <Failure what="the stake" failure={failureOf(summary)} />
        ) : (
          <>
            <StakeFigures summary={summary} />
            <StakeStrata
              summary={summary}
              actions={
                <ViewLinks
                  label="Stake"
                  views={{ now: "Now", days: "By day" }}
                  current={chart === undefined ? "now" : "days"}
                  hrefOf={(view) =>
                    validatorsHref({ ...params, chart: view === "days" ? "stake" : undefined, to: undefined })
                  }
                />
              }
            />
          </>
        )}
        {chart !== undefined && stake !== undefined && (
          <Part what="the chart of the stake" answer={stake}>
            {({ page, path }) =>
              page.points.length > 0 && (
                <StakeHistory
                  // The chart keeps the rest of the address as it was when it began.
                  key={validatorsHref(params)}
                  of="network"
                  href={hrefTo(
                    "validators",
                    {},
                    { ...VALIDATORS_QUERY.write(params), chart: undefined, to: undefined },
                  )}
                  csvHref={hrefTo("stakeCsv")}
                  path={path}
                  first={page}
                  chart={chart}
                  to={to}
                  isActive
                />
              )
            }
          </Part>
        )}
        <Listed list={list} params={params} summary={summary instanceof FirnError ? undefined : summary} />
      </div>
    </>
  );
}

function Listed(props: {
  list: ValidatorListPage | FirnError;
  params: ValidatorListParams;
  /** Undefined if it could not be read. */
  summary: StakeSummary | undefined;
}) {
  const { list, params, summary } = props;
  const largest = summary?.strata[0]?.weight ?? "0";
  return (
    <div>
      <ValidatorFilters params={params} largest={largest} />
      {list instanceof FirnError ? (
        <Failure what="validators" failure={failureOf(list)} />
      ) : list.page.validators.length === 0 ? (
        <Panel label="Validators">
          <EmptyState
            title="No validators here"
            action={
              <a className={button()} href={hrefTo("validators")}>
                See all validators
              </a>
            }
          >
            {summary === undefined
              ? "None matches."
              : `None of the ${plural(summary.validatorCount, "validator")} at P-Chain block ${groupDigits(summary.height)} matches.`}
          </EmptyState>
        </Panel>
      ) : (
        <ValidatorList
          path={list.path}
          first={list.page}
          {...{ params, largest, ownNodeId: summary?.ownNodeId }}
        />
      )}
      <p className="mt-3 text-small text-ink-3">
        {`Uptime is as this node saw it. Below ${UPTIME_REQUIRED_PERCENT} % the network pays no reward.`}
      </p>
    </div>
  );
}
