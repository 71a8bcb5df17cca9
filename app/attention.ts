import { soon } from "@/app/part";
import type { Attention } from "@/components/home/attention";
import { ownNodeAttention, type WaitingExport } from "@/components/home/own-node";
import { formatId, PRIMARY_NETWORK_ID } from "@/lib/avalanche/ids";
import { listExports } from "@/lib/contract/firn/exports";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { type FirnValidator, getValidator } from "@/lib/contract/firn/validators";
import { FirnError } from "@/lib/errors";
import { api, currentNode, toResult } from "./server";

/**
 * What needs attention beyond the status: what the own node validates, as Firn has it, and what the node says of its disk,
 * peers and version. What does not come soon is left out: that the node is away, the status says.
 */
export async function readAttention(status: FirnStatus): Promise<Attention[]> {
  const { nodeId } = status.node;
  const node = await currentNode();
  const validator = nodeId && toResult(api().get(getValidator, { params: { nodeId } }));
  const answers = await soon("node", {
    validator,
    exports: validator && readExports(status, validator),
    health: toResult(node.health()),
    peers: toResult(node.peers()),
    identity: toResult(node.identity()),
  });
  const health = known(answers.health);
  const own = {
    validator: known(answers.validator || undefined),
    exports: known(answers.exports || undefined) ?? [],
    disk: health?.checks.find(({ disk }) => disk !== undefined)?.disk,
    peers: known(answers.peers),
    version: known(answers.identity)?.version,
    upgradeFault: health?.checks.find(({ name }) => name === "futureupgrade")?.error,
  };
  return ownNodeAttention(own, Date.now());
}

/**
 * What the validator's owners exported and nobody imported. None where blocks are missing, since an import may be among
 * them.
 */
async function readExports(
  { network, gaps = [] }: FirnStatus,
  asked: Promise<FirnValidator | FirnError>,
): Promise<WaitingExport[] | FirnError> {
  const validator = await asked;
  if (validator instanceof FirnError) return validator;
  const { validationRewardOwner, delegationRewardOwner, autoRenew } = validator.period ?? {};
  const owners = [validationRewardOwner, delegationRewardOwner, autoRenew?.configOwner];
  const addresses = [...new Set(owners.flatMap((owner) => owner?.addresses ?? []))];
  if (addresses.length === 0 || gaps.length > 0) return [];
  const found = await toResult(
    api().get(listExports, { params: {}, query: { addresses: addresses.join(",") } }),
  );
  if (found instanceof FirnError) return found;
  const titles = new Map([
    [formatId(PRIMARY_NETWORK_ID), "P-Chain"],
    [network.xChainId, "X-Chain"],
    [network.cChainId, "C-Chain"],
  ]);
  return found.exports.map(({ creationTxHash, consumedOnChainId, asset, timestamp }) => ({
    ...{ txHash: creationTxHash, to: titles.get(consumedOnChainId), asset, timestamp },
  }));
}

function known<T>(answer: T | FirnError | Promise<T | FirnError> | undefined): T | undefined {
  return answer instanceof Promise || answer instanceof FirnError ? undefined : answer;
}
