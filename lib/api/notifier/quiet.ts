import type { QuietHours } from "../../contract/alert-settings";

/** Whether it is quiet at a moment, unix ms, by the clock of the hours' time zone. */
export function isQuiet({ hours, timeZone }: QuietHours, nowMs: number): boolean {
  const clock = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  const now = clock.format(nowMs);
  const [from = "", to = ""] = hours.split("-");
  return from <= to ? from <= now && now < to : from <= now || now < to;
}
