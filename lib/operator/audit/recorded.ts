import { describeError, FirnError, InputError } from "../../errors";
import type { Audit, AuditedAction } from "./audit";

/**
 * Does work of the console's own and records it with how it ended: denied where the request was wrong, unknown where
 * somebody else did not answer. `said` is what the row adds to work that was done.
 */
export async function recorded<T>(
  audit: Audit,
  action: AuditedAction,
  work: () => Promise<T>,
  said: (result: T) => string = () => "",
): Promise<T> {
  const row = await audit.begin(action);
  try {
    const result = await work();
    await audit.finish(row, "done", said(result));
    return result;
  } catch (error) {
    const isRefused = error instanceof InputError;
    if (error instanceof FirnError)
      await audit.finish(row, isRefused ? "denied" : "unknown", describeError(error));
    throw error;
  }
}
