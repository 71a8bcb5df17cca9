import type { PrimaryDb } from "../db";
import { listRuns } from "./container-run";
import { findFirstHeight } from "./first-height";
import { chainOfStream } from "./stream";

/**
 * The number of a stream's first container; 0 while there is none. Rows and containers both say it, and the lower one
 * counts, so that damage at the beginning shows.
 */
export async function findFirstNumber(db: PrimaryDb, stream: string): Promise<number> {
  const chain = stream.endsWith("/block") ? chainOfStream(stream) : undefined;
  if (chain === undefined) return 0;
  const [run] = await listRuns(db, stream, { from: 0, limit: 1 });
  const height = await findFirstHeight(db, chain);
  const numbers = [...(run ? [run.first_index] : []), ...(height === undefined ? [] : [height - 1])];
  return numbers.length === 0 ? 0 : Math.max(0, Math.min(...numbers));
}
