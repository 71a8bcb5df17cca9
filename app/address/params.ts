import { type MergedPosition, readPosition } from "@/components/address/merged";
import { isOfAccount, TABS, type Tab } from "@/components/address/tabs";
import { queryOfFilter, readTxFilter, type TxFilter } from "@/components/address/tx-filter";
import { readUtc } from "@/components/list/list-params";
import { parseOutputName } from "@/lib/contract/data/primary-network-utxos";
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
  /** UTXOs continue after `<txHash>:<outputIndex>`, stakes after a transaction. */
  before?: string;
  /** Rows to skip, in lists without positions of their own. */
  skip: number;
}

/** Most rows to skip: the API is paged through them. */
const MAX_SKIP = 10_000;

/** Undefined if a parameter is malformed: such an address does not exist. */
function readAddressParams(search: SearchOf<"address">): AddressParams | undefined {
  const one = (name: keyof SearchOf<"address">) => [search[name] ?? []].flat()[0]?.trim() ?? "";
  const tab = one("tab") || "txs";
  const before = one("before");
  const skip = Number(one("skip") || "0");
  const filter = readTxFilter(search, ADDRESS_TX_TYPES);
  if (!isTab(tab) || filter === undefined) return undefined;
  if (filter.l1 !== undefined && tab !== "txs" && !isOfAccount(tab)) return undefined;
  if (!Number.isInteger(skip) || skip < 0 || skip > MAX_SKIP) return undefined;
  const position = tab === "txs" ? readPosition(before) : {};
  if (position === undefined || (tab === "utxos" && before !== "" && !isOutputName(before))) return undefined;
  return {
    tab,
    filter,
    at: one("at"),
    position,
    ...(before === "" ? {} : { before }),
    skip,
  };
}

type AddressLink = Pick<AddressParams, "tab" | "filter" | "at"> & Partial<AddressParams>;

/** The query of an address page. A link to its first rows leaves out where lists continue. */
export const ADDRESS_QUERY: PageQuery<"address", AddressParams, AddressLink> = {
  read: readAddressParams,
  write: ({ tab, filter, at, before, skip = 0 }) => ({
    tab: tab === "txs" ? undefined : tab,
    ...queryOfFilter(filter),
    at,
    before,
    skip: skip === 0 ? undefined : skip,
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

function isOutputName(text: string): boolean {
  try {
    parseOutputName(text);
    return true;
  } catch {
    return false;
  }
}
