import { toHex } from "../../../avalanche/codec/bytes";
import type { EvmClient, TraceAnswer } from "../../../client/evm";
import type { EvmCall } from "../../../client/evm-json";
import { readEvmFacts } from "../../../store/bookkeeping/evm-facts";
import { type HeightRange, rangesOf } from "../../../store/bookkeeping/height-ranges";
import { unreadBlocks } from "../../../store/bookkeeping/unread-blocks";
import type { EvmDb } from "../../../store/db";
import { listFailures, listInnerCalls, listSentTransactions } from "../../../store/queries/evm/audit";
import { amountOf, CALL_TYPES } from "../../../store/rows/columns";
import type { InternalTransactionTable, TxFailureTable } from "../../../store/tables/evm/chain";
import { type CheckResult, DifferenceCounter } from "../../audit/check-result";
import { compareBalances } from "../facts/native-balances";
import type { SourceBlock } from "../feed/block";
import { type CallSink, projectCalls } from "../rows/project";
import { type CellRows, compareCells } from "./cells";

export interface CallAuditOptions {
  db: EvmDb;
  client: Pick<EvmClient, "getTraces" | "getBalances" | "getUpgradeTimes">;
  /** Asked only if there are atomic transactions. */
  avaxAssetId: () => Promise<Uint8Array>;
  signal: AbortSignal;
}

/**
 * Compares stored calls with the node's traces, and traces with native balances before and after the block. No header
 * covers traces, so this is the only check of them.
 */
export class CallAudit {
  readonly #options: CallAuditOptions;
  readonly #counter = new DifferenceCounter();
  readonly #compared = { blocks: 0, balances: 0 };
  /** Number of blocks by why they could not be compared. */
  readonly #unchecked = new Map<string, number>();
  #untraced = 0;

  constructor(options: CallAuditOptions) {
    this.#options = options;
  }

  async add(block: SourceBlock, before: SourceBlock | undefined): Promise<void> {
    const { db, client, signal } = this.#options;
    const { height, transactions } = block;
    if (transactions.length === 0) return;
    const facts = await readEvmFacts(db);
    const untraced = rangesOf(facts, "untraced");
    const unread = unreadBlocks(facts, "unreadFailures");
    if (untraced.some(({ from, to }) => from <= height && height <= to)) {
      this.#untraced += 1;
      return;
    }
    const txHashes = transactions.map(({ hash }) => hash);
    const [answer] = (await client.getTraces([{ height, txHashes }], { signal })) ?? [NO_DEBUG_API];
    if (answer === undefined || "refused" in answer) return this.#leave("no traces", answer?.refused ?? "");
    this.#compared.blocks += 1;
    for (const difference of await this.#rowDifferences(height, answer.calls, !isWithin(height, unread)))
      this.#counter.add(difference);
    if (before) await this.#compareBalances(block, { parentTime: before.time, calls: answer.calls });
  }

  result(): CheckResult {
    const { blocks, balances } = this.#compared;
    const why = [...this.#unchecked].map(([reason, count]) => `${count} blocks: ${reason}`).join("; ");
    return this.#counter.result("calls at node", `${blocks} blocks, ${balances} native balances`, {
      ...(why !== "" && { notChecked: why, nothing: blocks === 0 }),
      ...(this.#untraced > 0 && { leftOut: `${this.#untraced} blocks that are stored without calls` }),
    });
  }

  #leave(what: string, message: string): void {
    // Hashes and numbers are removed, so that equal reasons of several blocks count as one.
    const reason = `${what} (${message.replace(/(0x)?[0-9a-f]{8,}|\d+/gi, "#").slice(0, 100)})`;
    this.#unchecked.set(reason, (this.#unchecked.get(reason) ?? 0) + 1);
  }

  async #compareBalances(
    { height, time, miner, atomic }: SourceBlock,
    { parentTime, calls }: { parentTime: number; calls: readonly EvmCall[] },
  ): Promise<void> {
    const { db, client, signal, avaxAssetId } = this.#options;
    const rows = await listSentTransactions(db, height);
    if (rows.length !== calls.length) return; // reported by `auditBlocks`
    const transactions = rows.map(({ from, gas_used, gas_price }, i) => ({
      sender: from,
      fee: BigInt(gas_used) * amountOf(gas_price),
      trace: calls[i] as EvmCall,
    }));
    const found = await compareBalances(
      { height, time, parentTime, miner, transactions, atomic },
      { client, signal, avaxAssetId: atomic?.length ? await avaxAssetId() : undefined },
    );
    if ("notChecked" in found) return this.#leave("no native balances", found.notChecked);
    this.#compared.balances += found.compared;
    for (const { account, node, expected } of found.differing)
      this.#counter.add(
        `native balance of ${account}: block ${height} changed it by ${node} at the node, its fees and calls by ${expected}`,
      );
  }

  /** `hasReasons`: whether the reasons of the block's failures have been stored. */
  async #rowDifferences(height: number, calls: readonly EvmCall[], hasReasons: boolean): Promise<string[]> {
    const rows = await listInnerCalls(this.#options.db, height);
    const sent = await listSentTransactions(this.#options.db, height);
    const stored = new Map(
      rows.map((row) => [
        callName(row),
        {
          ...toCells(row),
          from_id: { id: row.from_id, address: row.from },
          to_id: row.to_id === null ? "none" : { id: row.to_id, address: row.to },
        },
      ]),
    );
    const { calls: expected, failures } = expectedCalls(
      sent.map(({ position, from }, i) => ({ position, sender: from, trace: calls[i] as EvmCall })),
    );
    const reasons = new Map(
      (await listFailures(this.#options.db, height)).map((row) => [
        String(row.position),
        {
          ...toReason(row),
          address_id: row.address_id === null ? "none" : { id: row.address_id, address: row.address },
        },
      ]),
    );
    return [
      ...compareCells("internal_transaction", stored, expected),
      ...(hasReasons ? compareCells("tx_failure", reasons, failures) : []),
    ];
  }
}

const NO_DEBUG_API: TraceAnswer = { refused: "the node has no debug API" };

type CallRow = Omit<InternalTransactionTable, "position" | "trace_index" | "from_id" | "to_id">;

function toCells({ call_type, value, gas_limit, gas_used, reverted }: CallRow) {
  const type = CALL_TYPES[call_type] ?? call_type;
  return { call_type: type, value: amountOf(value), gas_limit, gas_used, reverted };
}

function toReason({ depth, error, output }: TxFailureTable) {
  return { depth, error, output: toHex(output) };
}

function isWithin(height: number, range: HeightRange | undefined): boolean {
  return range !== undefined && range.from <= height && height <= range.to;
}

function callName({ position, trace_index }: { position: number; trace_index: number }): string {
  return `${position}/${trace_index}`;
}

/** The rows that the indexer makes of these traces. In them an address is its hex text. */
function expectedCalls(transactions: readonly { position: number; sender: Uint8Array; trace: EvmCall }[]): {
  calls: CellRows;
  failures: CellRows;
} {
  const addresses: string[] = [];
  const rows: InternalTransactionTable[] = [];
  const failed: TxFailureTable[] = [];
  const sink: CallSink = {
    addressId: (address) => addresses.push(toHex(address)) - 1,
    addActivity: () => {},
    addContract: () => {},
    batch: { internal_transaction: rows, tx_failure: failed },
  };
  for (const transaction of transactions) if (transaction.trace) projectCalls(sink, transaction);
  const addressAt = (id: number | null) => (id === null ? "none" : (addresses[id] ?? ""));
  return {
    calls: new Map(
      rows.map((row) => [
        callName(row),
        { ...toCells(row), from_id: addressAt(row.from_id), to_id: addressAt(row.to_id) },
      ]),
    ),
    failures: new Map(
      failed.map((row) => [
        String(row.position),
        { ...toReason(row), address_id: addressAt(row.address_id) },
      ]),
    ),
  };
}
