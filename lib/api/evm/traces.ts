import { NodeError } from "../../errors";
import { untracedRanges } from "../../store/bookkeeping/untraced";
import type { EvmContext } from "../handler";

/** An empty list would say that there is nothing. @throws NodeError DEBUG_DISABLED when the chain's node does not trace */
export function requireTraces({ facts, evmChainId }: EvmContext): void {
  if (facts.traces !== "no") return;
  throw new NodeError(
    "DEBUG_DISABLED",
    `the node of chain ${evmChainId} has no debug API, so internal transactions are not known`,
    {
      hint: 'let the chain serve it ("eth-apis" with "debug-tracer" in its config.json): Firn notices, and traces what it has',
    },
  );
}

/** The last block of those asked for whose calls are not known yet; undefined when all are. */
export function untracedUpTo(
  { facts }: EvmContext,
  { startBlock = 0, endBlock = Number.MAX_SAFE_INTEGER }: BlocksAsked,
): string | undefined {
  const last = untracedRanges(facts).findLast(({ from, to }) => to >= startBlock && from < endBlock);
  return last && String(Math.min(last.to, endBlock - 1));
}

/** What an answer says of calls inside a transaction that are not known. */
export function presentUntraced(context: EvmContext, height: number): { untraced?: true } {
  return untracedUpTo(context, { startBlock: height, endBlock: height + 1 }) === undefined
    ? {}
    : { untraced: true };
}

interface BlocksAsked {
  startBlock?: number | undefined;
  endBlock?: number | undefined;
}
