import { hashSignature } from "@/lib/avalanche/evm/abi/entries";
import type { PageQuery, QueryOf, SearchOf } from "@/lib/contract/pages";
import { isEvmAddress, isEvmHash } from "../chain";

/** Which events are listed: values are hex, a topic is that of its place. Heights are both included. */
export interface EventFilter {
  address?: string;
  topic0?: string;
  topic1?: string;
  topic2?: string;
  topic3?: string;
  fromBlock?: number;
  toBlock?: number;
  order: "desc" | "asc";
}

export interface EventListParams extends EventFilter {
  /** Block and index of the log after which the list starts. */
  before?: string;
}

export const TOPICS = ["topic0", "topic1", "topic2", "topic3"] as const;

/** The filter and position in a query; undefined if a value is malformed. */
export function readEvents(search: SearchOf<"events">): EventListParams | undefined {
  const one = (name: keyof SearchOf<"events">) => [search[name] ?? []].flat()[0]?.trim() ?? "";
  const params: EventListParams = { order: "desc" };
  const order = one("order");
  if (order !== "" && order !== "asc" && order !== "desc") return undefined;
  if (order === "asc") params.order = order;
  const address = one("address");
  if (address !== "" && !isEvmAddress(address)) return undefined;
  if (address !== "") params.address = address.toLowerCase();
  for (const name of TOPICS) {
    const text = one(name);
    if (text === "") continue;
    const topic = readTopic(text, name === "topic0");
    if (topic === undefined) return undefined;
    params[name] = topic;
  }
  for (const name of ["fromBlock", "toBlock"] as const) {
    const text = one(name);
    if (text === "") continue;
    if (!/^\d{1,11}$/.test(text)) return undefined;
    params[name] = Number(text);
  }
  const before = one("before");
  if (before === "") return params;
  return /^\d{1,11}-\d{1,7}$/.test(before) ? { ...params, before } : undefined;
}

/** A topic as written: whole, as an address, or the first one as the signature of an event. */
function readTopic(text: string, isFirst: boolean): string | undefined {
  if (isEvmHash(text)) return text.toLowerCase();
  if (isFirst) return SIGNATURE.test(text) ? hashSignature(text.replace(/\s/g, "")) : undefined;
  return isEvmAddress(text) ? `0x${"0".repeat(24)}${text.slice(2).toLowerCase()}` : undefined;
}

const SIGNATURE = /^[A-Za-z_$][\w$]*\([\w\s,()[\]]*\)$/;

/** The filter as a query, without what is usual. */
export function queryOfEvents({ order, ...filter }: EventListParams): QueryOf<"events"> {
  return { ...filter, ...(order === "asc" && { order }) };
}

export const EVENTS_QUERY: PageQuery<"events", EventListParams> = { read: readEvents, write: queryOfEvents };
