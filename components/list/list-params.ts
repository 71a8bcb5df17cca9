import { parseAddress, parseId } from "@/lib/avalanche/ids";
import type { PRIMARY_NETWORK_TX_TYPES } from "@/lib/contract/data/p-chain";
import type { PageQuery, QueryOf, SearchOf } from "@/lib/contract/pages";

/** Name of a transaction type of any chain. */
export type TxTypeName = (typeof PRIMARY_NETWORK_TX_TYPES)[number];

/** A range of time in unix seconds: `from` is inclusive, `to` exclusive. */
export interface TimeRange {
  from?: number | undefined;
  to?: number | undefined;
}

/** Position and filters of the block list. */
export interface BlockListParams extends TimeRange {
  before?: number | undefined;
  /** The least number of transactions. */
  txs?: number | undefined;
  /** How full a block is at least, in whole percent. */
  full?: number | undefined;
}

/** Position and filters of the transaction list. Texts are in the API's form. */
export interface TxListParams extends TimeRange {
  before?: string | undefined;
  addresses?: string[] | undefined;
  types?: TxTypeName[] | undefined;
  l1ValidationId?: string | undefined;
}

/** The parameters of the block list; undefined if one is malformed, and such an address does not exist. */
export function readBlockListParams(search: SearchOf<"blocksCsv">): BlockListParams | undefined {
  const before = readOne(search.before);
  const from = readOne(search.from);
  const to = readOne(search.to);
  const params: BlockListParams = {};
  if (before !== undefined) {
    if (!/^\d{1,12}$/.test(before)) return undefined;
    params.before = Number(before);
  }
  for (const [name, text] of [
    ["from", from],
    ["to", to],
  ] as const) {
    if (text === undefined) continue;
    const seconds = readUtc(text);
    if (seconds === undefined) return undefined;
    params[name] = seconds;
  }
  for (const [name, most] of [
    ["txs", 999_999],
    ["full", 100],
  ] as const) {
    const text = readOne(search[name]);
    if (text === undefined) continue;
    if (!/^\d{1,6}$/.test(text) || Number(text) > most) return undefined;
    params[name] = Number(text);
  }
  return params;
}

/** The query of a block list at a position. */
export function queryOfBlocks({ from, to, ...others }: BlockListParams): QueryOf<"blocksCsv"> {
  const utc = (seconds: number | undefined) => (seconds === undefined ? undefined : formatUtc(seconds));
  return { ...others, from: utc(from), to: utc(to) };
}

const DAY_SECONDS = 86_400;

/** UTC days like `2026-11-20`, both inclusive, as a range of time; undefined if one is malformed. */
export function readDays(from: string | undefined, to: string | undefined): TimeRange | undefined {
  const [first, last] = [from, to].map((day) =>
    day === undefined || day === "" ? "none" : day.length === 10 ? readUtc(day) : undefined,
  );
  if (first === undefined || last === undefined) return undefined;
  return {
    ...(first !== "none" && { from: first }),
    ...(last !== "none" && { to: last + DAY_SECONDS }),
  };
}

/** A range of whole UTC days as `readDays` reads it. */
export function queryOfDays({ from, to }: TimeRange): { from?: string; to?: string } {
  const dayOf = (seconds: number) => formatUtc(seconds).slice(0, 10);
  return {
    ...(from !== undefined && { from: dayOf(from) }),
    ...(to !== undefined && { to: dayOf(to - DAY_SECONDS) }),
  };
}

/** The parameters of the transaction list; undefined if one is malformed. */
export function readTxListParams(
  search: SearchOf<"txs">,
  knownTypes: readonly TxTypeName[],
): TxListParams | undefined {
  const before = readOne(search.before);
  const addresses = readList(search.addresses);
  const types = readList(search.types);
  const l1ValidationId = readOne(search.l1);
  const known = types.filter((type): type is TxTypeName => (knownTypes as readonly string[]).includes(type));
  if (known.length !== types.length || addresses.length > 64) return undefined;
  const days = readDays(readOne(search.from), readOne(search.to));
  if (days === undefined) return undefined;
  if (![before, l1ValidationId].every((id) => id === undefined || reads(parseId, id))) return undefined;
  if (!addresses.every((address) => reads(parseAddress, address))) return undefined;
  return {
    ...(before === undefined ? {} : { before }),
    ...(addresses.length === 0 ? {} : { addresses }),
    ...(known.length === 0 ? {} : { types: known }),
    ...(l1ValidationId === undefined ? {} : { l1ValidationId }),
    ...days,
  };
}

/** The query of the block list: its position, and the text of "Go to height or date". */
export const BLOCKS_QUERY: PageQuery<"blocks", BlockListParams & { go?: string }, BlockListParams> = {
  read({ go, ...search }) {
    const position = readBlockListParams(search);
    return position && { ...position, ...(typeof go === "string" && { go }) };
  },
  write: queryOfBlocks,
};

/** Text typed into "Go to height or date", as the position of the list that starts there. */
export function readGoTo(text: string): BlockListParams | undefined {
  const digits = text.replace(/[,_\s]/g, "");
  if (/^\d{1,12}$/.test(digits)) return { before: Number(digits) + 1 };
  const trimmed = text.trim();
  const seconds = readUtc(trimmed);
  if (seconds === undefined) return undefined;
  const isDay = trimmed.length === 10;
  return { to: isDay ? seconds + 86_400 : seconds };
}

/** `2026-11-20` or `2026-11-20T14:31` or with seconds, UTC → unix seconds. */
export function readUtc(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?)?Z?$/.test(text)) return undefined;
  const [day = "", clock = "00:00"] = text.replace(/Z$/, "").split(/[T ]/);
  const ms = Date.parse(`${day}T${clock.length === 5 ? `${clock}:00` : clock}Z`);
  return Number.isNaN(ms) || ms < 0 ? undefined : ms / 1000;
}

/** Unix seconds → `2026-11-20T14:31:00`, the form of `from` and `to`. */
export function formatUtc(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19);
}

export function readOne(value: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  return text === "" ? undefined : text;
}

function readList(value: string | string[] | undefined): string[] {
  return [value ?? []]
    .flat()
    .flatMap((text) => text.split(","))
    .map((text) => text.trim())
    .filter((text) => text !== "");
}

function reads(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
