import { api } from "@/app/server";
import type { ValidatorListParams } from "@/components/validator/list-params";
import { listStakeMetrics, type StakeMetricsPage } from "@/lib/contract/firn/validator-metrics";
import { listValidatorLines } from "@/lib/contract/firn/validators";
import { fillRoute, type RouteBody } from "@/lib/contract/route";

/** A page of current validators, and the path on this origin that serves it and the next ones. */
export interface ValidatorListPage {
  page: RouteBody<typeof listValidatorLines>;
  path: string;
}

/** Days of the network's stake before a time. @throws FirnError */
export async function readNetworkStake({
  to,
  pageToken,
  pageSize,
}: {
  to?: number | undefined;
  pageToken?: string | undefined;
  pageSize: number;
}): Promise<{ page: StakeMetricsPage; path: string }> {
  const request = { params: {}, query: { before: to, pageToken, pageSize } };
  return { page: await api().get(listStakeMetrics, request), path: fillRoute(listStakeMetrics, request) };
}

const NAVAX = 1_000_000_000n;
const DAY_SECONDS = 86_400;

/** Current validators of the Primary Network, sorted. @throws FirnError */
export async function readValidators(
  { sort, order, room, fee, uptime, days, after }: ValidatorListParams,
  { pageSize, pageToken }: { pageSize: number; pageToken?: string | undefined },
): Promise<ValidatorListPage> {
  const request = {
    params: {},
    query: {
      sortBy: sort,
      sortOrder: order,
      after,
      maxFeePercent: fee,
      minUptimePercent: uptime,
      minRoom: room === undefined ? undefined : String(BigInt(room) * NAVAX),
      minSecondsLeft: days === undefined ? undefined : Number(days) * DAY_SECONDS,
      pageSize,
      pageToken,
    },
  };
  const page = await api().get(listValidatorLines, request);
  return { page, path: fillRoute(listValidatorLines, request) };
}
