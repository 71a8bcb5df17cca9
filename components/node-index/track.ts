import type { IconName } from "@/components/ui/icon";
import type { FirnIndex } from "@/lib/contract/firn/indexes";
import { groupDigits, plural } from "@/lib/words/format";

/** Order of tracks from top to bottom. */
const ORDER: readonly FirnIndex["name"][] = ["P/block", "C/block", "X/tx", "X/block", "X/vtx"];

/** Items of one index each, in the order of the tracks. */
export function inTrackOrder<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => FirnIndex["name"],
): Item[] {
  return [...items].sort((a, b) => ORDER.indexOf(nameOf(a)) - ORDER.indexOf(nameOf(b)));
}

/** Whether an index holds blocks. Only blocks have heights, so only there missing ones are known. */
export function isOfBlocks({ name }: Pick<FirnIndex, "name">): boolean {
  return name.endsWith("/block");
}

/** Number of containers in the node's index, as far as is known. */
export function containerCount({ nodeHead, stored }: Pick<FirnIndex, "nodeHead" | "stored">): number {
  return Math.max(stored, (nodeHead?.number ?? -1) + 1);
}

/** State of an index, in a word or two with its shape. */
export interface IndexState {
  word: string;
  icon: IconName;
  tone: "ok" | "warn" | "bad" | "dim";
}

/** A stream this close to the node's head counts as complete. */
const CLOSE = 16;

/**
 * State of an index. If blocks of the X-Chain are missing in `all`, its index of transactions or vertices lacks some
 * too, without showing it.
 */
export function stateOf(index: FirnIndex, all: readonly FirnIndex[]): IndexState {
  const { name, answer, gaps, missing, stored, parts } = index;
  if (answer === "off") return { word: "Index off", icon: "bad", tone: "bad" };
  if (answer === "away") return { word: "Not answered", icon: "alert", tone: "warn" };
  if (missing > 0) return { word: plural(Math.max(1, gaps.length), "gap"), icon: "alert", tone: "bad" };
  if (containerCount(index) === 0) return { word: "Empty", icon: "dash", tone: "dim" };
  const isFarBehind = stored === 0 || containerCount(index) - stored > CLOSE;
  if (isFarBehind) return { word: "Catching up", icon: "pend", tone: "warn" };
  if (!isOfBlocks(index) && all.some((other) => other.name === "X/block" && other.missing > 0))
    return { word: "May be incomplete", icon: "alert", tone: "warn" };
  const isClosed = name === "X/vtx" || (name === "X/tx" && parts.every(({ kind }) => kind === "bootstrap"));
  if (isClosed) return { word: "Closed at Cortina", icon: "lock", tone: "dim" };
  return { word: "Complete", icon: "ok", tone: "ok" };
}

/** Whether nothing is known to be missing from an index, and Firn has all of it. */
export function isComplete(index: FirnIndex, all: readonly FirnIndex[]): boolean {
  const { tone, icon } = stateOf(index, all);
  return tone === "ok" || icon === "lock";
}

/** A segment of a track, in percent of its length. */
export interface Segment {
  kind: FirnIndex["parts"][number]["kind"] | "gap";
  left: number;
  width: number;
}

/** Least drawn width of a gap, percent, so that it can be seen. */
const LEAST_GAP = 2.8;

/**
 * Segments of a track, from the first container to the newest. Gaps come last, because they are drawn over their
 * neighbours.
 */
export function segmentsOf(index: FirnIndex): Segment[] {
  const { first, last } = rangeOf(index);
  const length = Math.max(1, last - first + 1);
  const share = (from: number, to: number) => ({
    left: ((from - first) / length) * 100,
    width: ((to - from + 1) / length) * 100,
  });
  const parts = index.parts.map(({ kind, from, to }) => ({ kind, ...share(from, to) }));
  const gaps = index.gaps.map(({ from, to }) => {
    const { left, width } = share(from, to);
    const drawn = Math.max(width, LEAST_GAP);
    return {
      kind: "gap" as const,
      left: Math.max(0, Math.min(left - (drawn - width) / 2, 100 - drawn)),
      width: drawn,
    };
  });
  return [...parts, ...gaps];
}

/** Heights in an index of blocks, numbers in any other. */
function rangeOf(index: FirnIndex): { first: number; last: number } {
  if (!isOfBlocks(index)) return { first: 0, last: containerCount(index) - 1 };
  const { nodeHead, stored, storedHeight = 0 } = index;
  const ahead = Math.max(0, containerCount(index) - stored);
  return { first: 1, last: nodeHead?.height ?? storedHeight + ahead };
}

/** A label under a track, centred at a percentage of its length. At 0 it starts there, at 100 it ends there. */
export interface TrackLabel {
  text: string;
  at: number;
  tone?: "bad";
}

/** Closer to an end than this a centred label would overlap the end's label. */
const MARGIN = 20;

/** First and last number, and labels for what is between them. */
export function labelsOf(index: FirnIndex): TrackLabel[] {
  const held = containerCount(index);
  const between = betweenEnds(index);
  if (held === 0) return [between ?? { text: "no containers", at: 0 }];
  const last =
    index.stored === held
      ? groupDigits(held - 1)
      : `${groupDigits(index.stored)} of ${groupDigits(held)} indexed`;
  const ends: TrackLabel[] = [
    { text: "0", at: 0 },
    { text: last, at: 100 },
  ];
  return [...ends.filter(({ at }) => at !== between?.at), ...(between === undefined ? [] : [between])];
}

function betweenEnds(index: FirnIndex): TrackLabel | undefined {
  const pieces = segmentsOf(index);
  const gap = pieces.find(({ kind }) => kind === "gap");
  if (gap !== undefined) {
    const middle = gap.left + gap.width / 2;
    const at = middle < MARGIN ? 0 : middle > 100 - MARGIN ? 100 : middle;
    return { text: describeGaps(index), at, tone: "bad" };
  }
  const [before, live] = pieces;
  if (before?.kind !== "bootstrap" || live?.kind !== "live") return undefined;
  const noun = isOfBlocks(index) ? "block" : "number";
  const from = index.parts[1]?.from ?? 0;
  const isInside = live.left >= MARGIN && live.left <= 100 - MARGIN;
  return isInside ? { text: `live from ${noun} ${groupDigits(from)}`, at: live.left } : undefined;
}

/** `61,204,118 to 61,219,904 missing`, and the number of blocks missing in other gaps. */
export function describeGaps({ gaps, missing }: Pick<FirnIndex, "gaps" | "missing">): string {
  const [gap] = gaps;
  if (gap === undefined) return `${plural(missing, "block")} missing`;
  const rest = missing - (gap.to - gap.from + 1);
  return `${formatRange(gap)} missing${rest > 0 ? `, and ${groupDigits(rest)} more` : ""}`;
}

/** `1 to 3`, or `7` if it is one. */
export function formatRange({ from, to }: { from: number; to: number }): string {
  return from === to ? groupDigits(from) : `${groupDigits(from)} to ${groupDigits(to)}`;
}

/** A track in one sentence, for screen readers. */
export function describeTrack(index: FirnIndex): string {
  const held = containerCount(index);
  const noun = isOfBlocks(index) ? "block" : "number";
  const parts = index.parts.map(({ kind, from, to }) =>
    kind === "height"
      ? `read by height at ${noun} ${formatRange({ from, to })}`
      : `${kind} timestamps at ${noun} ${formatRange({ from, to })}`,
  );
  const gaps = index.missing > 0 ? [`blocks ${describeGaps(index)}`] : [];
  return [
    `${index.name}: ${groupDigits(index.stored)} of ${plural(held, "container")} indexed`,
    ...parts,
    ...gaps,
  ].join("; ");
}
