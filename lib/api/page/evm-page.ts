import {
  type ActivityCursor,
  type ActivityPage,
  type ActivityRange,
  groupOf,
} from "../../store/queries/evm/activity";
import type { ActivityItem } from "../../store/queries/evm/list-items";
import { heightOf, indexInBlockOf, positionOf } from "../../store/rows/columns";
import type { PageTokens } from "./page-token";

/** Bits of a cursor that count the shown items of a group. The other bits are the group. */
const SHOWN_BITS = 18n;

/** Positions of the heights from `startBlock` up to, but not including, `endBlock`. */
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

/** Above the height of any chain. */
const HIGHEST = 2 ** 37 - 1;

interface PageQuery {
  tokens: PageTokens;
  token: string | undefined;
  /** Where to start without a token: a `nextBefore` of an earlier answer. */
  before: string | undefined;
  /** Whatever else identifies the list. */
  canonical: Record<string, string | number | undefined>;
  pageSize: number;
  groupBy: ActivityPage["groupBy"];
  order: ActivityPage["order"];
  range: ActivityRange;
  list(page: ActivityPage): Promise<ActivityItem[]>;
}

/** A page and, if there is more, where it ended: as a token that lasts a day, and as a text that stays valid. */
export interface TakenPage {
  items: ActivityItem[];
  nextPageToken: string | undefined;
  nextBefore: string | undefined;
}

/**
 * One page of a list of activity. Its cursor holds the group in which the page ended and how many of its items were
 * shown.
 * @throws InputError BAD_PAGE_TOKEN, BAD_PARAMETER
 */
export async function takeActivityPage({
  tokens,
  token,
  before,
  canonical,
  pageSize,
  groupBy,
  order,
  range,
  list,
}: PageQuery): Promise<TakenPage> {
  const after =
    token === undefined ? readPlace(before, groupBy) : readCursor(tokens.readExact(token, canonical));
  // One more than shown, to see whether there is another page.
  const found = await list({ range, after, limit: pageSize + 1, groupBy, order });
  const items = found.slice(0, pageSize);
  const last = items.at(-1);
  if (last === undefined || found.length <= pageSize) {
    return { items, nextPageToken: undefined, nextBefore: undefined };
  }
  const end = cursorAfter(items, last, { groupBy, after });
  return {
    items,
    nextPageToken: tokens.issue(cursorOf(end), canonical),
    nextBefore: placeOf(end, groupBy),
  };
}

/** Where a page ends that began after `after` and whose last item is `last`. */
export function cursorAfter(
  items: readonly ActivityItem[],
  last: ActivityItem,
  { groupBy, after }: Pick<ActivityPage, "groupBy" | "after">,
): ActivityCursor {
  const group = groupOf({ groupBy }, last);
  const inGroup = items.filter((item) => groupOf({ groupBy }, item) === group).length;
  const shownBefore = after?.group === group ? after.shown : 0;
  return { group, shown: shownBefore + inGroup };
}

function cursorOf({ group, shown }: ActivityCursor): bigint {
  return (BigInt(group) << SHOWN_BITS) | BigInt(shown);
}

function readCursor(cursor: bigint): ActivityCursor {
  return { group: Number(cursor >> SHOWN_BITS), shown: Number(cursor & ((1n << SHOWN_BITS) - 1n)) };
}

/** A cursor as text: block, transaction in the block (0 when items are grouped by block), items shown. */
function placeOf({ group, shown }: ActivityCursor, groupBy: ActivityPage["groupBy"]): string {
  return groupBy === "block" ? `${group}-0-${shown}` : `${heightOf(group)}-${indexInBlockOf(group)}-${shown}`;
}

function readPlace(place: string | undefined, groupBy: ActivityPage["groupBy"]): ActivityCursor | undefined {
  if (place === undefined) return undefined;
  const [height = 0, index = 0, shown = 0] = place.split("-").map(Number);
  return { group: groupBy === "block" ? height : positionOf(height, index), shown };
}
