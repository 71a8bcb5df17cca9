/**
 * Runs tasks until all have ended. An error of one aborts `over`, which must end the others; it is thrown once they
 * have ended.
 */
export async function sideBySide(over: AbortController, tasks: readonly Promise<void>[]): Promise<void> {
  const failures: unknown[] = [];
  const ends = tasks.map((task) =>
    task.catch((error: unknown) => {
      failures.push(error);
      over.abort();
    }),
  );
  await Promise.all(ends);
  if (failures.length > 0) throw failures[0];
}
