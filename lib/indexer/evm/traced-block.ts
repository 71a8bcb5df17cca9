import { CallCheck } from "../../avalanche/evm/call";
import { decodeTransaction } from "../../avalanche/evm/transaction";
import type { TraceAnswer } from "../../client/evm";
import type { EvmCall } from "../../client/evm-json";
import { DataError } from "../../errors";
import type { Log } from "../../log";
import { readBody } from "../../store/queries/evm/block";
import type { BlockToTrace, TransactionToTrace } from "../../store/queries/evm/late";
import { decodeBody } from "../../store/rows/evm-body";
import type { EvmStore } from "../../store/stores";
import type { BalanceSample } from "./facts/balance-sample";

/** A stored block with what its transactions did. */
export interface TracedBlock extends BlockToTrace {
  calls: EvmCall[];
}

export function refOf({ height, transactions }: BlockToTrace) {
  return { height, txHashes: transactions.map(({ hash }) => hash) };
}

interface TracedBlockOptions {
  store: EvmStore;
  sample?: Pick<BalanceSample, "doubts"> | undefined;
  log: Pick<Log, "error">;
}

/** The block with its calls. Empty if the node gives none or false ones; those are asked for again. */
export async function tracedBlock(
  { store, sample, log }: TracedBlockOptions,
  block: BlockToTrace,
  answer: TraceAnswer | undefined,
): Promise<TracedBlock[]> {
  if (answer === undefined || "refused" in answer) return [];
  const { height, transactions } = block;
  if (sample?.doubts(height)) return [];
  const { calls } = answer;
  const body = await readBody(store.db, height);
  if (calls.length !== transactions.length || body === undefined) return [];
  const check = new CallCheck();
  try {
    for (const [i, bytes] of decodeBody(body).entries()) {
      const { hash, sender, created, status, gas_used } = transactions[i] as TransactionToTrace;
      const outcome = { from: sender, created: created ?? undefined, gasUsed: gas_used };
      const executed = {
        height,
        hash,
        fields: decodeTransaction(bytes),
        succeeded: status === 1,
        ...outcome,
      };
      check.check(executed, calls[i] as EvmCall);
    }
    return [{ ...block, calls }];
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    log.error("the node's trace of an older block is false", { err: error });
    return [];
  }
}
