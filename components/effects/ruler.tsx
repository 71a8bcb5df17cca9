import { classes } from "@/components/ui/classes";
import { formatDate, formatDuration, formatLeft, formatTime } from "@/lib/words/format";

const DAY = 86_400n;

const TIME = "absolute text-small whitespace-nowrap text-ink-2";

/** A staking period as a bar, start and end in unix seconds, with a mark at the wall clock's time. */
export function Ruler({ start, end }: { start: bigint; end: bigint }) {
  const now = BigInt(Math.floor(Date.now() / 1000));
  const length = end > start ? end - start : 1n;
  const passed = now < start ? 0n : now > end ? length : now - start;
  const percent = Number((passed * 10_000n) / length) / 100;
  const format = length < 2n * DAY ? formatTime : formatDate;
  return (
    <div className="relative my-1 h-16">
      <span className={classes(TIME, "top-0 left-0")}>{format(toMs(start))}</span>
      <span className={classes(TIME, "top-0 right-0")}>{format(toMs(end))}</span>
      <div className="absolute inset-x-0 top-7 h-2 overflow-hidden rounded-1 bg-sunken shadow-hairline forced-colors:border forced-colors:border-[CanvasText]">
        <i
          className="absolute inset-y-0 left-0 bg-ice-fill forced-color-adjust-none"
          style={{ width: `${percent}%` }}
        />
      </div>
      {now <= end && (
        <span
          className="absolute top-5.5 h-5 w-0.5 rounded-[1px] bg-accent forced-color-adjust-none"
          style={{ left: `${percent}%` }}
        />
      )}
      <span className={classes(TIME, "top-11.5 left-0")}>{formatPassed(start, end, now)}</span>
      {now >= start && now < end && (
        <span className="absolute top-11.5 right-0 text-small whitespace-nowrap text-ink-3">
          {formatLeft(toMs(end - now))} left
        </span>
      )}
    </div>
  );
}

function formatPassed(start: bigint, end: bigint, now: bigint): string {
  if (now < start) return `starts in ${formatLeft(toMs(start - now))}`;
  if (now >= end) return `ended after ${formatDuration(toMs(end - start))}`;
  return `now, ${formatDuration(toMs(now - start))} in`;
}

function toMs(seconds: bigint): number {
  return Number(seconds) * 1000;
}
