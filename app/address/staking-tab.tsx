import { api, failureOf, toResult } from "@/app/server";
import { PaidRewards, PendingRewards } from "@/components/address/rewards";
import { STAKING_TYPES, stakeRowOf } from "@/components/address/stake-row";
import { Stakes } from "@/components/address/stakes";
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
import { withQuery } from "@/lib/contract/pages";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { Nothing, type TabProps } from "./tab";
import { readAfter } from "./walk";

const PAGE_ROWS = 25;

/** Current and past stakes, and what they pay, by chain time. */
export async function StakingTab(props: TabProps) {
  const { identity, status, asked } = props;
  const addresses = identity.key ?? "";
  const params = { network: status.network.servedAs };
  const onP = { ...params, blockchainId: "p-chain" };
  const { skip, before } = asked;
  const types = [...STAKING_TYPES];
  const of = { addresses, pageSize: PAGE_ROWS };
  const pastRequest = { params: onP, query: { ...of, txTypes: types, before } };
  const from = { skip, size: PAGE_ROWS };
  const [running, past, pending, paid] = await Promise.all([
    toResult(
      readAfter(
        (page) =>
          api().get(listActivePrimaryNetworkStakingTransactions, {
            params: onP,
            query: { addresses, ...page },
          }),
        from,
      ),
    ),
    toResult(api().get(listPChainTransactions, pastRequest)),
    toResult(
      readAfter(
        (page) => api().get(listPendingPrimaryNetworkRewards, { params, query: { addresses, ...page } }),
        from,
      ),
    ),
    toResult(
      readAfter(
        (page) => api().get(listHistoricalPrimaryNetworkRewards, { params, query: { addresses, ...page } }),
        from,
      ),
    ),
  ]);
  const fault = [running, past, pending, paid].find((answer) => answer instanceof FirnError);
  if (
    running instanceof FirnError ||
    past instanceof FirnError ||
    pending instanceof FirnError ||
    paid instanceof FirnError
  )
    return <Failure what="staking" failure={failureOf(fault as FirnError)} />;
  const now = Date.now() / 1000;
  const href = withQuery<"address">(props.href, { tab: "staking" });
  const skipHref = withQuery<"address">(href, { skip: skip + PAGE_ROWS });
  const all = past.transactions.map(stakeRowOf);
  const lists = [running.transactions, all, pending.pendingRewards, paid.historicalRewards];
  if (lists.every(({ length }) => length === 0))
    return <Nothing title="This address has not staked, and no stake pays it" status={status} />;
  return (
    <div className={STACK}>
      {running.transactions.length > 0 && (
        <div>
          <Stakes
            title="Current stakes"
            path={fillRoute(listActivePrimaryNetworkStakingTransactions, { params: onP, query: of })}
            first={{ rows: running.transactions.map(stakeRowOf), nextPageToken: running.nextPageToken }}
            hrefs={{ skip: skipHref }}
          />
        </div>
      )}
      {pending.pendingRewards.length > 0 && (
        <div>
          <PendingRewards
            path={fillRoute(listPendingPrimaryNetworkRewards, { params, query: of })}
            first={pending}
            nextHref={skipHref}
          />
        </div>
      )}
      {(all.some(({ end }) => end !== undefined && end <= now) ||
        past.nextPageToken !== undefined ||
        before !== undefined) && (
        <div>
          <Stakes
            title="All stakes, including past ones"
            path={fillRoute(listPChainTransactions, pastRequest)}
            first={{ rows: all, nextPageToken: past.nextPageToken }}
            hrefs={{ list: href }}
          />
        </div>
      )}
      {paid.historicalRewards.length > 0 && (
        <div>
          <PaidRewards
            path={fillRoute(listHistoricalPrimaryNetworkRewards, { params, query: of })}
            first={paid}
            nextHref={skipHref}
          />
        </div>
      )}
    </div>
  );
}
