import { groupDigits, NARROW } from "@/lib/words/format";

/** Bytes of a contract's code; undefined if the node did not say. */
export function CodeSize({ bytes }: { bytes: number | undefined }) {
  if (bytes === undefined) return <span className="text-ink-3">not known</span>;
  if (bytes === 0) return <span className="text-ink-3">none left</span>;
  return <span>{`${groupDigits(bytes)}${NARROW}${bytes === 1 ? "byte" : "bytes"}`}</span>;
}
