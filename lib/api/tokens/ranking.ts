import { InputError } from "../../errors";
import {
  countTransfersFrom,
  type ListedContract,
  listTokenMeasures,
  readListed,
  type TokenMeasures,
} from "../../store/queries/evm/token-list";
import { amountOf } from "../../store/rows/columns";
import type { EvmContext } from "../handler";
import { takeExactPage } from "../page/page";

/**
 * Orders of tokens that no index has. All tokens are read for each page: of half a million, about a second, so that a request for
 * one counts as much as the dearest.
 */
export type RankedSort = "transfersOfDay" | "supply";

/** A token with its place: the larger measure is first, of equal ones the larger number. */
interface Ranked {
  id: number;
  /** Transfers of the day. */
  count: number;
}

interface RankedList {
  standards: readonly number[];
  sort: RankedSort;
  /** Position at which the last day begins. */
  from: number;
  /** Whether tokens are counted in whole ones, whatever their decimals. */
  isCounted: boolean;
  canonical: Record<string, string | number | undefined>;
  pageToken: string | undefined;
  pageSize: number;
  /** The token that the list starts after without a page token. */
  after: number | undefined;
}

const ID_BITS = 32n;
const ID_MASK = (1n << ID_BITS) - 1n;

/**
 * A page of tokens, the most first. By transfers it goes on after the last row as it was, by supply after its present place.
 * @throws InputError NOT_FOUND, BAD_PAGE_TOKEN
 */
export async function takeRanked(context: EvmContext, list: RankedList) {
  const { db, pageTokens } = context;
  const { sort, canonical, pageToken, pageSize, after } = list;
  const all = await listTokenMeasures(db, list.standards);
  const ranked =
    sort === "supply" ? bySupply(all, list) : byCount(all, await countTransfersFrom(db, list.from));
  const first = ranked.find(({ id }) => id === after);
  if (after !== undefined && first === undefined)
    throw new InputError("NOT_FOUND", "after is a contract that is not in this list", {
      hint: "start without after",
    });
  const cursorOf = ({ id, count }: Ranked) => (BigInt(count) << ID_BITS) | BigInt(id);
  const page = await takeExactPage<Ranked>({
    tokens: pageTokens,
    token: pageToken,
    canonical,
    start: first && cursorOf(first),
    pageSize,
    list: async (cursor, limit) => {
      const start = cursor === undefined ? 0 : placeAfter(ranked, cursor, sort);
      return ranked.slice(start, start + limit);
    },
    cursorOf,
  });
  const rows: ListedContract[] = await readListed(
    db,
    page.rows.map(({ id }) => id),
  );
  return { rows, nextPageToken: page.nextPageToken };
}

/** Index of the first token that comes after a cursor. */
function placeAfter(ranked: readonly Ranked[], cursor: bigint, sort: RankedSort): number {
  const count = Number(cursor >> ID_BITS);
  const last = Number(cursor & ID_MASK);
  if (sort === "supply") {
    const index = ranked.findIndex(({ id }) => id === last);
    if (index >= 0) return index + 1;
    throw new InputError(
      "BAD_PAGE_TOKEN",
      "the token that pageToken goes on after is not in this list any more",
      {
        hint: "start again without it",
      },
    );
  }
  const index = ranked.findIndex((one) => one.count < count || (one.count === count && one.id < last));
  return index === -1 ? ranked.length : index;
}

function byCount(all: readonly TokenMeasures[], counts: ReadonlyMap<number, number>): Ranked[] {
  return all
    .map(({ id }) => ({ id, count: counts.get(id) ?? 0 }))
    .sort((a, b) => b.count - a.count || b.id - a.id);
}

/** The most whole tokens first; those whose supply or decimals are not known come last. */
export function bySupply(
  all: readonly TokenMeasures[],
  { isCounted }: Pick<RankedList, "isCounted">,
): Ranked[] {
  return all
    .map(({ id, supply, decimals, asks_node }) => {
      const scale = isCounted ? 0 : decimals;
      return {
        id,
        count: 0,
        units: asks_node || scale === null ? undefined : unitsOf(amountOf(supply), scale),
      };
    })
    .sort((a, b) => compareUnits(b.units, a.units) || b.id - a.id);
}

interface Units {
  amount: bigint;
  scale: number;
  /** Whole tokens, not exactly. */
  size: number;
}

function unitsOf(amount: bigint, scale: number): Units {
  return { amount, scale, size: Number(amount) / 10 ** scale };
}

/** Compares amounts of whole tokens exactly, without making large numbers where sizes differ. */
function compareUnits(a: Units | undefined, b: Units | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (Math.abs(a.size - b.size) > Math.max(a.size, b.size) * 1e-9) return a.size - b.size;
  const exactA = a.amount * 10n ** BigInt(b.scale);
  const exactB = b.amount * 10n ** BigInt(a.scale);
  return exactA === exactB ? 0 : exactA < exactB ? -1 : 1;
}
