/** A range of numbers of one kind, both ends included. */
export interface KindRange<Kind> {
  kind: Kind;
  from: number;
  to: number;
}

/**
 * Splits `first` to `last` into ranges of one kind each: samples the kind at `samples` equal distances, and bisects
 * between different neighbours. A range that lies between two samples of equal kind is missed.
 */
export async function splitIntoRanges<Kind>(
  { first, last }: { first: number; last: number },
  kindAt: (number: number) => Promise<Kind>,
  samples: number,
): Promise<KindRange<Kind>[]> {
  if (last < first) return [];
  const parts: KindRange<Kind>[] = [{ kind: await kindAt(first), from: first, to: first }];
  for (let sample = 1; sample <= samples; sample++) {
    const at = first + Math.floor(((last - first) * sample) / samples);
    const part = parts.at(-1) as KindRange<Kind>;
    if (at <= part.to) continue;
    const kind = await kindAt(at);
    if (kind !== part.kind) {
      part.to = await lastLike(part.kind, { low: part.to, high: at }, kindAt);
      parts.push({ kind, from: part.to + 1, to: at });
    } else part.to = at;
  }
  return parts;
}

/** The last number of a kind, where `low` is of that kind and `high` is not. */
async function lastLike<Kind>(
  kind: Kind,
  { low, high }: { low: number; high: number },
  kindAt: (number: number) => Promise<Kind>,
): Promise<number> {
  if (high - low <= 1) return low;
  const middle = Math.floor((low + high) / 2);
  const range = (await kindAt(middle)) === kind ? { low: middle, high } : { low, high: middle };
  return lastLike(kind, range, kindAt);
}
