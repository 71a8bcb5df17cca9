import { soon } from "@/app/part";
import type { Attention } from "@/components/home/attention";
import { ownNodeAttention } from "@/components/home/own-node";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { getValidator } from "@/lib/contract/firn/validators";
import { FirnError } from "@/lib/errors";
import { api, currentNode, toResult } from "./server";

/**
 * What needs attention beyond the status: what the own node validates, as Firn has it, and what the node says of its disk,
 * peers and version. What does not come soon is left out: that the node is away, the status says.
 */
export async function readAttention({ node: { nodeId } }: FirnStatus): Promise<Attention[]> {
  const node = await currentNode();
  const answers = await soon("node", {
    validator: nodeId && toResult(api().get(getValidator, { params: { nodeId } })),
    health: toResult(node.health()),
    peers: toResult(node.peers()),
    identity: toResult(node.identity()),
  });
  const health = known(answers.health);
  const own = {
    validator: known(answers.validator || undefined),
    disk: health?.checks.find(({ disk }) => disk !== undefined)?.disk,
    peers: known(answers.peers),
    version: known(answers.identity)?.version,
    upgradeFault: health?.checks.find(({ name }) => name === "futureupgrade")?.error,
  };
  return ownNodeAttention(own, Date.now());
}

function known<T>(answer: T | FirnError | Promise<T | FirnError> | undefined): T | undefined {
  return answer instanceof Promise || answer instanceof FirnError ? undefined : answer;
}
