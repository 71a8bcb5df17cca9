import { equalBytes, toHex } from "../../../avalanche/codec/bytes";
import { CallCheck } from "../../../avalanche/evm/call";
import { proveOutcomes, type TxOutcome } from "../../../avalanche/evm/outcome";
import { writeReceipt } from "../../../avalanche/evm/receipt";
import { orderedTrieRoot } from "../../../avalanche/evm/trie";
import type { EvmBlockRef, EvmClient, TraceAnswer } from "../../../client/evm";
import type { EvmCall, EvmReceiptAnswer } from "../../../client/evm-json";
import { DataError, NodeError } from "../../../errors";
import { readTraces, type TracePatience } from "../capabilities";
import type { ExecutedBlock, SourceBlock, SourceTransaction } from "./block";

/** A block with its receipts as the node gave them: nothing has vouched for those yet. */
export interface AnsweredBlock extends SourceBlock, Pick<ExecutedBlock, "traces"> {
  receipts: EvmReceiptAnswer[];
}

/** A block with what executing it gave, as proved. */
export interface ProvedBlock extends AnsweredBlock {
  outcomes: TxOutcome[];
}

type Executor = Pick<EvmClient, "getReceipts" | "getTraces">;

/**
 * Blocks with their receipts, and their traces unless there is no debug API, or the node refuses them longer than
 * `patience` lasts.
 * @throws NodeError NODE_BAD_ANSWER when receipts are missing (the index may lead the VM for a moment: ask again)
 */
export async function readExecution(
  client: Executor,
  blocks: readonly SourceBlock[],
  { traces, patience, signal }: { traces: boolean; patience: TracePatience; signal: AbortSignal },
): Promise<AnsweredBlock[]> {
  const wanted = blocks.filter(({ transactions }) => transactions.length > 0).map(refOf);
  const [receipts, trees] = await Promise.all([
    wanted.length === 0 ? [] : client.getReceipts(wanted, { signal }),
    traces ? readTraces(client, wanted, signal) : undefined,
  ]);
  const byHeight = new Map(
    wanted.map(({ height }, i) => [height, { receipts: receipts[i], traces: trees?.[i] }]),
  );
  const answered = blocks.map((block) => {
    const found = byHeight.get(block.height);
    if (found === undefined) return { block, receipts: [], trace: { calls: [] } };
    return { block, receipts: matching(block, found.receipts), trace: found.traces };
  });
  // Only of blocks that the node has executed a refusal says anything.
  return answered.map(({ block, receipts, trace }) => ({
    ...block,
    receipts,
    traces: traces ? matchingTraces(block, trace, patience) : undefined,
  }));
}

/** Gives `check` the receipts of blocks that it must know before it can go on behind them. */
export async function settle(
  check: ReceiptCheck,
  unsettled: readonly EvmBlockRef[],
  { client, signal }: { client: Pick<EvmClient, "getReceipts">; signal: AbortSignal },
): Promise<true> {
  const answers = unsettled.length === 0 ? [] : await client.getReceipts(unsettled, { signal });
  const waiting = unsettled.map(({ height }, i) => {
    const receipts = answers[i];
    if (receipts) return { height, receipts };
    throw new NodeError("NODE_BAD_ANSWER", `the node has no receipts of block ${height}`);
  });
  check.resume(waiting);
  return true;
}

/**
 * Checks receipts against headers, block after block. Before Helicon a header vouches for its own block's receipts, since
 * then for those of the blocks it settles: until then they wait here.
 */
export class ReceiptCheck {
  /** Receipts of blocks that no header vouched for yet. */
  #waiting: { height: number; receipts: EvmReceiptAnswer[] }[] = [];

  /** Goes on after a block that was checked before: `waiting` are the blocks it has not settled, itself included. */
  resume(waiting: readonly { height: number; receipts: EvmReceiptAnswer[] }[]): void {
    this.#waiting = waiting.map(({ height, receipts }) => ({
      height,
      receipts,
    }));
  }

  /** @throws DataError ID_MISMATCH */
  check({ height, receiptsRoot, settledHeight, receipts }: AnsweredBlock): void {
    if (settledHeight === undefined) {
      expectRoot(receipts, receiptsRoot, `block ${height}`);
      return;
    }
    // The first block of Helicon settles blocks that vouched for themselves.
    const settled = this.#waiting.filter((block) => block.height <= settledHeight);
    this.#waiting = this.#waiting.filter((block) => block.height > settledHeight);
    this.#waiting.push({ height, receipts });
    const receiptsSettled = settled.flatMap((block) => block.receipts);
    expectRoot(receiptsSettled, receiptsRoot, `the blocks that block ${height} settles`);
  }
}

/**
 * Checks what no root covers: senders, gas, prices and made contracts of receipts, and calls. For blocks whose receipts
 * are checked already.
 */
export class ExecutionCheck {
  readonly #calls = new CallCheck();

  /** @throws DataError EXECUTION_MISMATCH */
  check(block: AnsweredBlock, senders: readonly Uint8Array[]): ProvedBlock {
    const { height, transactions, receipts, traces } = block;
    const sent = transactions.map(({ hash, fields }, i) => ({
      hash,
      fields,
      sender: senders[i] as Uint8Array,
    }));
    const used = receipts.map(({ cumulativeGasUsed }) => cumulativeGasUsed);
    const outcomes = proveOutcomes(block, sent, { used, reported: receipts });
    for (const [i, trace] of (traces ?? []).entries()) {
      const { hash, fields } = transactions[i] as SourceTransaction;
      const succeeded = (receipts[i]?.status.length ?? 0) > 0;
      this.#calls.check({ height, hash, fields, succeeded, ...(outcomes[i] as TxOutcome) }, trace);
    }
    return { ...block, outcomes };
  }
}

function expectRoot(receipts: readonly EvmReceiptAnswer[], expected: Uint8Array, whose: string): void {
  const root = orderedTrieRoot(receipts, writeReceipt);
  if (equalBytes(root, expected)) return;
  throw new DataError(
    "ID_MISMATCH",
    `the receipts of ${whose} have root ${toHex(root)}, the header says ${toHex(expected)}`,
    { hint: "the node's receipts don't fit its blocks: see its log" },
  );
}

function refOf({ height, transactions }: SourceBlock): EvmBlockRef {
  return { height, txHashes: transactions.map(({ hash }) => hash) };
}

function matching(block: SourceBlock, receipts: EvmReceiptAnswer[] | undefined): EvmReceiptAnswer[] {
  const { height, transactions } = block;
  const fits =
    receipts?.length === transactions.length &&
    receipts.every((receipt, i) =>
      equalBytes(receipt.transactionHash, transactions[i]?.hash ?? new Uint8Array()),
    );
  if (receipts && fits) return receipts;
  throw new NodeError("NODE_BAD_ANSWER", `the node has no receipts of block ${height} yet`, {
    hint: "Firn asks again by itself",
  });
}

/** @throws NodeError NODE_RPC_ERROR while it is worth asking again */
function matchingTraces(
  { height, transactions }: SourceBlock,
  answer: TraceAnswer | undefined,
  patience: TracePatience,
): EvmCall[] | undefined {
  if (answer && "calls" in answer && answer.calls.length === transactions.length) return answer.calls;
  const refused = answer && "refused" in answer ? answer.refused : "not one trace of each transaction";
  if (!patience.asksAgain(height, refused)) return undefined;
  throw new NodeError(
    "NODE_RPC_ERROR",
    `the node gives no traces of block ${height}: ${refused.slice(0, 200)}`,
  );
}
