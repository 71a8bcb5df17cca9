import { z } from "zod";
import type { EvmClient } from "../../client/evm";
import { method } from "../../contract/rpc";
import type { Asked } from "./module";

/** The client of a chain's node. Nobody holds a snapshot while it is asked. @throws NodeError NODE_UNREACHABLE */
export async function openClient({ readEvm, chainId }: Asked): Promise<EvmClient> {
  const { nodes, facts } = await readEvm(chainId, async (chain) => chain);
  return nodes.client(facts);
}

/** What a chain's node answers to a method, as it is. @throws NodeError as `callRpc` */
export async function askNode(
  { readEvm, chainId }: Asked,
  name: string,
  params: unknown[],
): Promise<unknown> {
  const { nodes, facts } = await readEvm(chainId, async (chain) => chain);
  return nodes.call(facts, method(name, z.array(z.unknown()), z.unknown()), params);
}

/** The height that a tag names; undefined for the newest block. What is accepted is final, so most tags mean that. */
export function heightOfTag(tag: string): number | undefined {
  if (tag.toLowerCase() === "earliest") return 0;
  return /^(?:0x[0-9a-f]+|\d+)$/i.test(tag) ? Number(tag) : undefined;
}

/** A tag as nodes take it. */
export function toTag(tag: string): string {
  const height = heightOfTag(tag);
  return height === undefined ? "latest" : `0x${height.toString(16)}`;
}
