"use client";

import { CsvLink } from "@/components/list/csv-link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { AddressLink } from "@/components/ui/address-link";
import { Avax } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { PANEL_ASIDE } from "@/components/ui/panel";
import { Cell } from "@/components/ui/table";
import type { DelegatorDetails } from "@/lib/contract/data/delegators";
import { hrefTo } from "@/lib/contract/pages";
import { formatDate } from "@/lib/words/format";

export interface DelegationPage extends TokenPage {
  delegators: readonly DelegatorDetails[];
}

const COLUMNS: readonly ListColumn[] = [
  { label: "Transaction", bar: 120 },
  { label: "Owner of reward", bar: 140, wide: true },
  { label: "Weight, AVAX", bar: 80, right: true },
  { label: "Reward, AVAX", bar: 80, right: true },
  { label: "Ends", bar: 64, right: true },
];

/** Delegations to a node, newest first: pending, current and past. */
export function DelegationList(props: {
  nodeId: string;
  path: string;
  first: DelegationPage;
  count?: number;
  startHref: string | undefined;
}) {
  const { nodeId, path, first, count, startHref } = props;
  return (
    <div>
      <InfiniteList<DelegationPage, DelegatorDetails>
        path={path}
        first={first}
        rowsOf={({ delegators }) => delegators}
        idOf={({ txHash }) => txHash}
        caption="Delegations"
        title={
          <>Delegations {count !== undefined && <span className={PANEL_ASIDE}>{`${count} now`}</span>}</>
        }
        actions={<CsvLink href={hrefTo("validatorDelegations", { id: nodeId })} small />}
        nouns={["delegation", "delegations"]}
        columns={COLUMNS}
        cells={(delegation) => <Cells delegation={delegation} />}
        startHref={startHref}
        hrefAfter={({ txHash }) => hrefTo("validator", { id: nodeId }, { delegations: txHash })}
      />
    </div>
  );
}

/** The first of its addresses. The transaction's page has all. */
function RewardOwner({ addresses: [first, ...more] }: { addresses: readonly string[] }) {
  if (first === undefined) return <span className="text-ink-3">nobody</span>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <AddressLink address={`P-${first}`} copy={more.length === 0} />
      {more.length > 0 && (
        <span className="text-ink-3 text-small" title={more.join("\n")}>{`and ${more.length} more`}</span>
      )}
    </span>
  );
}

function Cells({ delegation }: { delegation: DelegatorDetails }) {
  const { txHash, rewardAddresses, delegationStatus: status } = delegation;
  const paid = delegation.delegationStatus === "completed";
  const reward =
    delegation.delegationStatus === "completed" ? delegation.netReward : delegation.estimatedNetReward;
  return (
    <>
      <Cell at="a">
        <HashLink value={txHash} href={hrefTo("tx", { chain: "p", id: txHash })} label="transaction" />
      </Cell>
      <Cell wide>
        <RewardOwner addresses={rewardAddresses} />
      </Cell>
      <Cell right at="b">
        <Avax value={delegation.amountDelegated} unit={false} />
      </Cell>
      <Cell right at="c">
        <span>
          <span className="m:hidden">{paid ? "paid " : "reward "}</span>
          {reward === undefined ? (
            <span className="text-ink-3">not known</span>
          ) : (
            <Avax value={reward} unit={false} />
          )}
        </span>
      </Cell>
      <Cell right at="d">
        <span>
          {status !== "active" && <span className="text-ink-3">{`${status}, `}</span>}
          {delegation.endTimestamp !== undefined && formatDate(delegation.endTimestamp * 1000)}
        </span>
      </Cell>
    </>
  );
}
