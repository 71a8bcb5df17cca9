/** More edits than this are not a misspelling. */
const MOST_EDITS = 3;

/** The name in `known` that `given` most likely misspells; undefined when none is close. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((name) => ({ name, edits: editsBetween(given, name) }))
    .filter(({ edits }) => edits <= MOST_EDITS)
    .toSorted((a, b) => a.edits - b.edits);
  return nearest?.name;
}

/** Edit distance: letters added, dropped or replaced. */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const kept = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(kept, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
