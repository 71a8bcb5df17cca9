import { NodeError } from "../../errors";
import { rangesOf } from "../../store/bookkeeping/height-ranges";
import type { EvmContext } from "../handler";

/**
 * Refuses instead of answering an empty list, which would claim that there were no calls. @throws NodeError
 * DEBUG_DISABLED when the chain's node does not trace
 */
export function requireTraces({ facts, evmChainId }: EvmContext): void {
  if (facts.traces !== "no") return;
  throw new NodeError(
    "DEBUG_DISABLED",
    `the node of chain ${evmChainId} has no debug API, so internal transactions are not known`,
    {
      hint: 'enable it ("debug-tracer" among "eth-apis" in the chain\'s config.json): Firn then traces the blocks it has',
    },
  );
}

/** Height of the last block in the range whose calls are not known yet; undefined when all are known. */
export function untracedUpTo(
  { facts }: EvmContext,
  { startBlock = 0, endBlock = Number.MAX_SAFE_INTEGER }: BlocksAsked,
): string | undefined {
  const last = rangesOf(facts, "untraced").findLast(({ from, to }) => to >= startBlock && from < endBlock);
  return last && String(Math.min(last.to, endBlock - 1));
}

/** Marks an answer whose internal calls are not known. */
export function presentUntraced(context: EvmContext, height: number): { untraced?: true } {
  return untracedUpTo(context, { startBlock: height, endBlock: height + 1 }) === undefined
    ? {}
    : { untraced: true };
}

interface BlocksAsked {
  startBlock?: number | undefined;
  endBlock?: number | undefined;
}
