import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import type { PrimaryDb } from "../../store/db";
import { findTxs } from "../../store/queries/by-key";
import { byteKey } from "../rows/byte-key";
import type { DecodedContainer } from "./decode";
import { POLL_MS } from "./poll";
import { type AskOptions, askUntilAnswered } from "./read";
import type { ContainerSource } from "./source";

/**
 * Waits until everything that the node has of another stream now is stored, so that items read before this call can be
 * compared with it. Ends early when the signal is aborted.
 */
export async function untilStored(
  db: PrimaryDb,
  { name, source }: { name: string; source: ContainerSource },
  asking: AskOptions,
): Promise<void> {
  const { signal, sleep } = asking;
  const head = (await askUntilAnswered(() => source.head(signal), asking))?.index;
  while (head !== undefined && !signal.aborted) {
    const stored = (await readCheckpoint(db, name))?.next_index ?? 0;
    if (stored > head) return;
    await sleep(POLL_MS, signal);
  }
}

/** The containers without the transactions that are also in a block: the block's row wins. */
export async function withoutLinear(
  db: PrimaryDb,
  containers: readonly DecodedContainer[],
): Promise<DecodedContainer[]> {
  const ids = containers.flatMap(({ txs }) => txs.map(({ tx }) => tx.txId));
  const linear = new Set((await findTxs(db, ids)).map(({ tx_id }) => byteKey(tx_id)));
  return containers.map((container) => ({
    ...container,
    txs: container.txs.filter(({ tx }) => !linear.has(byteKey(tx.txId))),
  }));
}
