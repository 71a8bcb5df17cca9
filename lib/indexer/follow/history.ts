import { equalBytes } from "../../avalanche/codec/bytes";
import type { PrimaryDb } from "../../store/db";
import { listRuns } from "../../store/queries/container-run";
import { decodeRun } from "../../store/rows/container-run";
import { Poll } from "./poll";
import { askUntilAnswered, type ReaderOptions } from "./read";
import { type IndexSource, sourceOf } from "./read-containers";

/**
 * Whether the node's index begins as the store does. Waits while the node hasn't got that far; an empty store is like
 * any node, and so is one whose question was ended by the signal.
 */
export async function compareHistory(
  db: PrimaryDb,
  stream: string,
  { source, reader }: { source: IndexSource; reader: ReaderOptions },
): Promise<"same" | "other"> {
  const [run] = await listRuns(db, stream, { from: 0, limit: 1 });
  const first = run && decodeRun(run)[0];
  if (!first) return "same";
  const { signal } = reader;
  const poll = new Poll(reader);
  while (!signal.aborted) {
    const head = await askUntilAnswered(() => sourceOf(source).head(signal), reader);
    if (head === undefined || head.index < first.index) {
      if (!signal.aborted) await reader.onHead(head);
      await poll.pause(signal);
      continue;
    }
    const ask = () => source.node.getContainerRange(source.name, first.index, 1, { signal });
    const [theirs] = (await askUntilAnswered(ask, reader)) ?? [];
    if (theirs) return equalBytes(theirs.containerId, first.containerId) ? "same" : "other";
  }
  return "same";
}
