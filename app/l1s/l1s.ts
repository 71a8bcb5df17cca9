import { api } from "@/app/server";
import { listL1s } from "@/lib/contract/firn/l1s";
import { fillRoute, type RouteBody } from "@/lib/contract/route";

/**
 * L1s from a position on, latest conversion first, and the path on this origin that serves the next ones. @throws
 * FirnError
 */
export async function readL1s(query: {
  before?: string | undefined;
  pageToken?: string | undefined;
  pageSize: number;
}): Promise<{ page: RouteBody<typeof listL1s>; path: string }> {
  const request = { params: {}, query };
  return { page: await api().get(listL1s, request), path: fillRoute(listL1s, request) };
}
