import { toHex } from "../avalanche/codec/bytes";
import { formatId } from "../avalanche/ids";
import { decodeXBlock } from "../avalanche/x/block";
import { INDEX_NAMES, type IndexName } from "../contract/node/index";
import { DataError } from "../errors";
import type { Accepted, History } from "./history";
import type { NodeForm } from "./node-form";
import type { RecordedContainer } from "./recording";

/** The node's indexes: what it accepted while indexing was on, numbered without gaps. */
export interface Indexes {
  /** All containers of an index, in the order of acceptance. */
  containers(name: IndexName): readonly RecordedContainer[];
  /** The container with this id (cb58). */
  byId(name: IndexName, id: string): RecordedContainer | undefined;
}

/** Opens indexes that follow a history. */
export function openIndexes(history: History, nodeForm: NodeForm): Indexes {
  const lists = new Map<string, RecordedContainer[]>(INDEX_NAMES.map((name) => [name, []]));
  const byId = new Map<string, RecordedContainer>();
  const missed = new Map<string, number>();

  const add = (name: string, container: RecordedContainer) => {
    lists.get(name)?.push(container);
    byId.set(`${name} ${container.id}`, container);
  };
  const addLinear = (tx: Omit<RecordedContainer, "index">) => {
    if (!byId.has(`X/tx ${tx.id}`)) add("X/tx", { ...tx, index: lists.get("X/tx")?.length ?? 0 });
  };
  history.onAccepted((accepted) => {
    const { index, container } = accepted;
    if (!lists.has(index)) return; // a subnet's chain has no index
    const before = missed.get(index) ?? 0;
    if (!accepted.indexed) return void missed.set(index, before + 1);
    add(index, { ...container, index: container.index - before });
    if (index === "X/block" && nodeForm.linearTxs) transactionsOf(accepted).forEach(addLinear);
  });
  return {
    containers: (name) => lists.get(name) ?? [],
    byId: (name, id) => byId.get(`${name} ${id}`),
  };
}

/** The transactions of a linear X block as containers. Empty if its bytes are not a block. */
function transactionsOf({ inner, container }: Accepted): Omit<RecordedContainer, "index">[] {
  try {
    const { timestamp } = container;
    return decodeXBlock(inner).txs.map(({ txId, bytes }) => ({
      id: formatId(txId),
      bytes: toHex(bytes),
      timestamp,
    }));
  } catch (error) {
    if (error instanceof DataError) return [];
    throw error;
  }
}
