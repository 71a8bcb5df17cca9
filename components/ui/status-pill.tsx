import { classes } from "./classes";
import { Icon, type IconName } from "./icon";
import { type Tone, tone } from "./tone";

/** States of a transaction, a block or a check. Shape and word differ, never only the colour. */
const STATUSES = {
  accepted: { word: "Accepted", icon: "ok", tone: "ok" },
  success: { word: "Success", icon: "ok", tone: "ok" },
  checked: { word: "Checked", icon: "shield", tone: "ok" },
  reverted: { word: "Reverted", icon: "bad", tone: "bad" },
  failed: { word: "Failed", icon: "bad", tone: "bad" },
  processing: { word: "Processing", icon: "pend", tone: "warn" },
  possible: { word: "Possible", icon: "pend", tone: "warn" },
  unlikely: { word: "Unlikely", icon: "dash", tone: "dim" },
  unknown: { word: "Unknown", icon: "ring", tone: "dim" },
  unchecked: { word: "Not checked", icon: "ring", tone: "dim" },
  ruledOut: { word: "Ruled out", icon: "check", tone: "dim" },
} as const satisfies Record<string, { word: string; icon: IconName; tone: Tone }>;

export type Status = keyof typeof STATUSES;

const PILL =
  "inline-flex h-6 items-center gap-1.5 rounded-full pr-[9px] pl-[7px] text-meta font-strong whitespace-nowrap [&_svg]:size-3.5 [&_svg]:stroke-[1.75]";

const PILL_LOOKS = {
  ok: "bg-ok-tint text-ok",
  bad: "bg-bad-tint text-bad",
  warn: "bg-warn-tint text-warn",
} as const;

/** A status with its shape. `plain` omits the tinted background, for table cells. */
export function StatusPill({
  status,
  plain = false,
  word,
}: {
  status: Status;
  plain?: boolean;
  word?: string;
}) {
  const { icon, tone: of, word: usual } = STATUSES[status];
  const filled = !plain && of !== "dim";
  return (
    <span className={filled ? classes(PILL, PILL_LOOKS[of]) : tone(of)}>
      <Icon name={icon} />
      {word ?? usual}
    </span>
  );
}
