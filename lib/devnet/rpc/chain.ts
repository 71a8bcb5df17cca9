import { sha256 } from "#sha256";
import { formatId } from "../../avalanche/ids";
import { allTxs, decodePBlock } from "../../avalanche/p/block";
import type { PTx } from "../../avalanche/p/txs";
import { decodeXBlock } from "../../avalanche/x/block";
import type { XTx } from "../../avalanche/x/txs";
import { DataError, InputError } from "../../errors";
import type { Aliases } from "../aliases";
import type { ChainName, History } from "../history";
import type { Ledger } from "../ledger/ledger";
import type { RecordedAnswers } from "../recorded-answers";

/** What the APIs of P, X and C answer from. */
export interface ChainNode {
  history: History;
  ledger: Ledger;
  chains: Aliases;
  recorded: RecordedAnswers;
  /** Prefix of the network's addresses. */
  hrp: string;
}

/** A chain's accepted blocks, as `getBlock` and `getBlockByHeight` find them: the chain's own bytes, genesis included. */
export interface Blocks {
  /** @throws InputError NOT_FOUND in the node's words */
  byId(blockId: string): Uint8Array;
  /** @throws InputError NOT_FOUND in the node's words */
  byHeight(height: bigint): Uint8Array;
}

/** The blocks of a history's P- or X-Chain, whose ids are their own hashes. `genesis` returns block 0. */
export function openBlocks(history: History, chain: "P" | "X", genesis: () => Uint8Array): Blocks {
  const heights = new Map<string, number>();
  history.onAccepted(({ height, inner, chain: of }) => {
    if (of === chain && height !== undefined) heights.set(formatId(sha256(inner)), height);
  });
  const find = (height: number | undefined) =>
    height === 0 ? genesis() : height === undefined ? undefined : history.block(chain, height)?.inner;
  const heightOf = (blockId: string) =>
    heights.get(blockId) ?? (blockId === formatId(sha256(genesis())) ? 0 : undefined);
  const found = (bytes: Uint8Array | undefined, what: string) => {
    if (bytes === undefined) throw new InputError("NOT_FOUND", `couldn't get block ${what}: not found`);
    return bytes;
  };
  return {
    byId: (blockId) => found(find(heightOf(blockId)), `with id ${blockId}`),
    byHeight: (height) => found(find(Number(height)), `at height ${height}`),
  };
}

/**
 * The transactions of the P-Chain block that this node prefers next: the recording's next one. Nothing else is accepted
 * before it. Includes the proposal.
 */
export function nextPTxs(node: Pick<ChainNode, "history">): PTx[] {
  return nextTxs(node, "P", (bytes) => allTxs(decodePBlock(bytes)));
}

/** Like `nextPTxs`, for the X-Chain. */
export function nextXTxs(node: Pick<ChainNode, "history">): XTx[] {
  return nextTxs(node, "X", (bytes) => decodeXBlock(bytes).txs);
}

function nextTxs<T>(
  { history }: Pick<ChainNode, "history">,
  chain: ChainName,
  decode: (b: Uint8Array) => T[],
): T[] {
  const next = history.next();
  if (next?.chain !== chain || next.height === undefined) return [];
  try {
    return decode(next.inner);
  } catch (error) {
    if (error instanceof DataError) return [];
    throw error;
  }
}
