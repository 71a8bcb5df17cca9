import { api, failureOf, toResult } from "@/app/server";
import { L1Changes } from "@/components/l1/changes";
import { topUpOf } from "@/components/l1/l1-view";
import { RunwayTable } from "@/components/l1/runway-table";
import { SubnetValidators } from "@/components/l1/subnet-validators";
import { Failure } from "@/components/state/failure";
import { EmptyState } from "@/components/state/state";
import { Panel } from "@/components/ui/panel";
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
