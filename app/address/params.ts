import { tryId } from "@/app/[chain]/network";
import { type MergedPosition, readPosition } from "@/components/address/merged";
import { hasL1s, TABS, type Tab } from "@/components/address/tabs";
import { queryOfFilter, readTxFilter, type TxFilter } from "@/components/address/tx-filter";
import { readChartTime } from "@/components/chart/chart-time";
import { type EventListParams, queryOfEvents, readEvents } from "@/components/evm/events/event-query";
import { readUtc } from "@/components/list/list-params";
import { evmAddressParameter, positionParameter } from "@/lib/contract/data/evm";
import { parseNftName } from "@/lib/contract/data/evm-balances";
import { parsePendingName } from "@/lib/contract/data/primary-network-rewards";
import { parseOutputName } from "@/lib/contract/data/primary-network-utxos";
import { parseApprovalName } from "@/lib/contract/firn/approvals";
import type { PageQuery, SearchOf } from "@/lib/contract/pages";
import { ADDRESS_TX_TYPES } from "./tx-types";

/** The query of an address page. The chain applies to transactions and UTXOs, the other filters to transactions. */
export interface AddressParams {
  tab: Tab;
  filter: TxFilter;
  /** As written; `readMoment` decides whether it is a time. */
  at: string;
  /** Where the merged transactions continue. */
  position: MergedPosition;
  starts: ListStarts;
  /** Which events, and where their list continues. */
  events: EventListParams;
  /** The function that is read. */
  call?: FunctionRequest;
}

/** A function of a contract, and what it is called with: as written. */
export interface FunctionRequest {
  signature: string;
  args: readonly string[];
  /** Empty for the last block. */
  height: string;
}

/** The rows after which the tab's lists continue, in the API's form. */
export type ListStarts = { [Name in StartName]?: string };

/** Names in the query: one for each list that a tab may have besides another. */
const START_NAMES = ["before", "after", "current", "pending", "paid"] as const;
type StartName = (typeof START_NAMES)[number];

/** What each tab's lists continue after. Names of other tabs say nothing. */
const STARTS: Record<Tab, { [Name in StartName]?: (text: string) => unknown }> = {
  txs: {},
  utxos: { before: parseOutputName },
  staking: { before: requireId, current: requireId, pending: parsePendingName, paid: parseOutputName },
  balance: { before: requireDay },
  transfers: { before: (text) => positionParameter.parse(text) },
  tokens: { after: (text) => evmAddressParameter.parse(text) },
  nfts: { after: parseNftName },
  approvals: { after: parseApprovalName },
  spends: { after: parseApprovalName },
  internal: { before: (text) => positionParameter.parse(text) },
  deployed: { before: (text) => evmAddressParameter.parse(text) },
  events: {},
  code: {},
  read: {},
};

/** Undefined if a parameter is malformed: such an address does not exist. */
function readAddressParams(search: SearchOf<"address">): AddressParams | undefined {
  const one = (name: keyof SearchOf<"address">) => [search[name] ?? []].flat()[0]?.trim() ?? "";
  const tab = one("tab") || "txs";
  const filter = readTxFilter(search, ADDRESS_TX_TYPES);
  if (!isTab(tab) || filter === undefined) return undefined;
  if (filter.l1 !== undefined && !hasL1s(tab)) return undefined;
  const position = tab === "txs" ? readPosition(one("before")) : {};
  if (position === undefined) return undefined;
  const events = tab === "events" ? readEvents(search) : EVERY_EVENT;
  if (events === undefined) return undefined;
  const starts: ListStarts = {};
  for (const name of START_NAMES) {
    const parse = STARTS[tab][name];
    const text = one(name);
    if (parse === undefined || text === "") continue;
    if (!reads(parse, text)) return undefined;
    starts[name] = text;
  }
  const signature = tab === "read" ? one("fn") : "";
  const call = { signature, args: [search.arg ?? []].flat(), height: one("height") };
  return { tab, filter, at: one("at"), position, starts, events, ...(signature !== "" && { call }) };
}

const EVERY_EVENT: EventListParams = { order: "desc" };

type AddressLink = Pick<AddressParams, "tab" | "filter" | "at"> & Partial<AddressParams>;

/** The query of an address page. A link to its first rows leaves out where lists continue. */
export const ADDRESS_QUERY: PageQuery<"address", AddressParams, AddressLink> = {
  read: readAddressParams,
  write: ({ tab, filter, at, starts, events = EVERY_EVENT, call }) => ({
    tab: tab === "txs" ? undefined : tab,
    ...queryOfFilter(filter),
    at,
    ...queryOfEvents(events),
    ...starts,
    ...(call && { fn: call.signature, height: call.height }),
  }),
};

/** The time of balances: none (now), unix seconds, or what is wrong with it. A day means its end. */
export function readMoment(at: string, now: number | undefined): { at?: number; problem?: string } {
  if (at === "") return {};
  const seconds = readUtc(at);
  if (seconds === undefined) return { problem: "Enter a UTC time like 2026-11-20 or 2026-11-20 14:31." };
  const isDay = at.replace(/Z$/, "").length === 10;
  if (now !== undefined && seconds > now) return { problem: "That is after the newest block Firn has." };
  const end = isDay ? seconds + 86_399 : seconds;
  return { at: now === undefined ? end : Math.min(end, now) };
}

function isTab(text: string): text is Tab {
  return Object.hasOwn(TABS, text);
}

function requireId(text: string): void {
  if (tryId(text) === undefined) throw new RangeError(text);
}

function requireDay(text: string): void {
  if (text.length !== 10 || readChartTime(text) === undefined) throw new RangeError(text);
}

function reads(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
