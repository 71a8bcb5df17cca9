import { equalBytes, toHex } from "../../../avalanche/codec/bytes";
import { quantityToBigint } from "../../../avalanche/codec/rlp";
import { balanceOfCall, readUint256 } from "../../../avalanche/evm/calls";
import { writeReceipt } from "../../../avalanche/evm/receipt";
import { orderedTrieRoot } from "../../../avalanche/evm/trie";
import type { EvmClient } from "../../../client/evm";
import type { EvmReceiptAnswer } from "../../../client/evm-json";
import { rpcMessageOf } from "../../../client/rpc";
import { DataError } from "../../../errors";
import { readCheckpoint } from "../../../store/bookkeeping/checkpoint";
import { findBlockFrom, listSentTransactions } from "../../../store/queries/evm/audit";
import { findHolderFrom, findLastToken, listTokens } from "../../../store/queries/evm/audit-tokens";
import { findFirstBlock, listSettledLater } from "../../../store/queries/evm/block";
import { findChainEnd } from "../../../store/queries/evm/figures";
import { amountOf } from "../../../store/rows/columns";
import type { EvmBlockTable } from "../../../store/tables/evm/chain";
import { type CheckResult, DifferenceCounter, leftOut } from "../../audit/check-result";
import { lacksBlock } from "../../follow/blocks";
import { EVM_STREAM } from "../blocks";
import { isComparable } from "../facts/check-balance";
import type { SourceBlock } from "../feed/block";
import type { BlockSource } from "../feed/source";
import { CallAudit, type CallAuditOptions } from "./calls";
import type { AuditContext } from "./context";
import { eventDifferences } from "./events";
import { drawSample, type Sample } from "./sample";

/** Holders compared per token of the sample. */
const HOLDERS_PER_TOKEN = 2;
/** Most blocks that one header may settle for their receipts to be read. */
const MOST_SETTLED = 64;

export interface NodeContext extends AuditContext {
  client: Pick<EvmClient, "getReceipts" | "callContract" | "getEvmChainId"> & CallAuditOptions["client"];
  avaxAssetId: CallAuditOptions["avaxAssetId"];
  source: BlockSource;
  evmChainId: string;
  sample: Sample;
}

/**
 * Checks a sample of blocks, receipts and balances at the chain's node.
 * @throws NodeError when it does not answer
 */
export async function auditEvmNode(context: NodeContext): Promise<CheckResult[]> {
  const { client, evmChainId, signal } = context;
  const theirs = String(await client.getEvmChainId({ signal }));
  if (theirs !== evmChainId) {
    const counter = new DifferenceCounter();
    counter.add(`chain id: stored ${evmChainId}, node ${theirs}`);
    return [counter.result("node", `chain ${evmChainId}`)];
  }
  const calls = new CallAudit(context);
  return [...(await auditSample(context, calls)), calls.result(), await auditBalances(context)];
}

async function auditSample(context: NodeContext, calls: CallAudit): Promise<CheckResult[]> {
  const { db, source, signal, onProgress, sample } = context;
  const counter = new DifferenceCounter();
  const eventCounter = new DifferenceCounter();
  const first = await findFirstBlock(db);
  const last = await findChainEnd(db);
  const checked = new Set<number>();
  const stored = first && last ? last.height - first.height + 1 : 0;
  if (first) source.countFrom?.(first.height);
  // Containers are counted from the first one, blocks of an L1 are numbered by height.
  const above = source.countFrom && first ? first.height : 0;
  const total = sample.size === "all" ? stored : Math.min(stored, sample.size);
  let unsettled = 0;
  let lacking = 0;
  let rows = 0;
  for (const near of first && last ? drawSample(sample, first.height, last.height) : []) {
    if (signal.aborted) break;
    const block = await findBlockFrom(db, near, sample.size !== "all");
    if (first === undefined || block === undefined || checked.has(block.height)) continue;
    checked.add(block.height);
    const index = block.height - above;
    const { differences, events, read, isLacking } = await askBlock(context, block, {
      from: Math.max(first.height - above, index - 1),
      to: index,
    });
    if (isLacking) lacking += 1;
    if (read) await calls.add(read.block, read.before);
    for (const difference of differences) counter.add(difference);
    for (const difference of events?.differences ?? []) eventCounter.add(difference);
    rows += events?.rows ?? 0;
    unsettled += Number(read !== undefined && events === undefined);
    onProgress(checked.size, total);
  }
  const why = `receipts of ${unsettled} blocks that settle more than ${MOST_SETTLED} others`;
  const remarks = {
    ...(unsettled > 0 && { notChecked: why }),
    ...(lacking > 0 && { leftOut: `${lacking} blocks that the node does not have, or has without receipts` }),
  };
  return [
    counter.result("blocks at node", `${checked.size - lacking} of ${stored} blocks`, remarks),
    eventCounter.result(
      "events at node",
      `${rows} movements, wraps, steps of messages and approvals`,
      remarks,
    ),
  ];
}

/** What differs between a stored block and the node's. */
interface BlockCheck {
  differences: string[];
  /** The check of its events; undefined if its header settles too many blocks. */
  events?: EventCheck;
  /** Whether the node, which may have been synced by state, lacks the block or its receipts. */
  isLacking?: boolean;
  /** The node's block and the previous one, if the node has the stored one with its receipts. */
  read?: { block: SourceBlock; before: SourceBlock | undefined };
}

/** @param range numbers in the source, both ends included: of the block, and of the one before it if that is stored too */
async function askBlock(
  context: NodeContext,
  stored: EvmBlockTable,
  range: { from: number; to: number },
): Promise<BlockCheck> {
  const { source, signal } = context;
  const { height } = stored;
  const only = (difference: string) => ({ differences: [difference] });
  try {
    const read = await readWhole(source, { ...range, signal });
    const block = read.find((each) => each.height === height);
    if (block === undefined && range.from < range.to)
      return askBlock(context, stored, { ...range, from: range.to });
    if (block === undefined) {
      const head = await source.head(signal);
      if (range.to <= (head?.index ?? -1)) return { differences: [], isLacking: true };
      return only(`block ${height}: stored a row, node none`);
    }
    if (!equalBytes(block.hash, stored.hash))
      return only(`block ${height} hash: stored ${toHex(stored.hash)}, node ${toHex(block.hash)}`);
    const before = read.find((each) => each.height === height - 1);
    const receipts = await askReceipts(context, block, before);
    if (receipts === "lacking") return { differences: [], isLacking: true };
    return {
      differences: [...rowDifferences(stored, block, "node"), ...(receipts?.differences ?? [])],
      ...(receipts && { events: receipts.events }),
      read: { block, before },
    };
  } catch (error) {
    if (error instanceof DataError) return only(`block ${height}: ${error.message}`);
    throw error;
  }
}

/** Items of a source, both ends included. It may give them in parts, such as before and after a hole of the index. */
async function readWhole(
  source: BlockSource,
  { from, to, signal }: { from: number; to: number; signal: AbortSignal },
): Promise<SourceBlock[]> {
  const blocks: SourceBlock[] = [];
  while (from + blocks.length <= to) {
    const next = from + blocks.length;
    const part = await source.read(next, to - next + 1, signal).catch(ignoreLacking);
    if (part.length === 0) break;
    blocks.push(...part);
  }
  return blocks;
}

function ignoreLacking(error: unknown): SourceBlock[] {
  if (lacksBlock(error)) return [];
  throw error;
}

/** Compares a block's row with its header, which is proved by its hash. `by` names the header's source. */
export function rowDifferences(stored: EvmBlockTable, block: SourceBlock, by: string): string[] {
  const amount = (column: Uint8Array | null) => (column === null ? "none" : amountOf(column));
  const quantity = (value: Uint8Array | undefined) =>
    value === undefined ? "none" : quantityToBigint(value);
  const pairs = {
    time: [stored.time, block.time],
    time_ms: [stored.time_ms ?? "none", block.timeMs ?? "none"],
    gas_limit: [stored.gas_limit, block.gasLimit],
    gas_used: [stored.gas_used, block.gasUsed],
    base_fee: [amount(stored.base_fee), quantity(block.baseFee)],
    gas_cost: [amount(stored.gas_cost), quantity(block.blockGasCost)],
    size: [stored.size, block.size],
    // Only the C-Chain, which has atomic changes, is in an index. Without its index, a node doesn't say when.
    ...(block.atomic === undefined && { accepted_at_ns: [stored.accepted_at_ns ?? "none", "none"] }),
    miner: [toHex(stored.miner), toHex(block.miner)],
    settled_height: [stored.settled_height ?? "none", block.settledHeight ?? "none"],
  };
  return Object.entries(pairs).flatMap(([field, [mine, theirs]]) =>
    mine === theirs ? [] : [`block ${block.height} ${field}: stored ${mine}, ${by} ${theirs}`],
  );
}

type EventCheck = Awaited<ReturnType<typeof eventDifferences>>;

/**
 * Compares the receipts that the block's header covers with its root, and the block's own with its transactions.
 * Undefined if they are too many, "lacking" if the node does not have them.
 */
async function askReceipts(
  { db, client, partial, signal }: NodeContext,
  block: SourceBlock,
  before: SourceBlock | undefined,
): Promise<{ differences: string[]; events: EventCheck } | "lacking" | undefined> {
  const { height, settledHeight, receiptsRoot } = block;
  // Of blocks that are older than the store, nobody knows which transactions they have.
  const isOlder =
    settledHeight !== undefined && (before?.settledHeight ?? -1) + 1 < (partial?.firstHeight ?? 0);
  if (isOlder) return { differences: [], events: { rows: 0, differences: [] } };
  const heights =
    settledHeight === undefined
      ? [height]
      : await listSettledLater(db, before?.settledHeight ?? -1, settledHeight);
  if (heights.length > MOST_SETTLED) return undefined;
  const needed = [...new Set([...heights, height])];
  const rows = await Promise.all(needed.map((each) => listSentTransactions(db, each)));
  const refs = needed.map((each, i) => ({ height: each, txHashes: (rows[i] ?? []).map(({ hash }) => hash) }));
  const known = await client.getReceipts(refs, { signal });
  if (known.some((receipts, i) => receipts === undefined && refs[i]?.txHashes.length !== 0)) return "lacking";
  const receiptsOf = new Map(needed.map((each, i) => [each, known[i] ?? []]));
  const root = orderedTrieRoot(
    heights.flatMap((each) => receiptsOf.get(each) ?? []),
    writeReceipt,
  );
  const own = rows[needed.indexOf(height)] ?? [];
  const receipts = receiptsOf.get(height) ?? [];
  const isVouched = equalBytes(root, receiptsRoot);
  const logged = own.map(({ position }, i) => ({
    position,
    logs: receipts[i]?.logs ?? [],
    brought: block.transactions[i]?.brought ?? [],
  }));
  return {
    differences: [
      ...(isVouched
        ? []
        : [`block ${height} receipts: root ${toHex(root)}, its header says ${toHex(receiptsRoot)}`]),
      ...own.flatMap((row, i) => receiptDifferences(row, receipts[i])),
    ],
    events: isVouched ? await eventDifferences(db, height, logged) : { rows: 0, differences: [] },
  };
}

type Sent = Awaited<ReturnType<typeof listSentTransactions>>[number];

function receiptDifferences(row: Sent, receipt: EvmReceiptAnswer | undefined): string[] {
  const name = `transaction ${row.position}`;
  if (receipt === undefined) return [`${name}: stored a row, node has no receipt`];
  const pairs = {
    hash: [toHex(row.hash), toHex(receipt.transactionHash)],
    from: [toHex(row.from), toHex(receipt.from)],
    status: [row.status, receipt.status.length > 0 ? 1 : 0],
    gas_used: [row.gas_used, receipt.gasUsed],
    gas_price: [
      amountOf(row.gas_price),
      receipt.effectiveGasPrice === undefined
        ? amountOf(row.gas_price)
        : quantityToBigint(receipt.effectiveGasPrice),
    ],
    log_count: [row.log_count, receipt.logs.length],
  };
  return Object.entries(pairs).flatMap(([field, [mine, theirs]]) =>
    mine === theirs ? [] : [`${name} ${field}: stored ${mine}, node ${theirs}`],
  );
}

/** Compares balances of some holders per token, as of the last stored block. */
async function auditBalances(context: NodeContext): Promise<CheckResult> {
  if (context.partial)
    return leftOut("balances at node", "they are asked of the node until every block is counted");
  const { db, client, signal, sample } = context;
  const counter = new DifferenceCounter();
  const end = (await findChainEnd(db))?.height;
  const checkpoint = await readCheckpoint(db, EVM_STREAM);
  // If the two differ (another check reports that), the node certainly has the lower one.
  const height = end === undefined ? undefined : Math.min(end, checkpoint?.height ?? end);
  const checked = { balances: 0, unanswered: 0 };
  const most = sample.size === "all" ? Number.POSITIVE_INFINITY : HOLDERS_PER_TOKEN;
  for await (const { token_id, contract } of sampledTokens(context)) {
    for (let after = 0, i = 0; i < most && !signal.aborted; i++) {
      const holding = await findHolderFrom(db, { tokenId: token_id, holderId: after });
      if (holding === undefined) break;
      after = holding.holder_id + 1;
      const call = balanceOfCall(holding.holder);
      const answer = readUint256(
        await client.callContract(contract, call, { height, signal }).catch(ignoreRefusal),
      );
      if (answer === undefined) checked.unanswered += 1;
      else checked.balances += 1;
      const stored = amountOf(holding.balance);
      if (answer !== undefined && answer !== stored)
        counter.add(
          `balance of ${toHex(holding.holder)} in ${toHex(contract)}: stored ${stored}, node ${answer}`,
        );
    }
  }
  const why = `${checked.unanswered} balances: the node does not have them as of block ${height}`;
  return counter.result(
    "balances at node",
    `${checked.balances} balances`,
    checked.unanswered > 0 ? { notChecked: why, nothing: checked.balances === 0 } : {},
  );
}

/** A node without the state of that block gives an error instead of a balance. */
function ignoreRefusal(error: unknown): undefined {
  if (rpcMessageOf(error) === undefined) throw error;
}

/** The tokens of the sample whose balances are computed from events. */
async function* sampledTokens({ db, sample, signal }: NodeContext) {
  let before = -1;
  for (const near of drawSample(sample, 0, await findLastToken(db))) {
    if (signal.aborted) return;
    if (near <= before) continue;
    const [token] = await listTokens(db, { after: Math.max(before, near - 1), limit: 1 });
    if (token === undefined) return;
    before = token.token_id;
    if (isComparable(token)) yield token;
  }
}
