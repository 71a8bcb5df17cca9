import { api, settle } from "@/app/server";
import { getL1 } from "@/lib/contract/firn/l1s";
import { FirnError } from "@/lib/errors";

/** Names asked for one page. */
const MOST = 10;

/** Names of L1s by the ids of their subnets, of the first few; those without one, or that can't be read, are left out. */
export async function readL1Names(subnetIds: readonly string[]): Promise<Record<string, string>> {
  const ids = [...new Set(subnetIds)].slice(0, MOST);
  const found = await Promise.all(ids.map((subnetId) => settle(api().get(getL1, { params: { subnetId } }))));
  return Object.fromEntries(
    found.flatMap((l1) => (l1 instanceof FirnError || l1.name === undefined ? [] : [[l1.subnetId, l1.name]])),
  );
}
