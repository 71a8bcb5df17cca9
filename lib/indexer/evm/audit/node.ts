import { equalBytes, toHex } from "../../../avalanche/bytes";
import { balanceOfCall, readUint256 } from "../../../avalanche/evm/calls";
import { writeReceipt } from "../../../avalanche/evm/receipt";
import { orderedTrieRoot } from "../../../avalanche/evm/trie";
import { quantityToBigint } from "../../../avalanche/rlp";
import type { EvmClient } from "../../../client/evm";
import type { EvmReceiptAnswer } from "../../../client/evm-json";
import { DataError } from "../../../errors";
import { readCheckpoint } from "../../../store/checkpoint";
import { amountOf } from "../../../store/columns";
import type { EvmStore } from "../../../store/open-evm";
import { findBlockFrom, listSentTransactions } from "../../../store/queries/evm/audit";
import { findHolderFrom, findLastToken, listTokens } from "../../../store/queries/evm/audit-tokens";
import { findFirstBlock, listSettledLater } from "../../../store/queries/evm/block";
import type { EvmBlockTable } from "../../../store/tables/evm/block";
import { type Finding, Tally } from "../../audit";
import type { SourceBlock } from "../block";
import { isComparable } from "../check-balance";
import { EVM_STREAM } from "../run";
import type { BlockSource } from "../source";
import type { Audited } from "./walk";

/** Blocks, tokens, and holders of each that the node is asked about: spread over the chain. */
const BLOCKS_ASKED = 32;
const TOKENS_ASKED = 32;
const HOLDERS_ASKED = 2;
/** Blocks that one header may settle so that their receipts are asked for. */
const MOST_SETTLED = 64;

export interface NodeAudit extends Audited {
  client: Pick<EvmClient, "getReceipts" | "callContract" | "getEvmChainId">;
  source: BlockSource;
  evmChainId: string;
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
  return [await auditSample(audit), await auditBalances(audit)];
}

async function auditSample(audit: NodeAudit): Promise<Finding> {
  const { db, signal, onProgress } = audit;
  const tally = new Tally();
  const first = await findFirstBlock(db);
  const last = await readCheckpoint(db as unknown as EvmStore["books"], EVM_STREAM);
  const asked = new Set<number>();
  for (let i = 0; i < BLOCKS_ASKED && first && last && !signal.aborted; i++) {
    const near =
      first.height + Math.floor(((last.height - first.height) * i) / Math.max(1, BLOCKS_ASKED - 1));
    const block = await findBlockFrom(db, near);
    if (block === undefined || asked.has(block.height)) continue;
    asked.add(block.height);
    // Numbers of the source have no gaps, and neither have heights behind the first one.
    for (const difference of await askBlock(audit, block, block.height - first.height)) tally.add(difference);
    onProgress(i + 1, BLOCKS_ASKED);
  }
  return tally.finding("blocks at node", `${asked.size} blocks`);
}

async function askBlock(audit: NodeAudit, stored: EvmBlockTable, index: number): Promise<string[]> {
  const { source, signal } = audit;
  const { height } = stored;
  try {
    const from = Math.max(0, index - 1);
    const read = await source.read(from, index - from + 1, signal);
    const block = read.find((each) => each.height === height);
    if (block === undefined) return [`block ${height}: stored a row, node none`];
    if (!equalBytes(block.hash, stored.hash))
      return [`block ${height} hash: stored ${toHex(stored.hash)}, node ${toHex(block.hash)}`];
    const before = read.find((each) => each.height === height - 1);
    return [...rowDifferences(stored, block), ...(await askReceipts(audit, block, before))];
  } catch (error) {
    if (error instanceof DataError) return [`block ${height}: ${error.message}`];
    throw error;
  }
}

/** A block's row against its header, which its hash vouches for. */
function rowDifferences(stored: EvmBlockTable, block: SourceBlock): string[] {
  const pairs = {
    time: [stored.time, block.time],
    gas_limit: [stored.gas_limit, block.gasLimit],
    gas_used: [stored.gas_used, block.gasUsed],
    base_fee: [
      stored.base_fee === null ? "none" : amountOf(stored.base_fee),
      block.baseFee === undefined ? "none" : quantityToBigint(block.baseFee),
    ],
    size: [stored.size, block.size],
    miner: [toHex(stored.miner), toHex(block.miner)],
    settled_height: [stored.settled_height ?? "none", block.settledHeight ?? "none"],
  };
  return Object.entries(pairs).flatMap(([field, [mine, theirs]]) =>
    mine === theirs ? [] : [`block ${block.height} ${field}: stored ${mine}, node ${theirs}`],
  );
}

/** Receipts that the block's header vouches for against its root, and its own against its transactions. */
async function askReceipts(
  { db, client, signal }: NodeAudit,
  block: SourceBlock,
  before: SourceBlock | undefined,
): Promise<string[]> {
  const { height, settledHeight, receiptsRoot } = block;
  const heights =
    settledHeight === undefined
      ? [height]
      : await listSettledLater(db, before?.settledHeight ?? -1, settledHeight);
  if (heights.length > MOST_SETTLED) return [];
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
  return [
    ...(equalBytes(root, receiptsRoot)
      ? []
      : [`block ${height} receipts: root ${toHex(root)}, its header says ${toHex(receiptsRoot)}`]),
    ...own.flatMap((row, i) => receiptDifferences(row, receipts[i])),
  ];
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
    gas_price: [amountOf(row.gas_price), quantityToBigint(receipt.effectiveGasPrice)],
    log_count: [row.log_count, receipt.logs.length],
  };
  return Object.entries(pairs).flatMap(([field, [mine, theirs]]) =>
    mine === theirs ? [] : [`${name} ${field}: stored ${mine}, node ${theirs}`],
  );
}

/** Balances of some tokens' holders as of the last block that is stored. */
async function auditBalances(audit: NodeAudit): Promise<Finding> {
  const { db, client, signal } = audit;
  const tally = new Tally();
  const height = (await readCheckpoint(db as unknown as EvmStore["books"], EVM_STREAM))?.height;
  const asked = { balances: 0, unanswered: 0 };
  for (const { token_id, contract } of await sampleTokens(audit)) {
    for (let after = 0, i = 0; i < HOLDERS_ASKED && !signal.aborted; i++) {
      const holding = await findHolderFrom(db, { tokenId: token_id, holderId: after });
      if (holding === undefined) break;
      after = holding.holder_id + 1;
      const told = readUint256(
        await client.callContract(contract, balanceOfCall(holding.holder), { height, signal }),
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
    asked.unanswered > 0 ? why : undefined,
  );
}

/** Tokens spread over all, of those whose balances are believed. */
async function sampleTokens({ db }: NodeAudit) {
  const last = await findLastToken(db);
  const found = new Map<number, Awaited<ReturnType<typeof listTokens>>[number]>();
  for (let i = 0; i < TOKENS_ASKED; i++) {
    const [token] = await listTokens(db, { after: Math.floor((last * i) / TOKENS_ASKED) - 1, limit: 1 });
    if (token && isComparable(token)) found.set(token.token_id, token);
  }
  return found.values();
}
