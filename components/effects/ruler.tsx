import { formatDate, formatDuration, formatLeft, formatTime } from "@/components/ui/format";

const DAY = 86_400n;

/** A staking period as a bar from its start to its end, unix seconds, with a mark at the wall clock's now. */
export function Ruler({ start, end }: { start: bigint; end: bigint }) {
  const now = BigInt(Math.floor(Date.now() / 1000));
  const length = end > start ? end - start : 1n;
  const passed = now < start ? 0n : now > end ? length : now - start;
  const percent = Number((passed * 10_000n) / length) / 100;
  const format = length < 2n * DAY ? formatTime : formatDate;
  return (
    <div className="ruler">
      <span className="tl left-0 top-0">{format(toMs(start))}</span>
      <span className="tl right-0 top-0">{format(toMs(end))}</span>
      <div className="trk">
        <i style={{ width: `${percent}%` }} />
      </div>
      {now <= end && <span className="mk" style={{ left: `${percent}%` }} />}
      <span className="tl left-0 top-[46px]">{sayPassed(start, end, now)}</span>
      {now >= start && now < end && (
        <span className="tl right-0 top-[46px] text-ink-3">{formatLeft(toMs(end - now))} left</span>
      )}
    </div>
  );
}

function sayPassed(start: bigint, end: bigint, now: bigint): string {
  if (now < start) return `starts in ${formatLeft(toMs(start - now))}`;
  if (now >= end) return `over after ${formatDuration(toMs(end - start))}`;
  return `now, ${formatDuration(toMs(now - start))} in`;
}

function toMs(seconds: bigint): number {
  return Number(seconds) * 1000;
}
