import { fromHex } from "../../../avalanche/codec/bytes";
import { balanceChanges, type PayingBlock } from "../../../avalanche/evm/balance-changes";
import type { EvmClient } from "../../../client/evm";
import { rpcMessageOf } from "../../../client/rpc";

/** A block whose changes of native balances are compared. */
export interface ComparedBlock extends PayingBlock {
  height: number;
  /** Unix seconds; `parentTime` is the previous block's. */
  time: number;
  parentTime: number;
}

/** An account whose balance changed by `node` wei, although the block says `told`. */
export interface BalanceDifference {
  account: string;
  node: bigint;
  expected: bigint;
}

export type ComparedBalances =
  | { compared: number; differing: BalanceDifference[] }
  /** Why nothing could be compared. */
  | { notChecked: string };

interface CompareOptions {
  client: Pick<EvmClient, "getBalances" | "getUpgradeTimes">;
  avaxAssetId?: Uint8Array | undefined;
  /** Most accounts to compare, chosen at random; all unless given. */
  most?: number;
  signal: AbortSignal;
}

/**
 * Compares changes of native balances in the node's state with what the block's transactions and calls moved.
 * @throws NodeError when the node does not answer
 */
export async function compareBalances(
  block: ComparedBlock,
  { client, avaxAssetId, most, signal }: CompareOptions,
): Promise<ComparedBalances> {
  const { height } = block;
  const expected = balanceChanges(block, avaxAssetId);
  if (expected === undefined) return { notChecked: "a precompile of this chain ran" };
  const all = [...expected.changes];
  const first = most !== undefined && all.length > most ? Math.floor(Math.random() * all.length) : 0;
  const changes = [...all.slice(first), ...all.slice(0, first)].slice(0, most);
  const questions = changes.flatMap(([account]) =>
    [height - 1, height].map((at) => ({ account: fromHex(account), height: at })),
  );
  const balances = await orRefused(client.getBalances(questions, { signal }));
  if ("refused" in balances) return { notChecked: balances.refused };
  const differing = changes.flatMap(([account, change], i) => {
    const [before = 0n, after = 0n] = balances.answer.slice(2 * i);
    return after - before === change ? [] : [{ account, node: after - before, expected: change }];
  });
  if (differing.length > 0 && (await mayBeUpgrade(block, client, signal)))
    return { notChecked: "an upgrade of the chain may have changed balances in it" };
  return { compared: changes.length, differing };
}

/** Whether a network upgrade of an L1 activated with this block. Upgrades may mint coins without a transaction. */
async function mayBeUpgrade(
  { atomic, time, parentTime }: ComparedBlock,
  client: CompareOptions["client"],
  signal: AbortSignal,
): Promise<boolean> {
  if (atomic !== undefined) return false;
  const times = await orRefused(client.getUpgradeTimes({ signal }));
  // Unknown, so the difference may be legitimate.
  if ("refused" in times) return true;
  return [...times.answer].some((at) => parentTime < at && at <= time);
}

async function orRefused<T>(question: Promise<T>): Promise<{ answer: T } | { refused: string }> {
  try {
    return { answer: await question };
  } catch (error) {
    const refused = rpcMessageOf(error);
    if (refused === undefined) throw error;
    return { refused };
  }
}
