import type { RpcOutcome } from "../recorded-answers";
import type { RecordedEvmBlock } from "../recording";
import { ok } from "./evm-handler";

/** A recorded balance of an account; undefined if it was not asked for at that height. */
type FindBalance = (account: string, height: number) => RpcOutcome | undefined;

/** Balance of an account at any height, as far as it follows from the recording. */
export type FindPastBalance = (account: string, height: number) => RpcOutcome | undefined;

/** A balance that is known at one moment: before or after a transaction, or after a block. */
interface Known {
  height: number;
  wei: bigint;
}

/** What `prestateTracer` says of one transaction: changed accounts before it and after it. */
interface StateDiff {
  pre: Record<string, { balance?: string }>;
  post: Record<string, { balance?: string }>;
}

/**
 * Balances between the heights at which they were recorded. A balance that is the same before and after a height, by
 * recorded answers and by what transactions changed, is the balance at that height. Where anything else changed it
 * meanwhile, such as a fee, a mint without a transaction or an import, the two differ, and there is no answer.
 */
export function openBalances(blocks: readonly RecordedEvmBlock[], recorded: FindBalance): FindPastBalance {
  const changed = changesOf(blocks);
  const answered = new Map<string, Known[]>();
  const answersOf = (account: string): Known[] =>
    blocks.flatMap((_, height) => {
      const outcome = recorded(account, height);
      return outcome !== undefined && "result" in outcome
        ? [{ height, wei: BigInt(outcome.result as string) }]
        : [];
    });
  return (account, height) => {
    const key = account.toLowerCase();
    const changes = changed.get(key) ?? [];
    const answers = answered.get(key) ?? answersOf(key);
    answered.set(key, answers);
    // A block's own answer comes after its transactions.
    const before = latest([
      changes.findLast((change) => change.height <= height)?.after,
      answers.findLast((answer) => answer.height <= height),
    ]);
    const after = earliest([
      changes.find((change) => change.height > height)?.before,
      answers.find((answer) => answer.height > height),
    ]);
    return before !== undefined && before.wei === after?.wei ? ok(`0x${before.wei.toString(16)}`) : undefined;
  };
}

interface Change {
  height: number;
  before: Known;
  after: Known;
}

/** Changes of balances by transactions, by account in lower case, in order. */
function changesOf(blocks: readonly RecordedEvmBlock[]): Map<string, Change[]> {
  const changed = new Map<string, Change[]>();
  for (const [height, { stateDiffs = [] }] of blocks.entries()) {
    for (const { result } of stateDiffs) {
      const { pre, post } = result as unknown as StateDiff;
      for (const account of new Set([...Object.keys(pre), ...Object.keys(post)])) {
        const before = BigInt(pre[account]?.balance ?? 0);
        // An account that is not named afterwards is gone; a balance that is not named is the same.
        const after = account in post ? BigInt(post[account]?.balance ?? before) : 0n;
        const changes = changed.get(account.toLowerCase()) ?? [];
        changes.push({ height, before: { height, wei: before }, after: { height, wei: after } });
        changed.set(account.toLowerCase(), changes);
      }
    }
  }
  return changed;
}

function latest(known: readonly (Known | undefined)[]): Known | undefined {
  return known
    .filter((each) => each !== undefined)
    .toSorted((a, b) => a.height - b.height)
    .at(-1);
}

function earliest(known: readonly (Known | undefined)[]): Known | undefined {
  return known.filter((each) => each !== undefined).toSorted((a, b) => a.height - b.height)[0];
}
