import { readdirSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import { parse, stringify } from "lossless-json";
import { openRecording } from "../../devnet/recording";
import { fromHex } from "../codec/bytes";
import type { Json } from "../codec/layout";
import { formatId, formatNodeId } from "../ids";
import type { Container } from "../proposer/proposervm";

/** For tests: the captured networks, their containers, and the node's own answers about them. */
export const NETWORKS = [
  { name: "custom-network", hrp: "custom" },
  { name: "local-network", hrp: "local" },
] as const;
export type NetworkName = (typeof NETWORKS)[number]["name"];

/** The node's own answers about a network, as JSON texts; see collect.mjs. */
export type Captures = Record<
  "pBlocksHex" | "pBlocks" | "pDecoded" | "xBlocks" | "xDecoded" | "xTxs" | "cDecoded",
  string
>;

export function readCaptures(network: NetworkName): Captures {
  return JSON.parse(
    brotliDecompressSync(readFileSync(new URL(`./${network}.json.br`, import.meta.url))).toString(),
  );
}

/** Ids (text) and bytes of the containers of one index, in order. */
export async function readContainers(network: NetworkName, index: "P/block" | "X/block" | "C/block") {
  const { containers } = await openRecording(network);
  return containers[index].map(({ id, bytes }) => ({ id, bytes: fromHex(bytes) }));
}

/** Answers of `eth_getBlockByNumber` for every C-Chain block, from block 0 on. */
export async function readEvmBlocks(network: NetworkName): Promise<Record<string, unknown>[]> {
  return (await openRecording(network)).evm.map(({ block }) => block);
}

/** A file of samples in this folder, or in the folder `vectors` of a chain. */
export function readVectors<T>(file: string): T {
  return parseLossless(readFileSync(new URL(file, import.meta.url), "utf8"));
}

/** Names of the sample files in a folder, such as `../p/vectors`. */
export function listVectors(folder: string): string[] {
  return readdirSync(new URL(folder, import.meta.url)).filter((name) => name.endsWith(".json"));
}

/** All integers become bigint, so that nothing is rounded. */
export function parseLossless<T>(text: string): T {
  return parse(text, undefined, (number) => (/^-?\d+$/.test(number) ? BigInt(number) : Number(number))) as T;
}

/** JSON text with bigint as bare numbers. Equal texts mean equal values and equal key order. */
export function jsonText(json: unknown): string {
  return stringify(json) ?? "";
}

/** Replaces null lists by empty ones: the node writes null for a list it never filled, and parsed bytes give `[]`. */
export function emptyForNull(json: Json): Json {
  if (json === null) return [];
  if (Array.isArray(json)) return json.map(emptyForNull);
  if (typeof json !== "object") return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, emptyForNull(value)]));
}

/** A wrapper in the form of the captures. */
export function describeWrapper(container: Container): Json {
  const { kind, parentId, inner, innerOffset, timestamp, pChainHeight, proposer, epoch } = container;
  if (kind === "preFork" || parentId === undefined) return { kind: "unwrapped (pre-fork)" };
  return {
    kind,
    typeID: { postFork: 0n, option: 1n, granite: 2n }[kind],
    id: formatId(container.containerId),
    parentID: formatId(parentId),
    innerOffset: BigInt(innerOffset),
    innerLength: BigInt(inner.length),
    ...(timestamp !== undefined && { timestamp }),
    ...(pChainHeight !== undefined && { pChainHeight }),
    ...(kind !== "option" && {
      proposer: formatNodeId(proposer ?? new Uint8Array(20)),
      signed: proposer !== undefined,
    }),
    ...(epoch !== undefined && { epoch }),
  };
}

export function countBy(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
