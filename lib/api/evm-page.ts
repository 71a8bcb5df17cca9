import { positionOf } from "../store/columns";
import {
  type ActivityCursor,
  type ActivityItem,
  type ActivityPage,
  type ActivityRange,
  groupOf,
} from "../store/queries/evm/activity";
import type { PageTokens } from "./page-token";

/** Bits of a cursor that count the items of a group already shown; the others are the group. */
const SHOWN_BITS = 18n;

/** Heights from `startBlock` on and below `endBlock` as positions. */
export function rangeOfBlocks({
  startBlock,
  endBlock,
}: {
  startBlock?: number | undefined;
  endBlock?: number | undefined;
}): ActivityRange {
  return {
    from: startBlock === undefined ? 0 : positionOf(Math.min(startBlock, HIGHEST), 0),
    below: endBlock === undefined ? Number.MAX_SAFE_INTEGER : positionOf(Math.min(endBlock, HIGHEST), 0),
  };
}

/** No chain is so long. */
const HIGHEST = 2 ** 37 - 1;

interface PageQuery {
  tokens: PageTokens;
  token: string | undefined;
  /** What else decides the list. */
  canonical: Record<string, string | number | undefined>;
  pageSize: number;
  groupBy: ActivityPage["groupBy"];
  order: ActivityPage["order"];
  range: ActivityRange;
  list(page: ActivityPage): Promise<ActivityItem[]>;
}

/** One page of a list by activity: its cursor says in which group it ended, and after how many items of that. */
export async function takeActivityPage({
  tokens,
  token,
  canonical,
  pageSize,
  groupBy,
  order,
  range,
  list,
}: PageQuery): Promise<{ items: ActivityItem[]; nextPageToken: string | undefined }> {
  const after = token === undefined ? undefined : readCursor(tokens.readExact(token, canonical));
  // One item more than shown tells whether there is more.
  const found = await list({ range, after, limit: pageSize + 1, groupBy, order });
  const items = found.slice(0, pageSize);
  const last = items.at(-1);
  if (last === undefined || found.length <= pageSize) return { items, nextPageToken: undefined };
  const group = groupOf({ groupBy }, last);
  const inGroup = items.filter((item) => groupOf({ groupBy }, item) === group).length;
  const before = after?.group === group ? after.shown : 0;
  return { items, nextPageToken: tokens.issue(cursorOf({ group, shown: before + inGroup }), canonical) };
}

function cursorOf({ group, shown }: ActivityCursor): bigint {
  return (BigInt(group) << SHOWN_BITS) | BigInt(shown);
}

function readCursor(cursor: bigint): ActivityCursor {
  return { group: Number(cursor >> SHOWN_BITS), shown: Number(cursor & ((1n << SHOWN_BITS) - 1n)) };
}
