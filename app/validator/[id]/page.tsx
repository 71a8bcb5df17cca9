import { sourceOf } from "@/app/[chain]/commands";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { readL1Names } from "@/app/l1s/names";
import { failureOf, readStatus, toResult } from "@/app/server";
import { Failure } from "@/components/state/failure";
import { PartialNotice } from "@/components/state/partial-notice";
import { CHAINS } from "@/components/ui/chains";
import { PageHead } from "@/components/ui/page-head";
import { DelegationList } from "@/components/validator/delegation-list";
import { StakeHistory } from "@/components/validator/later";
import { PeriodList } from "@/components/validator/period-list";
import { ProposedList } from "@/components/validator/proposed-list";
import { isSeenChart } from "@/components/validator/stake-charts";
import { ValidatorView } from "@/components/validator/validator-view";
import { type FirnValidator, getValidator } from "@/lib/contract/firn/validators";
import { hrefTo } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { groupDigits, headTail } from "@/lib/words/format";
import { type ListStarts, readDelegations, readMetrics, readPeriods, readProposed, readSeen } from "./load";
import { VALIDATOR_QUERY } from "./starts";

export const generateMetadata = defineTitle("validator", ({ params: { id } }) => `Validator ${headTail(id)}`);

export default definePage("validator", ValidatorPage);

async function ValidatorPage({ params: { id }, query, found }: PageProps<"validator">) {
  const status = await readStatus();
  if (found instanceof FirnError) {
    return (
      <>
        <PageHead title={id} />
        <Failure what="this validator" failure={failureOf(found)} />
      </>
    );
  }
  const validator = found;
  const { nodeId } = validator;
  const l1Names = await readL1Names(validator.l1Validations.map(({ subnetId }) => subnetId));
  const jsonPath = fillRoute(getValidator, { params: { nodeId } });
  const { curl } = await sourceOf(jsonPath);
  return (
    <>
      {!(status instanceof FirnError) && <PartialNotice status={status} of={["p"]} />}
      <ValidatorView validator={validator} l1Names={l1Names} jsonPath={jsonPath} curl={curl}>
        <Lists validator={validator} starts={query} />
      </ValidatorView>
    </>
  );
}

/** Empty lists are left out, except blocks, since another chain may have some. */
async function Lists({ validator, starts }: { validator: FirnValidator; starts: ListStarts }) {
  const { nodeId, period } = validator;
  const [metrics, delegations, proposed, periods] = await Promise.all([
    isSeenChart(starts.chart) ? toResult(readSeen(nodeId, starts)) : toResult(readMetrics(nodeId, starts)),
    toResult(readDelegations(nodeId, { before: starts.delegations })),
    toResult(readProposed(nodeId, starts)),
    toResult(readPeriods(nodeId, { before: starts.periods })),
  ]);
  const startOf = (name: "periods" | "delegations" | "before") =>
    starts[name] === undefined
      ? undefined
      : hrefTo("validator", { id: nodeId }, VALIDATOR_QUERY.write({ ...starts, [name]: undefined }));
  return (
    <>
      {metrics instanceof FirnError ? (
        <Failure what="the chart of its stake" failure={failureOf(metrics)} />
      ) : (
        (metrics.page.points.length > 0 || isSeenChart(starts.chart)) && (
          <StakeHistory
            key={`${starts.chart} ${starts.step} ${starts.to}`}
            of="validator"
            href={hrefTo("validator", { id: nodeId }, {})}
            csvHref={isSeenChart(starts.chart) ? undefined : hrefTo("validatorMetricsCsv", { id: nodeId })}
            path={metrics.path}
            first={metrics.page}
            chart={starts.chart}
            step={starts.step}
            to={starts.to}
            isActive={period?.status === "active"}
          />
        )
      )}
      {periods instanceof FirnError ? (
        <Failure what="periods" failure={failureOf(periods)} />
      ) : (
        (periods.page.validators.length > 0 || starts.periods !== undefined) && (
          <PeriodList
            nodeId={nodeId}
            path={periods.path}
            first={periods.page}
            startHref={startOf("periods")}
          />
        )
      )}
      {delegations instanceof FirnError ? (
        <Failure what="delegations" failure={failureOf(delegations)} />
      ) : (
        (delegations.page.delegators.length > 0 || starts.delegations !== undefined) && (
          <DelegationList
            nodeId={nodeId}
            path={delegations.path}
            first={delegations.page}
            startHref={startOf("delegations")}
            {...(period?.status === "active" && { count: period.delegatorCount })}
          />
        )
      )}
      {proposed instanceof FirnError ? (
        <Failure what="blocks proposed" failure={failureOf(proposed)} />
      ) : (
        <ProposedList
          nodeId={nodeId}
          chain={starts.chain}
          path={proposed.path}
          first={proposed.page}
          startHref={startOf("before")}
          aside={formatProposed(validator, starts)}
        />
      )}
    </>
  );
}

function formatProposed({ blocksProposed, period }: FirnValidator, { chain }: ListStarts): string {
  const count = blocksProposed.find((one) => one.chain === chain)?.count ?? 0;
  return `${groupDigits(count)} on the ${CHAINS[chain].name}${period === undefined ? "" : " in this period"}`;
}
