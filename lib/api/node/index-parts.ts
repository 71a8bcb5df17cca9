/** A stretch of numbers of which the same holds, both ends included. */
export interface Stretch<Kind> {
  kind: Kind;
  from: number;
  to: number;
}

/**
 * Cuts `first` to `last` into stretches of one kind each: asks at `samples` even distances, and halves between unlike
 * neighbours. A stretch between two samples that are alike is not seen.
 */
export async function cutIntoStretches<Kind>(
  { first, last }: { first: number; last: number },
  kindAt: (number: number) => Promise<Kind>,
  samples: number,
): Promise<Stretch<Kind>[]> {
  if (last < first) return [];
  const parts: Stretch<Kind>[] = [{ kind: await kindAt(first), from: first, to: first }];
  for (let sample = 1; sample <= samples; sample++) {
    const at = first + Math.floor(((last - first) * sample) / samples);
    const part = parts.at(-1) as Stretch<Kind>;
    if (at <= part.to) continue;
    const kind = await kindAt(at);
    if (kind !== part.kind) {
      part.to = await lastLike(part.kind, { low: part.to, high: at }, kindAt);
      parts.push({ kind, from: part.to + 1, to: at });
    } else part.to = at;
  }
  return parts;
}

/** The last number of a kind, where `low` is of it and `high` is not. */
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
