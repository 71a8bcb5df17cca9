/**
 * Does several works until all have ended. What one of them throws aborts `over`, which is to end the others, and is
 * thrown once they have ended.
 */
export async function sideBySide(over: AbortController, works: readonly Promise<void>[]): Promise<void> {
  const failures: unknown[] = [];
  const ends = works.map((work) =>
    work.catch((error: unknown) => {
      failures.push(error);
      over.abort();
    }),
  );
  await Promise.all(ends);
  if (failures.length > 0) throw failures[0];
}
