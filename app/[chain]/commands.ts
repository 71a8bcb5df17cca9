import { ownOrigin } from "@/app/own-origin";
import { config } from "@/app/server";
import { type CopySource, firnCommand, type NodeCall, nodeCommand } from "@/components/provenance/commands";
import type { Command } from "@/components/provenance/terminal";
import { CHAINS, type Chain } from "@/components/ui/chains";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import type { FirnStatus } from "@/lib/contract/firn/status";

/** Parameters of a chain's routes in the Data API. */
export function chainParams({ network }: FirnStatus, chain: Chain) {
  return { network: network.servedAs, blockchainId: CHAINS[chain].apiName };
}

/** Commands that ask the node and Firn's API the same question from a terminal. */
export function commandsOf(status: FirnStatus, call: NodeCall, path: string): Promise<Command[]> {
  return commandsAt(status.node.url, call, path);
}

/** The same commands for a known node address. Without one they ask the recorded node. */
export async function commandsAt(
  nodeUrl: string | undefined,
  call: NodeCall,
  path: string,
): Promise<Command[]> {
  const recordedNode = `http://127.0.0.1:${config().devnetPort}`;
  return [nodeCommand(nodeUrl ?? recordedNode, call), firnCommand(await ownOrigin(), path)];
}

/** A path of Firn's API as pages let its answer be copied. */
export async function sourceOf(jsonPath: string): Promise<CopySource> {
  return { jsonPath, curl: firnCommand(await ownOrigin(), jsonPath).text };
}

/** The node's method for a transaction. */
export function callForTx(chain: Chain, txID: string): NodeCall {
  if (chain === "p") return { api: "bc/P", method: "platform.getTx", params: { txID, encoding: "hex" } };
  return chain === "x"
    ? { api: "bc/X", method: "avm.getTx", params: { txID, encoding: "hex" } }
    : { api: "bc/C/avax", method: "avax.getAtomicTx", params: { txID, encoding: "hex" } };
}

/** The node's method for a block. Vertices have no height of their own, so for them it is the container's. */
export function callForBlock({
  chain,
  stream,
  height,
  containerId,
}: Pick<FirnContainer, "chain" | "stream" | "height" | "containerId">): NodeCall {
  if (stream === "X/vtx")
    return {
      api: `index/${stream}`,
      method: "index.getContainerByID",
      params: { id: containerId, encoding: "hex" },
    };
  if (chain === "c")
    return { api: "bc/C/rpc", method: "eth_getBlockByNumber", params: [`0x${height.toString(16)}`, false] };
  const method = chain === "p" ? "platform.getBlockByHeight" : "avm.getBlockByHeight";
  return { api: `bc/${CHAINS[chain].letter}`, method, params: { height: String(height), encoding: "hex" } };
}
