import { InputError, NodeError } from "../../errors";
import { type EvmHistory, isWhole } from "../../store/bookkeeping/history";
import { readBlock } from "../../store/queries/evm/block";
import type { EvmSnapshot } from "../snapshot/evm";

type Chain = Pick<EvmSnapshot, "evmChainId" | "history">;

/** The history of a chain whose answers may lack something; undefined if the store has all of it and counted all of it. */
export function partialHistory({ history }: Pick<Chain, "history">): EvmHistory | undefined {
  return history === undefined || isWhole(history) ? undefined : history;
}

/** From which block on a partial history's lists and figures count, and why. A clause in ASCII, as headers need it. */
export function describeHistory({ firstHeight, older, countedFrom, countedTo }: EvmHistory): string {
  const lists = older === "none" ? "lists are complete" : `lists begin at block ${firstHeight}`;
  const figures = countedTo === undefined ? `from ${countedFrom} on` : `${countedFrom} to ${countedTo}`;
  return `${lists}, figures count blocks ${figures}: ${reasonOf({ older, countedTo })}`;
}

/** Why a history is not whole: a clause in ASCII. */
export function reasonOf({ older, countedTo }: Pick<EvmHistory, "older" | "countedTo">): string {
  if (older === "wanted") return "older blocks are still being read";
  if (older === "missing") return "the node does not have older blocks";
  return countedTo === undefined ? "newer blocks are still being read" : "the rest is still being counted";
}

/** What would make a partial history whole, for hints. */
function remedyOf({ older, countedTo }: EvmHistory): string {
  if (older === "missing")
    return "the node does not have older blocks: let Firn read this chain from a node that has all of them";
  return `${reasonOf({ older, countedTo })}: ask again later`;
}

/**
 * Refuses what only the whole history gives. `what`: a plural, such as "holders of a token".
 * @throws NodeError HISTORY_PARTIAL
 */
export function requireWhole(chain: Chain, what: string): void {
  const history = partialHistory(chain);
  if (history === undefined) return;
  throw new NodeError(
    "HISTORY_PARTIAL",
    `${what} are not known while Firn has only part of the history of chain ${chain.evmChainId}`,
    { hint: remedyOf(history) },
  );
}

/** Older blocks that are not known, as a clause. @param title of the chain */
export function olderBlocksOf(title: string, history: EvmHistory | undefined): string[] {
  if (history === undefined || history.older === "none") return [];
  return [`blocks of ${title} before ${history.firstHeight} are not known`];
}

/** The error for something that is not stored. It says so if older blocks, which are not stored, may have it. */
export function notFound({ history }: Pick<Chain, "history">, message: string): InputError {
  const lacks = history !== undefined && history.older !== "none";
  const hint = lacks && `blocks before ${history.firstHeight} are not known: ${reasonOf(history)}`;
  return new InputError("NOT_FOUND", message, hint ? { hint } : {});
}

/** The same for something that is found among figures: those that are not counted yet may have it. */
export function notCounted(chain: Pick<Chain, "history">, message: string): InputError {
  const history = partialHistory(chain);
  return history === undefined || history.older !== "none"
    ? notFound(chain, message)
    : new InputError("NOT_FOUND", message, { hint: remedyOf(history) });
}

/** The seconds of chain time of which every block is counted: from `from` on and before `to`, unix seconds. */
export async function countedTime({
  db,
  history: known,
}: Pick<EvmSnapshot, "db" | "history">): Promise<{ from: number; to: number }> {
  const history = partialHistory({ history: known });
  if (history === undefined) return { from: 0, to: Number.POSITIVE_INFINITY };
  const { firstHeight, older, countedFrom, countedTo } = history;
  const isFromFirst = older === "none" && countedFrom === firstHeight;
  const timeOf = async (height: number) => (await readBlock(db, height))?.time;
  return {
    // Not the first counted block's own second: a block before it may be of the same, and how long it took is not known.
    from: isFromFirst ? 0 : ((await timeOf(countedFrom)) ?? Number.MAX_SAFE_INTEGER) + 1,
    to: (countedTo === undefined ? undefined : await timeOf(countedTo + 1)) ?? Number.POSITIVE_INFINITY,
  };
}
