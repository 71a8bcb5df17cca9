import type { PrimaryDb } from "../../store/db";
import { listRuns } from "../../store/queries/container-run";
import { decodeRun } from "../../store/rows/container-run";
import { type BlockNode, isOff, lacksBlock } from "./blocks";
import { Poll } from "./poll";
import { askUntilAnswered, type ReaderOptions } from "./read";
import { isSameContainer, openSource } from "./source";
import type { Stream } from "./stream";

/**
 * Whether the node's history begins as the store's does. Waits while the node has not reached that point. An empty
 * store matches every node; an aborted comparison counts as a match.
 */
export async function compareHistory(
  db: PrimaryDb,
  stream: Stream,
  { node, reader }: { node: BlockNode; reader: ReaderOptions },
): Promise<"same" | "other"> {
  const [run] = await listRuns(db, stream.name, { from: 0, limit: 1 });
  const first = run && decodeRun(run)[0];
  if (!first) return "same";
  const { signal } = reader;
  const poll = new Poll(reader);
  const source = await openSource(db, { node, stream, stored: () => first.index + 1 });
  while (!signal.aborted) {
    const head = await askUntilAnswered(() => source.head(signal), reader);
    if (head === undefined || head.index < first.index) {
      if (!signal.aborted) await reader.onHead(head);
      await poll.pause(signal);
      continue;
    }
    // A node without its index, or without old blocks, has nothing to compare with. The next block will show its parent.
    const ask = () =>
      source.read(first.index, 1, signal).catch((error: unknown) => {
        if (isOff(error) || lacksBlock(error)) return [first];
        throw error;
      });
    const [theirs] = (await askUntilAnswered(ask, reader)) ?? [];
    if (theirs) return isSameContainer(stream, theirs, first) ? "same" : "other";
  }
  return "same";
}
