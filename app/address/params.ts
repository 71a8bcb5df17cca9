import { type MergedPosition, readPosition } from "@/components/address/merged";
import { isOfAccount, TABS, type Tab } from "@/components/address/tabs";
import { readTxFilter, type TxFilter } from "@/components/address/tx-filter";
import { readUtc } from "@/components/list/list-params";
import { parseOutputName } from "@/lib/contract/data/primary-network-utxos";
import type { SearchParams } from "@/lib/contract/pages";
import { ADDRESS_TX_TYPES } from "./tx-types";

/** What an address page is asked beside its address: the chain is that of transactions and UTXOs, the rest of the filter is of transactions. */
export interface AddressParams {
  tab: Tab;
  filter: TxFilter;
  /** As written; whether it is a time says `readMoment`. */
  at: string;
  /** Where the merged transactions go on. */
  position: MergedPosition;
  /** `<txHash>:<outputIndex>` after which UTXOs go on, the transaction after which stakes do. */
  before?: string;
  /** Rows before the first shown, of lists without positions of their own. */
  skip: number;
}

/** Rows that can be skipped: the API is walked past them. */
const MAX_SKIP = 10_000;

/** Undefined when a parameter is not what it should be: such an address does not exist. */
export function readAddressParams(search: SearchParams): AddressParams | undefined {
  const one = (name: string) => [search[name] ?? []].flat()[0]?.trim() ?? "";
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

/** The moment of balances: none (now), unix seconds, or what is wrong with it. A day means its end. */
export function readMoment(at: string, now: number | undefined): { at?: number; fault?: string } {
  if (at === "") return {};
  const seconds = readUtc(at);
  if (seconds === undefined) return { fault: "Write a UTC time like 2026-11-20 or 2026-11-20 14:31." };
  const isDay = at.replace(/Z$/, "").length === 10;
  if (now !== undefined && seconds > now) return { fault: "That is after the newest block Firn has." };
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
