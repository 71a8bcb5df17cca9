/** One calendar entry: an instant not to be missed. */
export interface CalendarEvent {
  /** Stable for an event, so that a calendar read again updates it instead of duplicating it. */
  uid: string;
  /** Unix seconds. */
  at: number;
  summary: string;
  /** Absolute address of its page. */
  url: string;
}

/**
 * An iCalendar file of instants, each with an alarm three days before. `now` is chain time, unix seconds.
 * @source RFC 5545
 */
export function toCalendar(name: string, events: readonly CalendarEvent[], now: number): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Firn//EN",
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events.flatMap(({ uid, at, summary, url }) => [
      "BEGIN:VEVENT",
      `UID:${uid}`,
      `DTSTAMP:${stampOf(now)}`,
      `DTSTART:${stampOf(at)}`,
      `SUMMARY:${escapeText(summary)}`,
      `URL:${url}`,
      "TRANSP:TRANSPARENT",
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "TRIGGER:-P3D",
      `DESCRIPTION:${escapeText(summary)}`,
      "END:VALARM",
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function stampOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/[-:]|\.\d{3}/g, "");
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}

/** Continues lines longer than 75 bytes after a line break and a space. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = "";
  let size = 0;
  for (const character of line) {
    const bytes = new TextEncoder().encode(character).length;
    if (size + bytes > 74) {
      parts.push(part);
      part = "";
      size = 0;
    }
    part += character;
    size += bytes;
  }
  return [...parts, part].join("\r\n ");
}
