import { Icon, type IconName } from "./icon";

/** What can be said about a transaction, a block or a check. Shape and word differ, colour is never alone. */
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
} as const satisfies Record<string, { word: string; icon: IconName; tone: "ok" | "bad" | "warn" | "dim" }>;

export type Status = keyof typeof STATUSES;

/** A status with its shape; `plain` is the form for table cells, without the tinted ground. */
export function StatusPill({
  status,
  plain = false,
  word,
}: {
  status: Status;
  plain?: boolean;
  word?: string;
}) {
  const { icon, tone, word: usual } = STATUSES[status];
  const filled = !plain && tone !== "dim";
  return (
    <span className={filled ? `pill pill-${tone}` : `st st-${tone}`}>
      <Icon name={icon} />
      {word ?? usual}
    </span>
  );
}
