import { formatNodeId, parseNodeId } from "../../avalanche/ids";
import { InputError } from "../../errors";
import { listStakingNodes } from "../../store/queries/stake-list";
import type { RequestContext } from "../handler";

const MAX_NODES = 64;

/**
 * The `nodeIds` parameter of lists that take whole ids: 20 bytes each, in the given order.
 * @throws InputError BAD_PARAMETER naming the item and the accepted form
 */
export function readNodeIds(text: string): Uint8Array[] {
  return itemsOf(text).map((item) => {
    const nodeId = tryParse(item);
    if (nodeId !== undefined) return nodeId;
    throw refuse(`nodeIds must be NodeID- and 20 bytes in cb58, comma separated, not "${item.slice(0, 80)}"`);
  });
}

/** The `nodeIds` parameter where a part of an id matches every node that contains it, among those that ever staked. */
export async function readNodeIdParts(
  { db }: Pick<RequestContext, "db">,
  text: string,
): Promise<Uint8Array[]> {
  const items = itemsOf(text);
  const whole = items.flatMap((item) => tryParse(item) ?? []);
  const parts = items.filter((item) => tryParse(item) === undefined);
  if (parts.length === 0) return whole;
  const nodes = await listStakingNodes(db);
  return [
    ...whole,
    ...nodes.filter((nodeId) => parts.some((part) => formatNodeId(nodeId).includes(part))),
  ].slice(0, MAX_MATCHES);
}

/** Most nodes that the parts may match together. */
const MAX_MATCHES = 10_000;

function itemsOf(text: string): string[] {
  const items = text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  if (items.length === 0) throw refuse("nodeIds must name a node");
  if (items.length > MAX_NODES)
    throw refuse(`nodeIds must be at most ${MAX_NODES} node ids, not ${items.length}`);
  return items;
}

function tryParse(text: string): Uint8Array | undefined {
  try {
    return parseNodeId(text);
  } catch {
    return undefined;
  }
}

function refuse(message: string): InputError {
  return new InputError("BAD_PARAMETER", message);
}
