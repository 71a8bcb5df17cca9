interface Point {
  /** Unix seconds at which a month or day begins. */
  timestamp: number;
  value: number;
}

/** What happened on a chain in a UTC month. */
export interface Month {
  /** `2026-11`. */
  name: string;
  /** Distinct addresses in transactions and token movements, and how many of them sent. */
  addresses: number;
  senders: number;
  transactions: number;
  /** Created contracts. */
  contracts: number;
}

/**
 * The months in which addresses are counted, newest first. A month that is not counted whole has no point, so days of it
 * are left out too.
 */
export function monthsOf(points: {
  addresses: readonly Point[];
  senders: readonly Point[];
  transactions: readonly Point[];
  /** By day. */
  contracts: readonly Point[];
}): Month[] {
  const senders = byMonth(points.senders);
  const transactions = byMonth(points.transactions);
  const contracts = byMonth(points.contracts);
  return points.addresses.map(({ timestamp, value }) => {
    const name = monthOf(timestamp);
    return {
      name,
      addresses: value,
      senders: senders.get(name) ?? 0,
      transactions: transactions.get(name) ?? 0,
      contracts: contracts.get(name) ?? 0,
    };
  });
}

function byMonth(points: readonly Point[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { timestamp, value } of points) {
    const name = monthOf(timestamp);
    sums.set(name, (sums.get(name) ?? 0) + value);
  }
  return sums;
}

function monthOf(timestamp: number): string {
  return new Date(timestamp * 1000).toISOString().slice(0, 7);
}
