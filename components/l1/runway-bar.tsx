import { BAR } from "@/components/ui/bar";
import { classes } from "@/components/ui/classes";
import { Icon } from "@/components/ui/icon";
import { tone } from "@/components/ui/tone";
import { formatDate, formatLeft, formatShortLeft } from "@/lib/words/format";
import { type Runway, runwayTo } from "./runway";

interface RunwayBarProps {
  active: boolean;
  /** Unix seconds. Absent if the fee is unknown. */
  runsOut: number | undefined;
  inactiveSince: number | undefined;
  /** Chain time, unix seconds. */
  now: number;
}

/** How long a balance lasts, as a bar and in words. Shape and word differ as well as colour. */
export function RunwayBar({ active, runsOut, inactiveSince, now }: RunwayBarProps) {
  if (!active)
    return (
      <span className={tone("dim")}>
        <Icon name="ring" />
        {inactiveSince === undefined ? "Inactive" : `Inactive, ${dayOf(inactiveSince, now)}`}
      </span>
    );
  if (runsOut === undefined) return <span className="text-ink-3">fee not known</span>;
  const runway = runwayTo(runsOut, now);
  return (
    <span className="grid min-w-45 grid-cols-[minmax(64px,1fr)_88px] items-center gap-3 max-m:block max-m:min-w-0">
      <span className={classes(BAR, "h-2 rounded-1 max-m:hidden")}>
        <i className={LEVEL_LOOKS[runway.level]} style={{ width: `${runway.percent.toFixed(2)}%` }} />
      </span>
      <RunwayWords runway={runway} />
    </span>
  );
}

/** A date without its year if that is the current year. */
function dayOf(seconds: number, now: number): string {
  const date = formatDate(seconds * 1000);
  const year = formatDate(now * 1000).slice(-5);
  return date.endsWith(year) ? date.slice(0, -5) : date;
}

const LEVEL_LOOKS = { critical: "bg-bad", low: "bg-warn", well: "bg-ice-fill" } as const;

/** `1 d 7 h` with a warning icon; `42 d` where hours do not matter yet. */
export function RunwayWords({ runway: { seconds, level } }: { runway: Runway }) {
  if (level === "well") return <span>{formatShortLeft(seconds * 1000)}</span>;
  const words = formatLeft(seconds * 1000);
  return (
    <span className={tone(level === "critical" ? "bad" : "warn")}>
      <Icon name={level === "critical" ? "alert" : "clock"} />
      {words}
    </span>
  );
}
