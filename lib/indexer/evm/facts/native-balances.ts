import { fromHex } from "../../../avalanche/codec/bytes";
import { balanceChanges, type PayingBlock } from "../../../avalanche/evm/balance-changes";
import type { EvmClient } from "../../../client/evm";
import { rpcMessageOf } from "../../../client/rpc";

/** A block whose native balances are compared. */
export interface ComparedBlock extends PayingBlock {
  height: number;
  /** Unix seconds, and those of the block before. */
  time: number;
  parentTime: number;
}

/** An account whose balance did not change as its block says, wei. */
export interface BalanceDifference {
  account: string;
  node: bigint;
  told: bigint;
}

export type ComparedBalances =
  | { compared: number; differing: BalanceDifference[] }
  /** Why nothing could be compared. */
  | { notChecked: string };

interface CompareOptions {
  client: Pick<EvmClient, "getBalances" | "getUpgradeTimes">;
  avaxAssetId?: Uint8Array | undefined;
  /** Accounts asked about, drawn anew each time when there are more; all of them unless given. */
  most?: number;
  signal: AbortSignal;
}

/**
 * Compares how native balances changed with a block, as the node's state says, with what its transactions and their calls
 * moved.
 * @throws NodeError when the node does not answer
 */
export async function compareBalances(
  block: ComparedBlock,
  { client, avaxAssetId, most, signal }: CompareOptions,
): Promise<ComparedBalances> {
  const { height } = block;
  const told = balanceChanges(block, avaxAssetId);
  if (told === undefined) return { notChecked: "a precompile of the chain's own ran" };
  const all = [...told.changes];
  const first = most !== undefined && all.length > most ? Math.floor(Math.random() * all.length) : 0;
  const changes = [...all.slice(first), ...all.slice(0, first)].slice(0, most);
  const questions = changes.flatMap(([account]) =>
    [height - 1, height].map((at) => ({ account: fromHex(account), height: at })),
  );
  const balances = await refusable(client.getBalances(questions, { signal }));
  if ("refused" in balances) return { notChecked: balances.refused };
  const differing = changes.flatMap(([account, change], i) => {
    const [before = 0n, after = 0n] = balances.answer.slice(2 * i);
    return after - before === change ? [] : [{ account, node: after - before, told: change }];
  });
  if (differing.length > 0 && (await isMadeByUpgrade(block, client, signal)))
    return { notChecked: "the chain's configuration may have changed balances with it" };
  return { compared: changes.length, differing };
}

/** Whether an upgrade of an L1 came into force with the block: it may mint coins without a transaction. */
async function isMadeByUpgrade(
  { atomic, time, parentTime }: ComparedBlock,
  client: CompareOptions["client"],
  signal: AbortSignal,
): Promise<boolean> {
  if (atomic !== undefined) return false;
  const times = await refusable(client.getUpgradeTimes({ signal }));
  // Where nobody can say, nothing is held against the node.
  if ("refused" in times) return true;
  return [...times.answer].some((at) => parentTime < at && at <= time);
}

async function refusable<T>(asked: Promise<T>): Promise<{ answer: T } | { refused: string }> {
  try {
    return { answer: await asked };
  } catch (error) {
    const refused = rpcMessageOf(error);
    if (refused === undefined) throw error;
    return { refused };
  }
}
