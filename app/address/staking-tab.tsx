import { api, failureOf, toResult } from "@/app/server";
import { PaidRewards, PendingRewards, Stakes } from "@/components/address/later";
import { stakeRowOf } from "@/components/address/stake-row";
import { Failure } from "@/components/state/failure";
import { STACK } from "@/components/ui/layout";
import {
  listHistoricalPrimaryNetworkRewards,
  listPendingPrimaryNetworkRewards,
} from "@/lib/contract/data/primary-network-rewards";
import {
  listActivePrimaryNetworkStakingTransactions,
  listPChainTransactions,
} from "@/lib/contract/data/primary-network-transactions";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import type { CsvListName } from "./csv-lists";
import { stakingRequests } from "./staking-requests";
import { Nothing, type TabProps } from "./tab";

const PAGE_ROWS = 25;

/** Current and past stakes, and what they pay, by chain time. Each list continues at a place of its own. */
export async function StakingTab(props: TabProps) {
  const { identity, status, asked } = props;
  const requests = stakingRequests(status.network.servedAs, identity.key ?? "", {
    starts: asked.starts,
    pageSize: PAGE_ROWS,
  });
  const [running, past, pending, paid] = await Promise.all([
    toResult(api().get(listActivePrimaryNetworkStakingTransactions, requests.current)),
    toResult(api().get(listPChainTransactions, requests.stakes)),
    toResult(api().get(listPendingPrimaryNetworkRewards, requests.pending)),
    toResult(api().get(listHistoricalPrimaryNetworkRewards, requests.paid)),
  ]);
  const now = Date.now() / 1000;
  const { before } = asked.starts;
  const all = past instanceof FirnError ? [] : past.transactions.map(stakeRowOf);
  const isEmpty =
    Object.keys(asked.starts).length === 0 &&
    !(running instanceof FirnError || past instanceof FirnError) &&
    !(pending instanceof FirnError || paid instanceof FirnError) &&
    running.transactions.length + all.length === 0 &&
    pending.pendingRewards.length + paid.historicalRewards.length === 0;
  if (isEmpty)
    return (
      <Nothing title="This address has not staked, and no stake pays it" status={status} chains={["p"]} />
    );
  const href = withQuery<"address">(props.href, { tab: "staking" });
  const of = (name: "current" | "before" | "pending" | "paid", csv: CsvListName) => ({
    href,
    startHref:
      asked.starts[name] === undefined
        ? undefined
        : withQuery<"address">(href, { ...asked.starts, [name]: undefined }),
    csvHref: hrefTo("addressCsv", { address: identity.canonical }, { list: csv }),
  });
  return (
    <div className={STACK}>
      {running instanceof FirnError && <Failure what="current stakes" failure={failureOf(running)} />}
      {!(running instanceof FirnError) && running.transactions.length > 0 && (
        <div>
          <Stakes
            title="Current stakes"
            name="current"
            path={fillRoute(listActivePrimaryNetworkStakingTransactions, requests.current)}
            first={{ rows: running.transactions.map(stakeRowOf), nextPageToken: running.nextPageToken }}
            {...of("current", "current")}
          />
        </div>
      )}
      {pending instanceof FirnError && <Failure what="pending rewards" failure={failureOf(pending)} />}
      {!(pending instanceof FirnError) && pending.pendingRewards.length > 0 && (
        <div>
          <PendingRewards
            path={fillRoute(listPendingPrimaryNetworkRewards, requests.pending)}
            first={pending}
            {...of("pending", "pending")}
          />
        </div>
      )}
      {past instanceof FirnError && <Failure what="past stakes" failure={failureOf(past)} />}
      {!(past instanceof FirnError) &&
        (all.some(({ end }) => end !== undefined && end <= now) ||
          past.nextPageToken !== undefined ||
          before !== undefined) && (
          <div>
            <Stakes
              title="All stakes, including past ones"
              name="before"
              path={fillRoute(listPChainTransactions, requests.stakes)}
              first={{ rows: all, nextPageToken: past.nextPageToken }}
              {...of("before", "stakes")}
            />
          </div>
        )}
      {paid instanceof FirnError && <Failure what="paid rewards" failure={failureOf(paid)} />}
      {!(paid instanceof FirnError) && paid.historicalRewards.length > 0 && (
        <div>
          <PaidRewards
            path={fillRoute(listHistoricalPrimaryNetworkRewards, requests.paid)}
            first={paid}
            statementHref={hrefTo("rewards", { id: identity.key ?? identity.canonical })}
            {...of("paid", "paid")}
          />
        </div>
      )}
    </div>
  );
}
