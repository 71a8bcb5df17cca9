import { sha256 } from "#sha256";
import { fromHex, toHex } from "../avalanche/codec/bytes";
import { decodeContainer, encodeContainer } from "../avalanche/proposer/proposervm";
import type { NodeContainer } from "../client/node";
import { NodeError } from "../errors";
import { STREAMS, type Stream } from "../indexer/follow/stream";
import type { RigOptions } from "./indexer";

/**
 * P-Chain blocks from before Banff. No recording has any, and no node makes them any more: these are put together in the
 * form that the node's own codec gives them (`lib/avalanche/vectors/p-blocks.json`).
 */

const hex = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, "0");

/** What follows the type, the parent and the height of each block, and the time of the chain after it. */
interface Step {
  type: number;
  /** Of a Banff block. */
  own?: number;
  rest?: string;
}

export const advance = (time: number): Step => ({ type: 0, rest: `00000013${hex(time, 8)}00000000` });
export const ABORT: Step = { type: 1 };
export const COMMIT: Step = { type: 2 };
const STANDARD: Step = { type: 3, rest: "00000000" };
const banff = (own: number): Step => ({ type: 32, own, rest: "00000000" });

/** Inner blocks after the one with the id `parent`. */
export function blocksAfter(parent: Uint8Array, steps: readonly Step[]): Uint8Array[] {
  let last = parent;
  return steps.map(({ type, own, rest = "" }, i) => {
    const time = own === undefined ? "" : hex(own, 8);
    const bytes = fromHex(`0x0000${hex(type, 4)}${time}${toHex(last).slice(2)}${hex(i + 1, 8)}${rest}`);
    last = sha256(bytes);
    return bytes;
  });
}

/** Blocks in wrappers whose times are not the chain's. */
function wrap(blocks: readonly Uint8Array[]): NodeContainer[] {
  let parentId = new Uint8Array(32);
  return blocks.map((inner, index) => {
    const timestamp = BigInt(WRAPPED_AT + index);
    const bytes = encodeContainer({
      kind: "postFork",
      parentId,
      timestamp,
      pChainHeight: 0n,
      inner,
      containerId: parentId,
      innerOffset: 0,
    });
    const { containerId } = decodeContainer(bytes, "p");
    parentId = Uint8Array.from(containerId);
    return { index, containerId, bytes, acceptedAtNs: timestamp * 1_000_000_000n };
  });
}

const WRAPPED_AT = 2_000_000_000;

export function nodeOf(blocks: readonly Uint8Array[], indexed: boolean): NonNullable<RigOptions["node"]> {
  const containers = wrap(blocks);
  const off = () => {
    throw new NodeError("INDEX_DISABLED", "the index is off");
  };
  return {
    getHeight: async () => blocks.length,
    getBlocks: async (_, start, count) =>
      blocks.slice(start - 1, start - 1 + count).map((bytes) => ({ blockId: sha256(bytes), bytes })),
    getLastAccepted: async () => (indexed ? containers.at(-1) : off()),
    getContainerRange: async (_, start, count) => (indexed ? containers.slice(start, start + count) : off()),
  };
}

/** The only stream that `nodeOf` has. */
export const P_ALONE: readonly Stream[] = [STREAMS["P/block"]];

/** Times that the steps below bring, unix seconds. */
export const [T1, T2, T3, T4] = [1_600_000_100, 1_600_000_200, 1_600_000_300, 1_600_000_400] as const;
/** Two blocks before the first time that is committed, and a Banff block at the end. */
export const STEPS = [
  STANDARD,
  advance(T1),
  COMMIT,
  STANDARD,
  advance(T2),
  ABORT,
  STANDARD,
  advance(T3),
  COMMIT,
  STANDARD,
  banff(T4),
];
