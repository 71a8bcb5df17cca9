import type { Span } from "@/lib/avalanche/codec/layout";
import { shorten } from "@/lib/words/format";

/** An annotated range of bytes, as the list names it. `end` is exclusive. */
export interface HexField {
  label: string;
  start: number;
  end: number;
  /** Cut if it is long: its bytes stand beside it. */
  value: string;
  /** Nesting depth. Only the innermost fields colour bytes. */
  depth: number;
}

/** Bytes in one group: half a row on wide screens, a whole row on narrow ones. */
export const GROUP_SIZE = 8;

/** Neighbouring bytes of one field inside one group. */
export interface HexRun {
  /** Index into the fields; -1 for bytes without a field. */
  field: number;
  /** Whether the field starts or ends here. Its background has round corners there. */
  first: boolean;
  last: boolean;
  /** The bytes as text, split into zeros, which are drawn fainter, and others. */
  pieces: { text: string; zero: boolean }[];
}

export interface HexGroup {
  offset: number;
  runs: HexRun[];
}

/** Most characters of a value: more than one line has. */
const MAX_VALUE = 300;

/** Annotated spans as fields. With `deep`, inner spans follow their outer span. */
export function fieldsOf(spans: readonly Span[], deep: boolean, depth = 0): HexField[] {
  return spans.flatMap(({ label, start, end, value, children }) => [
    { label, start, end, value: shorten(value, MAX_VALUE), depth },
    ...(deep && children !== undefined ? fieldsOf(children, deep, depth + 1) : []),
  ]);
}

/**
 * Bytes `from` to `to` (exclusive) in groups of eight, each split into runs of one field. `hex` has its 0x; `fields` must
 * not overlap.
 */
export function groupBytes(
  hex: string,
  fields: readonly HexField[],
  range: { from: number; to: number },
): HexGroup[] {
  const groups: HexGroup[] = [];
  let field = fields.findIndex(({ end }) => end > range.from);
  for (let offset = range.from; offset < range.to; offset += GROUP_SIZE) {
    const end = Math.min(offset + GROUP_SIZE, range.to);
    const runs: HexRun[] = [];
    for (let at = offset; at < end; ) {
      while (field !== -1 && (fields[field]?.end ?? Number.POSITIVE_INFINITY) <= at) field += 1;
      const here = fields[field];
      const inside = here !== undefined && here.start <= at;
      const stop = Math.min(end, (inside ? here.end : here?.start) ?? end);
      runs.push({
        field: inside ? field : -1,
        first: inside && here.start === at,
        last: inside && here.end === stop,
        pieces: splitZeros(hex.slice(2 + 2 * at, 2 + 2 * stop)),
      });
      at = stop;
    }
    groups.push({ offset, runs });
  }
  return groups;
}

function splitZeros(digits: string): HexRun["pieces"] {
  const pieces: HexRun["pieces"] = [];
  for (const text of digits.match(/../g) ?? []) {
    const zero = text === "00";
    const last = pieces.at(-1);
    if (last?.zero === zero) last.text += ` ${text}`;
    else pieces.push({ text, zero });
  }
  return pieces;
}

/** `46–125`: first and last byte. A field without bytes shows its offset. */
export function formatRange(field: Pick<HexField, "start" | "end">): string {
  return field.end > field.start ? `${field.start}–${field.end - 1}` : `${field.start}`;
}

/** `#b=46-125`: first and last byte, as the fragment of a link. */
export function rangeToHash(field: Pick<HexField, "start" | "end">): string {
  return `#b=${field.start}-${Math.max(field.start, field.end - 1)}`;
}

/**
 * The field that a fragment `#b=46-125` names: the one with exactly these bytes, else the one with the first byte. -1
 * for none.
 */
export function fieldOfHash(hash: string, fields: readonly HexField[]): number {
  const match = /^#b=(\d{1,9})(?:-(\d{1,9}))?$/.exec(hash);
  if (match === null) return -1;
  const start = Number(match[1]);
  const end = Number(match[2] ?? start) + 1;
  const exact = fields.findIndex((field) => field.start === start && field.end === end);
  return exact !== -1 ? exact : fields.findIndex((field) => field.start <= start && start < field.end);
}
