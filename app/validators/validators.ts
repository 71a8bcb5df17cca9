import { api } from "@/app/server";
import type { ValidatorListParams } from "@/components/validator/list-params";
import { listValidatorLines } from "@/lib/contract/firn/validators";
import { fillRoute, type RouteBody } from "@/lib/contract/route";

/** A page of current validators, and the path on this origin that serves it and the next ones. */
export interface ValidatorListPage {
  page: RouteBody<typeof listValidatorLines>;
  path: string;
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
      ...{ sortBy: sort, sortOrder: order, after, maxFeePercent: fee, minUptimePercent: uptime },
      minRoom: room === undefined ? undefined : String(BigInt(room) * NAVAX),
      minSecondsLeft: days === undefined ? undefined : Number(days) * DAY_SECONDS,
      ...{ pageSize, pageToken },
    },
  };
  const page = await api().get(listValidatorLines, request);
  return { page, path: fillRoute(listValidatorLines, request) };
}
