import Link from "next/link";
import { sourceOf } from "@/app/[chain]/commands";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { failureOf, readStatus, toResult } from "@/app/server";
import { CopyAs } from "@/components/provenance/copy-as";
import { DelegatorList } from "@/components/rewards/delegator-list";
import { RewardFigures, RewardYears } from "@/components/rewards/reward-figures";
import { STATEMENT_FORMS } from "@/components/rewards/statement-forms";
import { StatementList } from "@/components/rewards/statement-list";
import { Failure } from "@/components/state/failure";
import { PartialNotice } from "@/components/state/partial-notice";
import { EmptyState } from "@/components/state/state";
import { AddressLink } from "@/components/ui/address-link";
import { button } from "@/components/ui/button";
import { ChainTag } from "@/components/ui/chain-tag";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { STACK } from "@/components/ui/layout";
import { PageHead, Slash } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { ViewLinks } from "@/components/ui/view-links";
import type { RewardSummary } from "@/lib/contract/firn/rewards";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { headTail } from "@/lib/words/format";
import {
  PAGE_ROWS,
  type Party,
  REWARDS_QUERY,
  readDelegatorSums,
  readStatement,
  readSummary,
  type StatementQuery,
  statementHref,
} from "./statement";

export const generateMetadata = defineTitle("rewards", ({ params: { id } }) => `Rewards of ${headTail(id)}`);

export default definePage("rewards", RewardsPage);

async function RewardsPage({ params: { id }, query, found }: PageProps<"rewards">) {
  if (found instanceof FirnError) {
    return (
      <>
        <PageHead title={`Rewards of ${id}`} />
        <Failure what="these rewards" failure={failureOf(found)} />
      </>
    );
  }
  const party = found;
  const [status, summary, statement, delegators] = await Promise.all([
    readStatus(),
    toResult(readSummary(party, query)),
    toResult(readStatement(party, query, { pageSize: PAGE_ROWS })),
    party.kind === "node" ? toResult(readDelegatorSums(party.id, query.after)) : undefined,
  ]);
  const { before: _before, after: _after, ...shown } = query;
  const startHref = statementHref(party, shown);
  const { year } = query;
  return (
    <>
      {!(status instanceof FirnError) && <PartialNotice status={status} of={["p"]} />}
      <StatementHead party={party} query={shown} summary={summary} />
      <div className={STACK}>
        {summary instanceof FirnError ? (
          <Failure what="the sums of these rewards" failure={failureOf(summary)} />
        ) : (
          <Sums
            party={party}
            query={shown}
            summary={summary.page}
            avaxAssetId={status instanceof FirnError ? undefined : status.network.avaxAssetId}
          />
        )}
        {statement instanceof FirnError ? (
          <Failure what="these rewards" failure={failureOf(statement)} />
        ) : statement.page.rewards.length === 0 ? (
          <Panel label="Rewards">
            <EmptyState title="No rewards here">
              {query.before !== undefined
                ? "Nothing follows this position."
                : year === undefined
                  ? "Nothing was paid yet. Rewards are paid when a stake’s period ends."
                  : `Nothing was paid in ${year}.`}
            </EmptyState>
          </Panel>
        ) : (
          <StatementList
            path={statement.path}
            first={statement.page}
            title={year === undefined ? "Statement" : `Statement of ${year}`}
            actions={<Downloads party={party} query={shown} />}
            isPriced={statement.page.rewards.some(({ value }) => value !== undefined) || hasValues(summary)}
            href={startHref}
            startHref={query.before === undefined ? undefined : startHref}
          />
        )}
        {delegators instanceof FirnError && <Failure what="delegators" failure={failureOf(delegators)} />}
        {delegators !== undefined &&
          !(delegators instanceof FirnError) &&
          (delegators.page.delegators.length > 0 || query.after !== undefined) && (
            <DelegatorList
              path={delegators.path}
              first={delegators.page}
              href={startHref}
              startHref={query.after === undefined ? undefined : startHref}
            />
          )}
      </div>
    </>
  );
}

function hasValues(summary: FirnError | { page: RewardSummary }): boolean {
  return !(summary instanceof FirnError) && summary.page.assets.some(({ value }) => value !== undefined);
}

async function StatementHead(props: {
  party: Party;
  query: StatementQuery;
  summary: FirnError | { path: string };
}) {
  const { party, query, summary } = props;
  const jsonPath = summary instanceof FirnError ? undefined : summary.path;
  const kinds = { own: "The validator’s", all: "With its delegators’" };
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain="P" />
          <Link href={hrefTo("validators")} prefetch={false}>
            Validators
          </Link>
          <Slash />
          <span>Rewards</span>
        </>
      }
      title={query.year === undefined ? "Rewards" : `Rewards in ${query.year}`}
      actions={
        <>
          {party.kind === "node" && (
            <ViewLinks
              label="Whose rewards"
              views={kinds}
              current={query.withDelegators ? "all" : "own"}
              hrefOf={(view) => statementHref(party, { ...query, withDelegators: view === "all" })}
            />
          )}
          {query.year !== undefined && (
            <Link
              className={button()}
              href={statementHref(party, { ...query, year: undefined })}
              prefetch={false}
            >
              All years
            </Link>
          )}
          {jsonPath !== undefined && (
            <CopyAs
              jsonPath={jsonPath}
              curl={(await sourceOf(jsonPath)).curl}
              path={hrefTo("rewards", { id: party.id }, REWARDS_QUERY.write(query))}
            />
          )}
        </>
      }
      idline={
        party.kind === "node" ? (
          <HashLink value={party.id} href={hrefTo("validator", { id: party.id })} label="validator" full />
        ) : (
          <AddressLink address={`P-${party.id}`} />
        )
      }
    />
  );
}

/** Sums in AVAX, and a remark on rewards in other assets. */
function Sums(props: {
  party: Party;
  query: StatementQuery;
  summary: RewardSummary;
  avaxAssetId: string | undefined;
}) {
  const { party, query, summary, avaxAssetId } = props;
  const avax = summary.assets.find(({ asset }) => asset.assetId === avaxAssetId);
  const others = summary.assets.filter((one) => one !== avax);
  const forDelegators =
    party.kind === "address" ? "For delegating" : query.withDelegators ? "To its delegators" : undefined;
  return (
    <>
      {avax !== undefined && <RewardFigures asset={avax} year={query.year} forDelegators={forDelegators} />}
      {avax !== undefined && avax.years.length > 0 && (
        <RewardYears
          asset={avax}
          current={query.year}
          hrefOf={(year) => statementHref(party, { ...query, year })}
        />
      )}
      {others.length > 0 && (
        <p className="text-small text-ink-2">
          {`Subnets pay rewards in assets of their own: ${others.map(({ asset }) => asset.symbol || asset.assetId).join(", ")}. The statement has them, the sums above are AVAX.`}
        </p>
      )}
    </>
  );
}

function Downloads({ party, query }: { party: Party; query: StatementQuery }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {Object.entries(STATEMENT_FORMS).map(([form, { label }]) => (
        <a
          key={form}
          className={button({ size: "small" })}
          href={hrefTo(
            "rewardsCsv",
            { id: party.id },
            { ...REWARDS_QUERY.write(query), form: form === "plain" ? undefined : form },
          )}
          download
          title={
            form === "plain" ? "This statement as CSV" : `This statement in the form that ${label} imports`
          }
        >
          <Icon name="csv" />
          {label}
        </a>
      ))}
    </span>
  );
}
