import { equalBytes } from "../../avalanche/codec/bytes";
import { formatId } from "../../avalanche/ids";
import { unreadBlocks } from "../../store/bookkeeping/unread-blocks";
import { readBlock } from "../../store/queries/evm/block";
import { findFirstHeightFrom } from "../../store/queries/evm/figures";
import { countSteps, listOtherChains, listSteps, type StepFilter } from "../../store/queries/evm/message";
import { heightOf, positionOf } from "../../store/rows/columns";
import { countedTime } from "../evm/history";
import type { EvmContext } from "../handler";
import { idOfChain } from "./events";

/** Which messages are counted: by the ids of their blockchains. */
export interface CountFilter {
  source?: Uint8Array | undefined;
  destination?: Uint8Array | undefined;
}

/** Messages from one blockchain to another, ids in cb58. */
export interface CountedPair {
  source: string;
  destination: string;
  count: number;
}

/** Steps of a chain that are counted. `other` is the far end. */
interface Branch extends StepFilter {
  isSent: boolean;
}

/** A chain's own id, and its steps that the filter lets through. */
export interface Counting {
  own: string;
  branches: Branch[];
  /** Every message from this second on is known, unix seconds. */
  from: number;
}

/**
 * The messages of the messenger that are counted by a chain's store: those that it sent, and those that arrived from chains which are not
 * indexed. @param indexed ids of the indexed blockchains
 */
export async function openCounting(
  context: EvmContext,
  { source, destination }: CountFilter,
  indexed: readonly Uint8Array[],
): Promise<Counting | undefined> {
  const own = idOfChain(context.facts);
  if (own === undefined) return undefined;
  const branches: Branch[] = [];
  if (source === undefined || equalBytes(source, own))
    branches.push({ kind: "sent", other: destination, isSent: true });
  if (destination === undefined || equalBytes(destination, own))
    for (const other of await listOtherChains(context.db, "received"))
      if (
        (source === undefined || equalBytes(source, other)) &&
        !indexed.some((each) => equalBytes(each, other))
      )
        branches.push({ kind: "received", other, isSent: false });
  return { own: formatId(own), branches, from: await knownFrom(context) };
}

/** The first second of which every message is known, unix seconds. */
async function knownFrom(context: EvmContext): Promise<number> {
  const { from } = await countedTime(context);
  const unread = unreadBlocks(context.facts, "unreadMessages");
  const last = unread && (await readBlock(context.db, unread.to));
  return Math.max(from, last === undefined ? 0 : last.time + 1);
}

/** Messages from a second on and before another. */
export async function countBetween(
  { db }: Pick<EvmContext, "db">,
  { own, branches }: Counting,
  { from, before }: { from: number; before: number },
): Promise<CountedPair[]> {
  const steps = { from: await firstStepFrom(db, from), below: await firstStepFrom(db, before) };
  const pairs: CountedPair[] = [];
  for (const { isSent, ...filter } of branches)
    for (const { other_blockchain_id, count } of await countSteps(db, filter, steps)) {
      const other = formatId(other_blockchain_id);
      pairs.push({ source: isSent ? own : other, destination: isSent ? other : own, count });
    }
  return pairs;
}

/** Time of the newest message before a second, unix seconds; undefined if there is none. */
export async function newestBefore(
  { db }: Pick<EvmContext, "db">,
  { branches }: Counting,
  before: number,
): Promise<number | undefined> {
  const below = await firstStepFrom(db, before);
  let newest: number | undefined;
  for (const { isSent: _, ...filter } of branches)
    for (const { step } of await listSteps(db, filter, { below, limit: 1 }))
      newest = Math.max(newest ?? 0, step);
  return newest === undefined ? undefined : (await readBlock(db, heightOf(newest)))?.time;
}

async function firstStepFrom(db: EvmContext["db"], time: number): Promise<number> {
  const height = Number.isFinite(time) ? await findFirstHeightFrom(db, time) : undefined;
  return height === undefined ? Number.MAX_SAFE_INTEGER : positionOf(height, 0);
}
