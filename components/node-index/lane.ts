import { groupDigits, plural } from "@/components/ui/format";
import type { IconName } from "@/components/ui/icon";
import type { FirnIndex } from "@/lib/contract/firn/indexes";

/** In the order in which lanes stand. */
const ORDER: readonly FirnIndex["name"][] = ["P/block", "C/block", "X/tx", "X/block", "X/vtx"];

/** What is about one index each, in the order of the lanes from top to bottom. */
export function inLaneOrder<Item>(items: readonly Item[], nameOf: (item: Item) => FirnIndex["name"]): Item[] {
  return [...items].sort((a, b) => ORDER.indexOf(nameOf(a)) - ORDER.indexOf(nameOf(b)));
}

/** Whether an index is of blocks: only those have heights, and can be known to lack something. */
export function isOfBlocks({ name }: Pick<FirnIndex, "name">): boolean {
  return name.endsWith("/block");
}

/** Containers that the node's index holds, as far as is known. */
export function heldBy({ nodeHead, stored }: Pick<FirnIndex, "nodeHead" | "stored">): number {
  return Math.max(stored, (nodeHead?.number ?? -1) + 1);
}

/** How an index stands, in a word or two with its shape. */
export interface Verdict {
  word: string;
  icon: IconName;
  tone: "ok" | "warn" | "bad" | "dim";
}

/** A stream this close to the node's head has taken in what there is. */
const CLOSE = 16;

/** `all`: what holds transactions or vertices lacks some where the X-Chain's blocks do, and does not show it. */
export function verdictOf(index: FirnIndex, all: readonly FirnIndex[]): Verdict {
  const { name, answer, gaps, missing, stored, parts } = index;
  if (answer === "off") return { word: "Index off", icon: "bad", tone: "bad" };
  if (answer === "away") return { word: "Not answered", icon: "alert", tone: "warn" };
  if (missing > 0) return { word: plural(Math.max(1, gaps.length), "gap"), icon: "alert", tone: "bad" };
  if (heldBy(index) === 0) return { word: "Empty", icon: "dash", tone: "dim" };
  const isFarBehind = stored === 0 || heldBy(index) - stored > CLOSE;
  if (isFarBehind) return { word: "Being taken in", icon: "pend", tone: "warn" };
  if (!isOfBlocks(index) && all.some((other) => other.name === "X/block" && other.missing > 0))
    return { word: "May lack some", icon: "alert", tone: "warn" };
  const isClosed = name === "X/vtx" || (name === "X/tx" && parts.every(({ kind }) => kind === "bootstrap"));
  if (isClosed) return { word: "Closed at Cortina", icon: "lock", tone: "dim" };
  return { word: "Complete", icon: "ok", tone: "ok" };
}

/** Whether nothing that the index could hold is known to be missing, and all of it is taken in. */
export function isComplete(index: FirnIndex, all: readonly FirnIndex[]): boolean {
  const { tone, icon } = verdictOf(index, all);
  return tone === "ok" || icon === "lock";
}

/** A piece of a lane, in percent of its length. */
export interface Piece {
  kind: "live" | "bootstrap" | "gap";
  left: number;
  width: number;
}

/** A gap is drawn at least this wide, so that it can be seen. */
const LEAST_GAP = 2.8;

/** What a lane shows, from the first container to the newest; gaps last, over what they are drawn wider than. */
export function piecesOf(index: FirnIndex): Piece[] {
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

/** Heights of an index of blocks, numbers of another. */
function rangeOf(index: FirnIndex): { first: number; last: number } {
  if (!isOfBlocks(index)) return { first: 0, last: heldBy(index) - 1 };
  const { nodeHead, stored, storedHeight = 0 } = index;
  const ahead = Math.max(0, heldBy(index) - stored);
  return { first: 1, last: nodeHead?.height ?? storedHeight + ahead };
}

/** A text under a lane, at its middle in percent; at 0 it begins there, at 100 it ends there. */
export interface LaneLabel {
  text: string;
  at: number;
  tone?: "bad";
}

/** Nearer to an end a text in the middle would run over it. */
const MARGIN = 20;

/** First and last number, and what is worth a word between them. */
export function labelsOf(index: FirnIndex): LaneLabel[] {
  const held = heldBy(index);
  const between = betweenEnds(index);
  if (held === 0) return [between ?? { text: "no containers", at: 0 }];
  const last =
    index.stored === held
      ? groupDigits(held - 1)
      : `${groupDigits(index.stored)} of ${groupDigits(held)} taken in`;
  const ends: LaneLabel[] = [
    { text: "0", at: 0 },
    { text: last, at: 100 },
  ];
  return [...ends.filter(({ at }) => at !== between?.at), ...(between === undefined ? [] : [between])];
}

function betweenEnds(index: FirnIndex): LaneLabel | undefined {
  const pieces = piecesOf(index);
  const gap = pieces.find(({ kind }) => kind === "gap");
  if (gap !== undefined) {
    const middle = gap.left + gap.width / 2;
    const at = middle < MARGIN ? 0 : middle > 100 - MARGIN ? 100 : middle;
    return { text: sayGaps(index), at, tone: "bad" };
  }
  const [before, live] = pieces;
  if (before?.kind !== "bootstrap" || live?.kind !== "live") return undefined;
  const noun = isOfBlocks(index) ? "block" : "number";
  const from = index.parts[1]?.from ?? 0;
  const isInside = live.left >= MARGIN && live.left <= 100 - MARGIN;
  return isInside ? { text: `live from ${noun} ${groupDigits(from)}`, at: live.left } : undefined;
}

/** `61,204,118 to 61,219,904 missing`, and how many blocks elsewhere. */
export function sayGaps({ gaps, missing }: Pick<FirnIndex, "gaps" | "missing">): string {
  const [gap] = gaps;
  if (gap === undefined) return `${plural(missing, "block")} missing`;
  const rest = missing - (gap.to - gap.from + 1);
  return `${sayStretch(gap)} missing${rest > 0 ? `, and ${groupDigits(rest)} more` : ""}`;
}

/** `1 to 3`; `7` alone. */
export function sayStretch({ from, to }: { from: number; to: number }): string {
  return from === to ? groupDigits(from) : `${groupDigits(from)} to ${groupDigits(to)}`;
}

/** A lane in one sentence, which a screen reader says for it. */
export function describeLane(index: FirnIndex): string {
  const held = heldBy(index);
  const noun = isOfBlocks(index) ? "block" : "number";
  const parts = index.parts.map(
    ({ kind, from, to }) =>
      `${kind === "live" ? "live" : "bootstrap"} timestamps at ${noun} ${sayStretch({ from, to })}`,
  );
  const gaps = index.missing > 0 ? [`blocks ${sayGaps(index)}`] : [];
  return [
    `${index.name}: ${groupDigits(index.stored)} of ${plural(held, "container")} taken in`,
    ...parts,
    ...gaps,
  ].join("; ");
}
