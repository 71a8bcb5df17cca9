import {
  type L1FeePayers,
  type L1FeePoint,
  listAccruedByDay,
  listL1FeePoints,
} from "../../store/queries/l1-fees";
import type { RequestContext } from "../handler";
import { DAY_SECONDS, startOfDay } from "../page/days";
import { readHead } from "../page/snapshot-page";
import { ledgerMissing, readFees } from "./ledger";

/** What L1 validators paid during a UTC day, nAVAX, by the blocks of the day. */
export interface L1FeeDay {
  /** When the day starts, unix seconds. */
  timestamp: number;
  fees: bigint;
  /** Since the first of them was registered. */
  cumulative: bigint;
  /** How many of them paid something. */
  payers: number;
}

/** A validation as its last point left it. */
interface Payer {
  /** Paid into the balance less what was paid back out of it. */
  net: bigint;
  balance: bigint;
  /** Accrued fees when the balance was that. */
  accrued: bigint;
}

const NEW: Payer = { net: 0n, balance: 0n, accrued: 0n };

/** What validators paid by day, oldest first. @throws NodeError NOTHING_INDEXED where there is no ledger */
export async function readFeeDays(context: RequestContext, payers: L1FeePayers): Promise<L1FeeDay[]> {
  const at = await readHead(context);
  if ((await readFees(context)) === undefined) throw ledgerMissing(context);
  const points = await listL1FeePoints(context.db, payers, at);
  const [first] = points;
  if (first === undefined) return [];
  const days = { first: startOfDay(first.time), last: startOfDay(at.time) };
  return feeDays(points, await listAccruedByDay(context.db, days));
}

/**
 * Fees by day, from the first point until the last day of `accrued`, or until nobody pays any more. What went into a balance
 * and is neither in it nor was paid back has been paid. A validator pays while it has a balance, and each pays the same.
 * @param points of these validators, oldest first
 * @param accrued after the last block of each day from that of the first point on, oldest first
 */
export function feeDays(
  points: readonly L1FeePoint[],
  accrued: readonly { timestamp: number; accrued: bigint }[],
): L1FeeDay[] {
  const payers = new Map<number, Payer>();
  const days: L1FeeDay[] = [];
  let paying = 0;
  let cumulative = 0n;
  let before = accrued[0]?.accrued ?? 0n;
  let next = 0;
  for (const { timestamp, accrued: now } of accrued) {
    const atStart = new Map<number, Payer>();
    for (let point = points[next]; point !== undefined && point.time < timestamp + DAY_SECONDS; ) {
      const payer = payers.get(point.validation) ?? NEW;
      if (!atStart.has(point.validation)) atStart.set(point.validation, payer);
      payers.set(point.validation, changedBy(payer, point));
      next += 1;
      point = points[next];
    }
    // Of those that nothing happened to, all pay what accrued.
    const unchanged = paying - count([...atStart.values()]);
    let day = { fees: BigInt(unchanged) * (now - before), payers: now > before ? unchanged : 0 };
    for (const [validation, payer] of atStart) {
      const fees = paidBy(payers.get(validation) ?? NEW, now) - paidBy(payer, before);
      day = { fees: day.fees + fees, payers: day.payers + (fees > 0n ? 1 : 0) };
    }
    paying = unchanged + count([...atStart.keys()].map((validation) => payers.get(validation) ?? NEW));
    cumulative += day.fees;
    before = now;
    days.push({ timestamp, ...day, cumulative });
    if (paying === 0 && next === points.length) break;
  }
  return days;
}

function changedBy(payer: Payer, { balance, paid_in, paid_back, accrued }: L1FeePoint): Payer {
  return {
    net: payer.net + paid_in - (paid_back ?? 0n),
    balance: balance ?? 0n,
    accrued: accrued ?? 0n,
  };
}

/** What was paid until fees of `accrued` had accrued. A balance that runs out is a point of its own. */
function paidBy({ net, balance, accrued: then }: Payer, accrued: bigint): bigint {
  return balance === 0n ? net : net - balance + (accrued - then);
}

function count(payers: readonly Payer[]): number {
  return payers.filter(({ balance }) => balance > 0n).length;
}
