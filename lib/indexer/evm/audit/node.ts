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
import { type Finding, Tally } from "../../audit/audit";
import { EVM_STREAM } from "../blocks";
import { isComparable } from "../facts/check-balance";
import type { SourceBlock } from "../feed/block";
import type { BlockSource } from "../feed/source";
import { CallAudit, type CallAuditOptions } from "./calls";
import { eventDifferences } from "./events";
import { drawn, type Sample } from "./sample";
import type { Audited } from "./walk";

/** Holders of each token of a sample that the node is asked about. */
const HOLDERS_ASKED = 2;
/** Blocks that one header may settle so that their receipts are asked for. */
const MOST_SETTLED = 64;

export interface NodeAudit extends Audited {
  client: Pick<EvmClient, "getReceipts" | "callContract" | "getEvmChainId"> & CallAuditOptions["client"];
  avaxAssetId: CallAuditOptions["avaxAssetId"];
  source: BlockSource;
  evmChainId: string;
  sample: Sample;
}

/**
 * A sample of blocks, receipts and balances against what the chain's node says of them.
 * @throws NodeError when it does not answer
 */
export async function auditEvmNode(audit: NodeAudit): Promise<Finding[]> {
  const { client, evmChainId, signal } = audit;
  const theirs = String(await client.getEvmChainId({ signal }));
  if (theirs !== evmChainId) {
    const tally = new Tally();
    tally.add(`chain id: stored ${evmChainId}, node ${theirs}`);
    return [tally.finding("node", `chain ${evmChainId}`)];
  }
  const calls = new CallAudit(audit);
  return [...(await auditSample(audit, calls)), calls.finding(), await auditBalances(audit)];
}

async function auditSample(audit: NodeAudit, calls: CallAudit): Promise<Finding[]> {
  const { db, signal, onProgress, sample } = audit;
  const tally = new Tally();
  const events = new Tally();
  const first = await findFirstBlock(db);
  const last = await findChainEnd(db);
  const asked = new Set<number>();
  const stored = first && last ? last.height - first.height + 1 : 0;
  const total = sample.size === "all" ? stored : Math.min(stored, sample.size);
  let unsettled = 0;
  let rows = 0;
  for (const near of first && last ? drawn(sample, first.height, last.height) : []) {
    if (signal.aborted) break;
    const block = await findBlockFrom(db, near, sample.size !== "all");
    if (first === undefined || block === undefined || asked.has(block.height)) continue;
    asked.add(block.height);
    // Numbers of the source have no gaps, and neither have heights behind the first one.
    const { differences, written, read } = await askBlock(audit, block, block.height - first.height);
    if (read) await calls.add(read.block, read.before);
    for (const difference of differences) tally.add(difference);
    for (const difference of written?.differences ?? []) events.add(difference);
    rows += written?.rows ?? 0;
    unsettled += Number(read !== undefined && written === undefined);
    onProgress(asked.size, total);
  }
  const why = `receipts of ${unsettled} blocks that settle more than ${MOST_SETTLED} others`;
  const remarks = unsettled > 0 ? { notChecked: why } : {};
  return [
    tally.finding("blocks at node", `${asked.size} of ${stored} blocks`, remarks),
    events.finding("events at node", `${rows} movements, wraps and messages`, remarks),
  ];
}

/** What the node says otherwise of a block. */
interface Asked {
  differences: string[];
  /** Rows of its events; undefined when the receipts that its header vouches for are too many. */
  written?: Written;
  /** The block, when the node has the one that is stored, and the one before. */
  read?: { block: SourceBlock; before: SourceBlock | undefined };
}

async function askBlock(audit: NodeAudit, stored: EvmBlockTable, index: number): Promise<Asked> {
  const { source, signal } = audit;
  const { height } = stored;
  const only = (difference: string) => ({ differences: [difference] });
  try {
    const from = Math.max(0, index - 1);
    const read = await source.read(from, index - from + 1, signal);
    const block = read.find((each) => each.height === height);
    if (block === undefined) return only(`block ${height}: stored a row, node none`);
    if (!equalBytes(block.hash, stored.hash))
      return only(`block ${height} hash: stored ${toHex(stored.hash)}, node ${toHex(block.hash)}`);
    const before = read.find((each) => each.height === height - 1);
    const receipts = await askReceipts(audit, block, before);
    return {
      differences: [...rowDifferences(stored, block, "node"), ...(receipts?.differences ?? [])],
      ...(receipts && { written: receipts.written }),
      read: { block, before },
    };
  } catch (error) {
    if (error instanceof DataError) return only(`block ${height}: ${error.message}`);
    throw error;
  }
}

/** A block's row against its header, which its hash vouches for. */
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
    ...(block.acceptedAtNs === undefined && { accepted_at_ns: [stored.accepted_at_ns ?? "none", "none"] }),
    miner: [toHex(stored.miner), toHex(block.miner)],
    settled_height: [stored.settled_height ?? "none", block.settledHeight ?? "none"],
  };
  return Object.entries(pairs).flatMap(([field, [mine, theirs]]) =>
    mine === theirs ? [] : [`block ${block.height} ${field}: stored ${mine}, ${by} ${theirs}`],
  );
}

type Written = Awaited<ReturnType<typeof eventDifferences>>;

/**
 * Receipts that the block's header vouches for against its root, and its own against its transactions; undefined when they
 * are too many.
 */
async function askReceipts(
  { db, client, signal }: NodeAudit,
  block: SourceBlock,
  before: SourceBlock | undefined,
): Promise<{ differences: string[]; written: Written } | undefined> {
  const { height, settledHeight, receiptsRoot } = block;
  const heights =
    settledHeight === undefined
      ? [height]
      : await listSettledLater(db, before?.settledHeight ?? -1, settledHeight);
  if (heights.length > MOST_SETTLED) return undefined;
  const wanted = [...new Set([...heights, height])];
  const rows = await Promise.all(wanted.map((each) => listSentTransactions(db, each)));
  const refs = wanted.map((each, i) => ({ height: each, txHashes: (rows[i] ?? []).map(({ hash }) => hash) }));
  const known = await client.getReceipts(refs, { signal });
  const receiptsOf = new Map(wanted.map((each, i) => [each, known[i] ?? []]));
  const root = orderedTrieRoot(
    heights.flatMap((each) => receiptsOf.get(each) ?? []),
    writeReceipt,
  );
  const own = rows[wanted.indexOf(height)] ?? [];
  const receipts = receiptsOf.get(height) ?? [];
  const isVouched = equalBytes(root, receiptsRoot);
  const logged = own.map(({ position }, i) => ({ position, logs: receipts[i]?.logs ?? [] }));
  return {
    differences: [
      ...(isVouched
        ? []
        : [`block ${height} receipts: root ${toHex(root)}, its header says ${toHex(receiptsRoot)}`]),
      ...own.flatMap((row, i) => receiptDifferences(row, receipts[i])),
    ],
    written: isVouched ? await eventDifferences(db, height, logged) : { rows: 0, differences: [] },
  };
}

type Sent = Awaited<ReturnType<typeof listSentTransactions>>[number];

function receiptDifferences(row: Sent, receipt: EvmReceiptAnswer | undefined): string[] {
  const name = `transaction ${row.position}`;
  if (receipt === undefined) return [`${name}: stored a row, node no receipt`];
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

/** Balances of some tokens' holders as of the last block that is stored. */
async function auditBalances(audit: NodeAudit): Promise<Finding> {
  const { db, client, signal, sample } = audit;
  const tally = new Tally();
  const end = (await findChainEnd(db))?.height;
  const checkpoint = await readCheckpoint(db, EVM_STREAM);
  // Where they differ, which another check says, the earlier one is there for sure.
  const height = end === undefined ? undefined : Math.min(end, checkpoint?.height ?? end);
  const asked = { balances: 0, unanswered: 0 };
  const most = sample.size === "all" ? Number.POSITIVE_INFINITY : HOLDERS_ASKED;
  for await (const { token_id, contract } of sampledTokens(audit)) {
    for (let after = 0, i = 0; i < most && !signal.aborted; i++) {
      const holding = await findHolderFrom(db, { tokenId: token_id, holderId: after });
      if (holding === undefined) break;
      after = holding.holder_id + 1;
      const call = balanceOfCall(holding.holder);
      const told = readUint256(
        await client.callContract(contract, call, { height, signal }).catch(unlessRefused),
      );
      if (told === undefined) asked.unanswered += 1;
      else asked.balances += 1;
      const stored = amountOf(holding.balance);
      if (told !== undefined && told !== stored)
        tally.add(
          `balance of ${toHex(holding.holder)} in ${toHex(contract)}: stored ${stored}, node ${told}`,
        );
    }
  }
  const why = `${asked.unanswered} balances: the node does not answer them as of block ${height}`;
  return tally.finding(
    "balances at node",
    `${asked.balances} balances`,
    asked.unanswered > 0 ? { notChecked: why, nothing: asked.balances === 0 } : {},
  );
}

/** A node without the state of that block answers nothing. */
function unlessRefused(error: unknown): undefined {
  if (rpcMessageOf(error) === undefined) throw error;
}

/** Tokens of the sample, of those whose balances are believed. */
async function* sampledTokens({ db, sample, signal }: NodeAudit) {
  let before = -1;
  for (const near of drawn(sample, 0, await findLastToken(db))) {
    if (signal.aborted) return;
    if (near <= before) continue;
    const [token] = await listTokens(db, { after: Math.max(before, near - 1), limit: 1 });
    if (token === undefined) return;
    before = token.token_id;
    if (isComparable(token)) yield token;
  }
}
