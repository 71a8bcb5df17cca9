import type { NodeClient } from "../../client/node";
import { type ListedUtxos, listUtxos } from "../../client/node-utxos";
import { inTime, requireNode } from "./in-time";

/** Asks the node which UTXOs of an address are in shared memory. @throws NodeError when it does not answer */
export type AskSharedMemory = (
  listed: ListedUtxos,
) => Promise<{ /** `txId/outputIndex`. */ names: ReadonlySet<string>; isAll: boolean }>;

/** A page may wait for it. */
const TIMEOUT_MS = 2_000;
/** Of 1,024 UTXOs. */
const MOST_PAGES = 8;

export function openSharedMemory(node: NodeClient | undefined): AskSharedMemory {
  return (listed) =>
    inTime(TIMEOUT_MS, async (signal) => {
      const { utxos, isAll } = await listUtxos(requireNode(node), listed, { signal, mostPages: MOST_PAGES });
      return { names: new Set(utxos.keys()), isAll };
    });
}
