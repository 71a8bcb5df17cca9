import type { Span } from "@/lib/avalanche/codec/layout";

/** One annotated run of bytes, as the list beside them names it. `end` is exclusive. */
export interface HexField {
  label: string;
  start: number;
  end: number;
  value: string;
  /** How deep it lies inside other fields; only the innermost fields colour bytes. */
  depth: number;
}

/** Bytes in one group: half a row on wide screens, a whole row on narrow ones. */
export const GROUP_SIZE = 8;

/** Neighbouring bytes of one field inside one group. */
export interface HexRun {
  /** Index into the fields; -1 for bytes no field covers. */
  field: number;
  /** Whether the field starts or ends here, which rounds the corners of its ground. */
  first: boolean;
  last: boolean;
  /** The bytes as text, split where zero bytes begin or end: zeros are drawn fainter. */
  pieces: { text: string; zero: boolean }[];
}

export interface HexGroup {
  offset: number;
  runs: HexRun[];
}

/** The fields of annotated bytes: each span, and where `deep`, what lies inside it right after it. */
export function fieldsOf(spans: readonly Span[], deep: boolean, depth = 0): HexField[] {
  return spans.flatMap(({ label, start, end, value, children }) => [
    { label, start, end, value, depth },
    ...(deep && children !== undefined ? fieldsOf(children, deep, depth + 1) : []),
  ]);
}

/** Bytes `from` to `to` (exclusive) in groups of eight, each cut into runs of one field. `fields` must not overlap. */
export function groupBytes(
  bytes: Uint8Array,
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
        pieces: splitZeros(bytes.subarray(at, stop)),
      });
      at = stop;
    }
    groups.push({ offset, runs });
  }
  return groups;
}

function splitZeros(bytes: Uint8Array): HexRun["pieces"] {
  const pieces: HexRun["pieces"] = [];
  for (const byte of bytes) {
    const text = byte.toString(16).padStart(2, "0");
    const last = pieces.at(-1);
    if (last !== undefined && last.zero === (byte === 0)) last.text += ` ${text}`;
    else pieces.push({ text, zero: byte === 0 });
  }
  return pieces;
}

/** `46–125`: first and last byte, as the list prints it. A field without bytes has only its place. */
export function formatRange(field: Pick<HexField, "start" | "end">): string {
  return field.end > field.start ? `${field.start}–${field.end - 1}` : `${field.start}`;
}

/** `#b=46-125`: first and last byte, as a link carries it. */
export function rangeToHash(field: Pick<HexField, "start" | "end">): string {
  return `#b=${field.start}-${Math.max(field.start, field.end - 1)}`;
}

/** The field a link's `#b=46-125` means: the one with these bytes, else the first that holds its first byte. */
export function fieldOfHash(hash: string, fields: readonly HexField[]): number {
  const match = /^#b=(\d{1,9})(?:-(\d{1,9}))?$/.exec(hash);
  if (match === null) return -1;
  const start = Number(match[1]);
  const end = Number(match[2] ?? start) + 1;
  const exact = fields.findIndex((field) => field.start === start && field.end === end);
  return exact !== -1 ? exact : fields.findIndex((field) => field.start <= start && start < field.end);
}
