import { equalBytes, toHex } from "../../../avalanche/codec/bytes";
import { CallCheck } from "../../../avalanche/evm/call";
import { proveOutcomes, type TxOutcome } from "../../../avalanche/evm/outcome";
import { writeReceipt } from "../../../avalanche/evm/receipt";
import { senderOf } from "../../../avalanche/evm/sender";
import { orderedTrieRoot } from "../../../avalanche/evm/trie";
import type { EvmBlockRef, EvmClient, TraceAnswer } from "../../../client/evm";
import type { EvmCall, EvmReceiptAnswer } from "../../../client/evm-json";
import { DataError, NodeError } from "../../../errors";
import { readTraces, type TraceRetries } from "../capabilities";
import type { ExecutedBlock, SourceBlock, SourceTransaction } from "./block";

/** A block with the node's receipts and traces, not checked yet. */
export interface AnsweredBlock extends SourceBlock, Pick<ExecutedBlock, "traces"> {
  receipts: EvmReceiptAnswer[];
}

/** A block with its proved execution. */
export interface ProvedBlock extends AnsweredBlock {
  outcomes: TxOutcome[];
  /** Public keys of the senders, 64 bytes each. */
  keys: readonly Uint8Array[];
}

type Executor = Pick<EvmClient, "getReceipts" | "getTraces">;

/**
 * Reads receipts of blocks, and traces if `traces`. A block's traces are left out when the node refuses them for too
 * long.
 * @throws NodeError NODE_BAD_ANSWER when receipts are missing (the index may be ahead of the VM: ask again)
 */
export async function readExecution(
  client: Executor,
  blocks: readonly SourceBlock[],
  { traces, retries, signal }: { traces: boolean; retries: TraceRetries; signal: AbortSignal },
): Promise<AnsweredBlock[]> {
  const refs = blocks.filter(({ transactions }) => transactions.length > 0).map(refOf);
  const [receipts, trees] = await Promise.all([
    refs.length === 0 ? [] : client.getReceipts(refs, { signal }),
    traces ? readTraces(client, refs, signal) : undefined,
  ]);
  const byHeight = new Map(
    refs.map(({ height }, i) => [height, { receipts: receipts[i], traces: trees?.[i] }]),
  );
  const answered = blocks.map((block) => {
    const found = byHeight.get(block.height);
    if (found === undefined) return { block, receipts: [], trace: { calls: [] } };
    return { block, receipts: matchingReceipts(block, found.receipts), trace: found.traces };
  });
  // Refusals count only for blocks that the node has executed, which the receipts show.
  return answered.map(({ block, receipts, trace }) => ({
    ...block,
    receipts,
    traces: traces ? matchingTraces(block, trace, retries) : undefined,
  }));
}

/** Gives `check` the receipts of the unsettled blocks before the first block to check. @throws NodeError */
export async function resumeCheck(
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
 * Checks receipts against headers, in block order. Before Helicon a header covers its own block's receipts. Since then
 * it covers those of the blocks that it settles, so receipts wait here until a later header settles them.
 */
export class ReceiptCheck {
  /** Receipts that no header has covered yet. */
  #waiting: { height: number; receipts: EvmReceiptAnswer[] }[] = [];
  /** The first block whose receipts are given. */
  readonly #from: number;
  /** The last block that the previous header settled. */
  #settled = -1;

  /** @param from the first block whose receipts are given. Headers that also settle older blocks can't be checked. */
  constructor(from = 0) {
    this.#from = from;
  }

  /** Continues after stored blocks. `waiting` are those that are not settled, the last block included. */
  resume(waiting: readonly { height: number; receipts: EvmReceiptAnswer[] }[]): void {
    this.#waiting = waiting.map(({ height, receipts }) => ({
      height,
      receipts,
    }));
  }

  /** @throws DataError ID_MISMATCH when the receipts do not have the header's root */
  check({ height, receiptsRoot, settledHeight, receipts }: AnsweredBlock): void {
    if (settledHeight === undefined) {
      expectRoot(receipts, receiptsRoot, `block ${height}`);
      return;
    }
    // Blocks before Helicon covered their own receipts, so they are not waiting.
    const settled = this.#waiting.filter((block) => block.height <= settledHeight);
    this.#waiting = this.#waiting.filter((block) => block.height > settledHeight);
    this.#waiting.push({ height, receipts });
    const isGiven = this.#settled + 1 >= this.#from;
    this.#settled = settledHeight;
    if (!isGiven) return;
    const receiptsSettled = settled.flatMap((block) => block.receipts);
    expectRoot(receiptsSettled, receiptsRoot, `the blocks that block ${height} settles`);
  }
}

/**
 * Checks what no header covers: a receipt's sender, gas, price and created contract, and calls. The receipts' root must
 * be checked already.
 */
export class ExecutionCheck {
  readonly #calls = new CallCheck();

  /** @throws DataError EXECUTION_MISMATCH when the node contradicts the signed transactions */
  check(block: AnsweredBlock, keys: readonly Uint8Array[]): ProvedBlock {
    const { height, transactions, receipts, traces } = block;
    const sent = transactions.map(({ hash, fields }, i) => ({
      hash,
      fields,
      sender: senderOf(keys[i] as Uint8Array),
    }));
    const used = receipts.map(({ cumulativeGasUsed }) => cumulativeGasUsed);
    const outcomes = proveOutcomes(block, sent, { used, reported: receipts });
    for (const [i, trace] of (traces ?? []).entries()) {
      const { hash, fields } = transactions[i] as SourceTransaction;
      const succeeded = (receipts[i]?.status.length ?? 0) > 0;
      this.#calls.check({ height, hash, fields, succeeded, ...(outcomes[i] as TxOutcome) }, trace);
    }
    return { ...block, outcomes, keys };
  }
}

function expectRoot(receipts: readonly EvmReceiptAnswer[], expected: Uint8Array, whose: string): void {
  const root = orderedTrieRoot(receipts, writeReceipt);
  if (equalBytes(root, expected)) return;
  throw new DataError(
    "ID_MISMATCH",
    `the receipts of ${whose} have root ${toHex(root)}, the header says ${toHex(expected)}`,
    { hint: "the node's receipts do not match its blocks: see its log" },
  );
}

function refOf({ height, transactions }: SourceBlock): EvmBlockRef {
  return { height, txHashes: transactions.map(({ hash }) => hash) };
}

function matchingReceipts(block: SourceBlock, receipts: EvmReceiptAnswer[] | undefined): EvmReceiptAnswer[] {
  const { height, transactions } = block;
  const fits =
    receipts?.length === transactions.length &&
    receipts.every((receipt, i) =>
      equalBytes(receipt.transactionHash, transactions[i]?.hash ?? new Uint8Array()),
    );
  if (receipts && fits) return receipts;
  throw new NodeError("NODE_BAD_ANSWER", `the node has no receipts of block ${height} yet`, {
    hint: "Firn retries automatically",
  });
}

/** @throws NodeError NODE_RPC_ERROR while it is worth asking again */
function matchingTraces(
  { height, transactions }: SourceBlock,
  answer: TraceAnswer | undefined,
  retries: TraceRetries,
): EvmCall[] | undefined {
  if (answer && "calls" in answer && answer.calls.length === transactions.length) return answer.calls;
  const refused = answer && "refused" in answer ? answer.refused : "not one trace per transaction";
  if (!retries.shouldRetry(height, refused)) return undefined;
  throw new NodeError(
    "NODE_RPC_ERROR",
    `the node gives no traces of block ${height}: ${refused.slice(0, 200)}`,
  );
}
