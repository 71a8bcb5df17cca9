import type { ChainLetter } from "@/components/ui/chain-tag";
import type { Status } from "@/components/ui/status-pill";

/** Transaction lists of an address. Atomic transactions are in `c`, EVM transactions in `evm`. */
export const TX_LISTS = ["p", "x", "c", "evm"] as const;
export type TxListName = (typeof TX_LISTS)[number];

/** A list beside these: of another EVM chain, by its EVM chain id. */
export type L1ListName = `evm-${string}`;

/** The last transaction shown of each list: its id, or `<block>.<index>` on an EVM chain. */
export type MergedPosition = Partial<Record<TxListName | L1ListName, string>>;

/** A transaction in the list of an address. */
export interface AddressTx {
  list: TxListName | L1ListName;
  tag: ChainLetter;
  /** The chain, where its tag does not say which one it is, and its own coin. */
  l1?: { name: string; symbol: string };
  id: string;
  /** Path of its page. */
  href: string;
  sentence: string;
  /** Its mark, if it failed. */
  failed?: { status: Status; word?: string } | undefined;
  /** Change of the address's balance of the native token; decimals 9, or 18 for an account. */
  change?: { amount: string; decimals: number } | "not known";
  /** Changes of its token balances, as texts; absent if there are none. */
  tokens?: string[];
  /** Unix seconds; absent where nobody knows. */
  time?: number | undefined;
  /** From before the X-Chain had blocks: its time is that of its acceptance. */
  isInVertex?: boolean;
  /** Position in its own list after this transaction. */
  after: string;
}

/** A page of the merged list. `nextPageToken` is a readable and lasting position, so it may be part of a URL. */
export interface AddressTxPage {
  rows: (AddressTx & { position: string })[];
  nextPageToken?: string;
}

/** Rows of one list after its position. */
export interface TxSource<Row> {
  rows: readonly Row[];
  /** Whether the list has more after `rows`. */
  hasMore: boolean;
}

/** `p:2abc…,evm:185.0,evm-99999:12.3`. */
export function formatPosition(position: MergedPosition): string {
  const lists = [...TX_LISTS, ...Object.keys(position).filter(isL1List).sort()];
  return lists
    .flatMap((list) => (position[list] === undefined ? [] : [`${list}:${position[list]}`]))
    .join(",");
}

/** Whether a list is that of another EVM chain than the C-Chain. */
export function isL1List(list: string): list is L1ListName {
  return list.startsWith("evm-");
}

/** EVM chain id of such a list's chain. */
export function chainOf(list: L1ListName): string {
  return list.slice("evm-".length);
}

/** Undefined when the text is not a position. */
export function readPosition(text: string): MergedPosition | undefined {
  const position: MergedPosition = {};
  if (text === "") return position;
  for (const part of text.split(",")) {
    const match = /^(?:(p|x|c):([1-9A-HJ-NP-Za-km-z]{30,60})|(evm(?:-\d{1,15})?):(\d{1,12}\.\d{1,6}))$/.exec(
      part,
    );
    if (match === null) return undefined;
    const [, chain, id, evm, evmPosition] = match;
    position[(chain ?? evm) as TxListName | L1ListName] = id ?? evmPosition ?? "";
  }
  return position;
}

/**
 * The newest `size` rows of several lists, each newest first. Stops early when a list with more has run out of rows,
 * because its next row may be newer than the rest. What has no time comes last.
 */
export function mergeNewest<Row extends { time?: number | undefined }>(
  sources: readonly TxSource<Row>[],
  size: number,
): { rows: Row[]; hasMore: boolean } {
  const taken = sources.map(() => 0);
  const rows: Row[] = [];
  while (rows.length < size) {
    let best = -1;
    for (const [index, source] of sources.entries()) {
      const row = source.rows[taken[index] ?? 0];
      if (row === undefined && source.hasMore) return { rows, hasMore: true };
      const leader = sources[best]?.rows[taken[best] ?? 0];
      if (row !== undefined && (leader === undefined || timeOf(row) > timeOf(leader))) best = index;
    }
    const row = sources[best]?.rows[taken[best] ?? 0];
    if (row === undefined) return { rows, hasMore: false };
    taken[best] = (taken[best] ?? 0) + 1;
    rows.push(row);
  }
  const rest = sources.some(({ rows, hasMore }, index) => hasMore || (taken[index] ?? 0) < rows.length);
  return { rows, hasMore: rest };
}

function timeOf({ time }: { time?: number | undefined }): number {
  return time ?? Number.NEGATIVE_INFINITY;
}
