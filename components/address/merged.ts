import type { ChainLetter } from "@/components/ui/chain-tag";

/** Lists that an address has transactions in: atomic ones stand on `c`, those of the EVM in a list of their own. */
export const TX_LISTS = ["p", "x", "c", "evm"] as const;
export type TxListName = (typeof TX_LISTS)[number];

/** Where each list goes on: what of it has been shown last. A transaction id, of the EVM `<block>.<index>`. */
export type MergedPosition = Partial<Record<TxListName, string>>;

/** One transaction as the list of an address shows it. */
export interface AddressTx {
  list: TxListName;
  tag: ChainLetter;
  id: string;
  /** Its page. */
  href: string;
  sentence: string;
  isReverted: boolean;
  /** What the address has more or less of the chain's own token after it; decimals 9, or 18 of an account. */
  change?: { amount: string; decimals: number } | "not known";
  /** Unix seconds. */
  time: number;
  /** Where its own list goes on after it. */
  after: string;
}

/** A page of the merged list. `nextPageToken` is a position, legible and lasting, so it may stand in an address. */
export interface AddressTxPage {
  rows: (AddressTx & { position: string })[];
  nextPageToken?: string;
}

/** What of one list follows its position. */
export interface TxSource<Row> {
  rows: readonly Row[];
  /** Whether the list goes on after `rows`. */
  hasMore: boolean;
}

/** `p:2abc…,evm:185.0`. */
export function formatPosition(position: MergedPosition): string {
  return TX_LISTS.flatMap((list) => (position[list] === undefined ? [] : [`${list}:${position[list]}`])).join(
    ",",
  );
}

/** Undefined when the text is no position. */
export function readPosition(text: string): MergedPosition | undefined {
  const position: MergedPosition = {};
  if (text === "") return position;
  for (const part of text.split(",")) {
    const match = /^(?:(p|x|c):([1-9A-HJ-NP-Za-km-z]{30,60})|(evm):(\d{1,12}\.\d{1,6}))$/.exec(part);
    if (match === null) return undefined;
    const [, chain, id, evm, place] = match;
    position[(chain ?? evm) as TxListName] = id ?? place ?? "";
  }
  return position;
}

/**
 * The newest `size` rows of several lists, each newest first. Ends early where a list that goes on has no more rows here:
 * what follows it might be newer than the rest.
 */
export function mergeNewest<Row extends { time: number }>(
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
      if (row !== undefined && (leader === undefined || row.time > leader.time)) best = index;
    }
    const row = sources[best]?.rows[taken[best] ?? 0];
    if (row === undefined) return { rows, hasMore: false };
    taken[best] = (taken[best] ?? 0) + 1;
    rows.push(row);
  }
  const rest = sources.some(({ rows, hasMore }, index) => hasMore || (taken[index] ?? 0) < rows.length);
  return { rows, hasMore: rest };
}
