import { equalBytes, toHex } from "../../../avalanche/codec/bytes";
import { quantityToBigint, quantityToNumber } from "../../../avalanche/codec/rlp";
import { createdAddress, gasPriceOf } from "../../../avalanche/evm/outcome";
import { recoverSender } from "../../../avalanche/evm/sender";
import { decodeTransaction, transactionHash } from "../../../avalanche/evm/transaction";
import { readCheckpoint } from "../../../store/bookkeeping/checkpoint";
import { type EvmHistory, readHistory } from "../../../store/bookkeeping/history";
import {
  countRows,
  findHashes,
  type HashKey,
  hashName,
  listStoredBlocks,
  type StoredBlock,
  type StoredTransaction,
} from "../../../store/queries/evm/audit";
import { amountOf, EVM_HASH_KIND, positionOf, prefix48 } from "../../../store/rows/columns";
import { decodeBody } from "../../../store/rows/evm-body";
import type { EvmBlockTable } from "../../../store/tables/evm/chain";
import { type CheckResult, DifferenceCounter, notChecked } from "../../audit/check-result";
import { EVM_STREAM } from "../blocks";
import { type AuditContext, readPages } from "./context";
import { LogCheck } from "./logs";
import { SignerCheck } from "./signers";
import { StatsReplay } from "./stats";

const BLOCKS_PER_PAGE = 256;

/**
 * Checks every block: its link to the previous one, its transactions against their own bytes, the hash index, keys
 * that signed, logs, and the statistics of hours and days. Blocks of the C-Chain are numbered `fromContainers`, others by height.
 */
export async function auditBlocks(
  context: AuditContext,
  { fromContainers }: { fromContainers: boolean },
): Promise<CheckResult[]> {
  const { db, partial, signal, onProgress } = context;
  const end = await readCheckpoint(db, EVM_STREAM);
  const counter = new DifferenceCounter();
  const stats = await StatsReplay.open(context);
  const signers = new SignerCheck(db);
  const logs = await LogCheck.open(db);
  const total = { blocks: 0, transactions: 0, bodies: 0 };
  let [first, before]: (EvmBlockTable | undefined)[] = [];
  const read = (above: number) => listStoredBlocks(db, above, BLOCKS_PER_PAGE);
  for await (const page of readPages(read, { start: -1, keyOf: ({ row }) => row.height, signal })) {
    const hashes: HashKey[] = [];
    for (const block of page) {
      for (const difference of blockDifferences(block, before, partial)) counter.add(difference, "block");
      for (const difference of gasDifferences(block)) counter.add(difference, "gas");
      for (const { row, ...found } of transactionsOf(block)) {
        for (const difference of found.differences) counter.add(difference, "transaction");
        hashes.push({
          prefix48: prefix48(row.hash),
          kind: EVM_HASH_KIND.transaction,
          position: row.position,
        });
      }
      const { height, hash } = block.row;
      hashes.push({ prefix48: prefix48(hash), kind: EVM_HASH_KIND.block, position: height });
      total.blocks += 1;
      total.transactions += block.transactions.length;
      total.bodies += Number(block.body !== undefined);
      first ??= block.row;
      before = block.row;
    }
    await stats.add(page);
    for (const difference of await signers.add(page)) counter.add(difference, "signer");
    for (const difference of await logs.add(page)) counter.add(difference, "log");
    const found = await findHashes(db, hashes);
    for (const key of hashes) {
      if (!found.has(hashName(key)))
        counter.add(`hash ${hashName(key)}: stored none, expected a row`, "hash");
    }
    onProgress(before?.height ?? 0, end?.height ?? 0);
  }
  if (!signal.aborted) {
    for (const difference of await logs.finish()) counter.add(difference, "log");
    const { height = -1, hash } = before ?? {};
    const name = `checkpoint ${EVM_STREAM}`;
    if (before && end === undefined) counter.add(`${name}: stored none, expected a row`);
    const last = before && end && { head_id: hash, head_block_id: hash, height, time: before.time };
    for (const [field, expected] of Object.entries(last ?? {})) {
      const stored = end?.[field as keyof typeof end];
      if (format(stored) !== format(expected))
        counter.add(`${name} ${field}: stored ${format(stored)}, the last block's is ${format(expected)}`);
    }
    // No node accepted the C-Chain's genesis.
    const firstOfChain = fromContainers ? 1 : 0;
    for (const difference of historyDifferences(await readHistory(db), { first, last: before, firstOfChain }))
      counter.add(difference, "history");
    // The container numbers of the C-Chain are checked by `containers.ts`.
    if (end && before && !fromContainers && end.next_index !== height + 1)
      counter.add(`${name} next_index: stored ${end.next_index}, expected ${height + 1}`);
    for (const [table, rows] of [
      ["transaction", total.transactions],
      ["block_body", total.bodies],
      ["hash", total.blocks + total.transactions],
      ["signer", signers.expected],
      ["log_body", logs.expected.log_body],
      ["log_term", logs.expected.log_term],
    ] as const) {
      const stored = await countRows(db, table);
      if (stored !== rows) counter.add(`${table} rows: stored ${stored}, expected ${rows}`);
    }
  }
  return [
    counter.result("blocks", `${total.blocks} blocks, ${total.transactions} transactions`),
    signal.aborted ? notChecked("hours, days", "interrupted") : await stats.finish(),
  ];
}

interface StoredEnds {
  first: EvmBlockTable | undefined;
  last: EvmBlockTable | undefined;
  /** Height of the chain's first block. */
  firstOfChain: number;
}

/** What the store says of its history, against its blocks. */
function* historyDifferences(
  history: EvmHistory | undefined,
  { first, last, firstOfChain }: StoredEnds,
): Generator<string> {
  if (first === undefined || last === undefined) return;
  if (history === undefined) return yield "history 1: stored none, expected a row";
  const { firstHeight, older, countedFrom, countedTo = last.height } = history;
  if (firstHeight !== first.height)
    yield `history 1 first_height: stored ${firstHeight}, the first block is ${first.height}`;
  if ((older === "none") !== first.height <= firstOfChain)
    yield `history 1 older: stored ${older}, the first block is ${first.height}`;
  if (older !== "wanted" && countedFrom !== first.height)
    yield `history 1 counted_from: stored ${countedFrom}, the first block is ${first.height}`;
  if (countedTo > last.height || countedTo < countedFrom - 1 || history.countedTo === last.height)
    yield `history 1 counted_to: stored ${countedTo}, the last block is ${last.height}`;
}

function format(value: unknown): string {
  return value instanceof Uint8Array ? toHex(value) : String(value ?? "none");
}

function* blockDifferences(
  { row, transactions, body }: StoredBlock,
  before: EvmBlockTable | undefined,
  partial: EvmHistory | undefined,
) {
  const { height } = row;
  if (before && (height !== before.height + 1 || !equalBytes(row.parent_hash, before.hash))) {
    yield `block ${height} parent_hash: stored ${toHex(row.parent_hash)}, block ${before.height} is ${toHex(before.hash)}`;
  }
  const fees = transactions.reduce(
    (sum, { gas_used, gas_price }) => sum + BigInt(gas_used) * amountOf(gas_price),
    0n,
  );
  // Where blocks are missing, or are being counted again, totals begin with any number.
  const begins = partial && (before === undefined || height === (partial.countedTo ?? Infinity) + 1);
  const expected = {
    tx_count: transactions.length,
    tx_total: begins ? row.tx_total : (before?.tx_total ?? 0) + transactions.length,
    fees,
  };
  const stored = {
    tx_count: row.tx_count,
    tx_total: row.tx_total,
    fees: amountOf(row.fees),
  };
  for (const name of Object.keys(expected) as (keyof typeof expected)[])
    if (stored[name] !== expected[name])
      yield `block ${height} ${name}: stored ${stored[name]}, expected ${expected[name]}`;
  const hasBody = body !== undefined;
  if (hasBody && transactions.length === 0) yield `block_body ${height}: stored a row, expected none`;
  if (!hasBody && transactions.length > 0) yield `block_body ${height}: stored none, expected a row`;
}

/** The intrinsic gas of a call. Before there was a base fee, refunds could return half of it. */
const LEAST_GAS = 21_000;

/**
 * Gas used against the transactions' limits, and against the header, unless the header counts other blocks' execution.
 */
function* gasDifferences({ row, transactions }: StoredBlock) {
  const least = row.base_fee === null ? LEAST_GAS / 2 : LEAST_GAS;
  for (const { position, gas_used, gas_limit } of transactions) {
    if (gas_used < least || gas_used > gas_limit)
      yield `transaction ${position} gas_used: stored ${gas_used}, which is not from ${least} to its gas_limit ${gas_limit}`;
  }
  const sum = transactions.reduce((total, { gas_used }) => total + gas_used, 0);
  if (row.settled_height !== null || sum === row.gas_used) return;
  const first = transactions[0]?.position;
  const last = transactions.at(-1)?.position;
  const which = first === last ? `transaction ${first}` : `transaction ${first} to ${last}`;
  yield `${which} gas_used: stored ${sum} in total, the header of block ${row.height} says ${row.gas_used}`;
}

/** The transactions of a block, each with the differences between its row and its bytes. */
function* transactionsOf({ row: block, body, transactions }: StoredBlock) {
  const { height } = block;
  const bytes = body === undefined ? [] : readBody(body);
  const allBytes = bytes?.length === transactions.length ? bytes : undefined;
  for (const [i, row] of transactions.entries()) {
    const ownBytes = allBytes?.[i];
    const name = `transaction ${row.position}`;
    if (row.position !== positionOf(height, i)) {
      yield { row, differences: [`${name}: stored a row, expected ${positionOf(height, i)}`] };
    } else if (ownBytes !== undefined) {
      yield {
        row,
        differences: [...transactionDifferences(row, ownBytes, block)].map((field) => `${name} ${field}`),
      };
    } else if (i > 0 || bytes?.length === 0) yield { row, differences: [] };
    else
      yield {
        row,
        differences: [
          `block_body ${height} bytes: stored ${body?.length}, of which ${bytes?.length ?? "no"} transactions can be read`,
        ],
      };
  }
}

function readBody(body: Uint8Array): Uint8Array[] | undefined {
  try {
    return decodeBody(body);
  } catch {
    return undefined;
  }
}

function* transactionDifferences(
  row: StoredTransaction,
  bytes: Uint8Array,
  block: EvmBlockTable,
): Generator<string> {
  const hash = transactionHash(bytes);
  if (!equalBytes(hash, row.hash)) {
    yield `hash: stored ${toHex(row.hash)}, its bytes in block_body ${block.height} hash to ${toHex(hash)}`;
    return;
  }
  const fields = decodeTransaction(bytes);
  const { type, nonce, gas, to, value, input } = fields;
  const sender = senderOf(bytes);
  const contract = to.length > 0 || sender === undefined ? undefined : createdAddress(sender, nonce);
  const expected = {
    tx_type: type,
    nonce: quantityToNumber(nonce),
    gas_limit: quantityToNumber(gas),
    value: quantityToBigint(value),
    to: toHex(to),
    selector: input.length < 4 ? "none" : toHex(input.subarray(0, 4)),
    from: sender === undefined ? "none" : toHex(sender),
    created: contract === undefined ? "none" : toHex(contract),
    gas_price: expectedPrice(fields, row, block),
  };
  const stored = {
    tx_type: row.tx_type,
    nonce: row.nonce,
    gas_limit: row.gas_limit,
    value: amountOf(row.value),
    to: toHex(row.to ?? new Uint8Array()),
    selector: row.selector === null ? "none" : toHex(row.selector),
    from: row.from === null ? "none" : toHex(row.from),
    created: row.created === null ? "none" : toHex(row.created),
    gas_price: amountOf(row.gas_price),
  };
  // A wrong address may come from its number in this row, or from the row of that number.
  const numbers: Readonly<Record<string, number | null>> = {
    to: row.to_id,
    from: row.from_id,
    created: row.created_id,
  };
  for (const name of Object.keys(expected) as (keyof typeof expected)[]) {
    if (stored[name] === expected[name]) continue;
    const number = numbers[name] == null ? "" : ` (address ${numbers[name]})`;
    yield `${COLUMN_OF[name] ?? name}: stored ${stored[name]}${number}, its bytes say ${expected[name]}`;
  }
}

const COLUMN_OF: Readonly<Record<string, string>> = { to: "to_id", from: "from_id", created: "created_id" };

function senderOf(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return recoverSender(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The price per unit of gas, wei. Since Helicon the block is executed later, and its header only bounds the base fee:
 * then any stored price below that bound is accepted.
 */
function expectedPrice(
  fields: Parameters<typeof gasPriceOf>[0],
  { gas_price }: StoredTransaction,
  { base_fee, settled_height }: EvmBlockTable,
): bigint {
  const most = gasPriceOf(fields, base_fee === null ? 0n : amountOf(base_fee));
  const stored = amountOf(gas_price);
  return settled_height !== null && stored < most ? stored : most;
}
