import { api, toResult } from "@/app/server";
import { getL1 } from "@/lib/contract/firn/l1s";
import { FirnError } from "@/lib/errors";

/** Most names that one page reads. */
const MOST = 10;

/** Names of the first few L1s by subnet id. Those without a name, or that could not be read, are left out. */
export async function readL1Names(subnetIds: readonly string[]): Promise<Record<string, string>> {
  const ids = [...new Set(subnetIds)].slice(0, MOST);
  const found = await Promise.all(
    ids.map((subnetId) =>
      toResult(api().get(getL1, { params: { subnetId }, query: { validators: 0, changes: 0 } })),
    ),
  );
  return Object.fromEntries(
    found.flatMap((l1) => (l1 instanceof FirnError || l1.name === undefined ? [] : [[l1.subnetId, l1.name]])),
  );
}
