import { api, failureOf, toResult } from "@/app/server";
import { L1Changes } from "@/components/l1/changes";
import { FEE_DAYS } from "@/components/l1/fee-charts";
import { topUpOf } from "@/components/l1/l1-view";
import { FeeHistory } from "@/components/l1/later";
import { RunwayTable } from "@/components/l1/runway-table";
import { SubnetValidators } from "@/components/l1/subnet-validators";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { Panel } from "@/components/ui/panel";
import { listL1Fees } from "@/lib/contract/firn/l1-fees";
import { listChangesOfL1, listValidatorsOfL1 } from "@/lib/contract/firn/l1-lists";
import type { FirnL1 } from "@/lib/contract/firn/l1s";
import { listValidatorLines } from "@/lib/contract/firn/validators";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import type { L1Starts } from "./query";

const PAGE_ROWS = 25;

/** Validators of an L1 by how long their balances last. */
export async function Runway({ l1, starts: { after, before } }: { l1: FirnL1; starts: L1Starts }) {
  const { subnetId, weight } = l1;
  const request = { params: { subnetId }, query: { after, pageSize: PAGE_ROWS } };
  const page = await toResult(api().get(listValidatorsOfL1, request));
  if (page instanceof FirnError) return <Failure what="its validators" failure={failureOf(page)} />;
  const href = hrefTo("l1", { id: subnetId });
  return (
    <RunwayTable
      path={fillRoute(listValidatorsOfL1, request)}
      first={page}
      weight={weight}
      topUp={topUpOf(l1)?.toString()}
      href={href}
      startHref={after === undefined ? undefined : withQuery<"l1">(href, { before })}
      csvHref={hrefTo("l1Csv", { id: subnetId })}
    />
  );
}

/** Changes of an L1's validators, newest first. */
export async function Changes({ l1: { subnetId }, starts: { before } }: { l1: FirnL1; starts: L1Starts }) {
  const request = { params: { subnetId }, query: { before, pageSize: PAGE_ROWS } };
  const page = await toResult(api().get(listChangesOfL1, request));
  if (page instanceof FirnError) return <Failure what="the changes" failure={failureOf(page)} />;
  return (
    <L1Changes
      path={fillRoute(listChangesOfL1, request)}
      first={page}
      href={hrefTo("l1", { id: subnetId })}
      start={before}
      csvHref={hrefTo("l1Csv", { id: subnetId }, { list: "changes" })}
    />
  );
}

/** What an L1's validators paid by day. Nothing where no day is known. */
export async function Fees({ l1: { subnetId, activeCount }, starts }: { l1: FirnL1; starts: L1Starts }) {
  const { chart, to, ...lists } = starts;
  const request = { params: { subnetId }, query: { before: to, pageSize: FEE_DAYS } };
  const page = await toResult(api().get(listL1Fees, request));
  if (page instanceof FirnError) return <Failure what="its fees" failure={failureOf(page)} />;
  if (page.points.length === 0 && to === undefined) return null;
  return (
    <FeeHistory
      key={`${chart} ${to}`}
      path={fillRoute(listL1Fees, request)}
      first={page}
      {...{ chart, to }}
      href={hrefTo("l1", { id: subnetId }, lists)}
      csvHref={hrefTo("l1Csv", { id: subnetId }, { list: "fees" })}
      isActive={activeCount > 0}
    />
  );
}

/** Validators of a subnet that is not an L1. */
export async function SubnetRows({ subnetId, starts: { after } }: { subnetId: string; starts: L1Starts }) {
  const request = { params: {}, query: { subnetId, after, pageSize: PAGE_ROWS } };
  const page = await toResult(api().get(listValidatorLines, request));
  if (page instanceof FirnError) return <Failure what="its validators" failure={failureOf(page)} />;
  const href = hrefTo("l1", { id: subnetId });
  if (page.validators.length === 0)
    return (
      <Panel title="Validators">
        <EmptyState title={after === undefined ? "No validators running" : "No validators here"}>
          {after === undefined ? "Nobody validates this subnet now." : "None has less weight."}
        </EmptyState>
      </Panel>
    );
  return (
    <SubnetValidators
      path={fillRoute(listValidatorLines, request)}
      first={page}
      href={href}
      startHref={after === undefined ? undefined : href}
      csvHref={hrefTo("l1Csv", { id: subnetId })}
    />
  );
}
