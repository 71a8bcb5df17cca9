import { atomicChanges } from "../../../avalanche/c/atomic-changes";
import { decodeCBlock } from "../../../avalanche/c/block";
import { equalBytes, toHex } from "../../../avalanche/codec/bytes";
import { minimalBytes, quantityToBigint, quantityToNumber } from "../../../avalanche/codec/rlp";
import { evmBlockSize, evmHeaderHash } from "../../../avalanche/evm/header";
import { broughtSteps } from "../../../avalanche/evm/message-steps";
import {
  decodeTransaction,
  type EvmTransaction,
  transactionHash,
  writeTransaction,
} from "../../../avalanche/evm/transaction";
import { orderedTrieRoot } from "../../../avalanche/evm/trie";
import { decodeContainer } from "../../../avalanche/proposer/proposervm";
import { type EvmClient, openEvm } from "../../../client/evm";
import type { EvmBlockAnswer } from "../../../client/evm-json";
import { openNode } from "../../../client/node";
import type { NodeOptions } from "../../../client/node-call";
import { DataError } from "../../../errors";
import type { StoredContainer } from "../../../store/rows/container-run";
import { joinTransactions, splitTransactions } from "../../../store/rows/evm-body";
import { type BlockNode, Blocks } from "../../follow/blocks";
import type { Source } from "../../follow/read";
import { STREAMS } from "../../follow/stream";
import type { SourceBlock, SourceTransaction } from "./block";

/** The source of an EVM chain's blocks. Each is proved. `read` @throws DataError ID_MISMATCH */
export interface BlockSource extends Source<SourceBlock> {
  /** Height of the chain's first block: 1 on the C-Chain, whose genesis no node accepted, and 0 on an L1. */
  firstHeight: number;
  /** Sets the height of block number 0. For the C-Chain, whose store may count from another block than the first. */
  countFrom?(height: number): void;
}

/** Where an EVM chain's node is. */
export interface ChainAddress {
  rpcUrl: string;
  /** The node whose index may hold the containers of the C-Chain. Absent for L1s, whose blocks come from RPC. */
  indexUrl?: string;
}

/** @throws ConfigError CONFIG_INVALID when an address is not an http URL */
export function openSource({ rpcUrl, indexUrl }: ChainAddress, options: NodeOptions = {}): BlockSource {
  return indexUrl === undefined
    ? rpcSource(openEvm(rpcUrl, options))
    : containerSource(openNode(indexUrl, options));
}

/** Blocks of the C-Chain, from the containers of the node's index, or by height where it lacks them. */
export function containerSource(node: BlockNode): BlockSource {
  const blocks = new Blocks(node, STREAMS["C/block"], { isEmpty: true });
  return {
    firstHeight: 1,
    head: (signal) => blocks.head(signal),
    read: async (start, count, signal) => (await blocks.read(start, count, signal)).map(readContainer),
    countFrom: (height) => blocks.countFrom(height),
    reads: (index) => blocks.reads(index),
    get first() {
      return blocks.first;
    },
  };
}

/** Blocks of an L1, by RPC. Its genesis is block 0. */
export function rpcSource(client: Pick<EvmClient, "getHead" | "getBlocks">): BlockSource {
  return {
    firstHeight: 0,
    head: async (signal) => ({ index: await client.getHead({ signal }) }),
    read: async (start, count, signal) => (await client.getBlocks(start, count, { signal })).map(readAnswer),
  };
}

/** The block in a container of the C-Chain, proved. @throws DataError ID_MISMATCH */
export function readContainer({ index, bytes, containerId, acceptedAtNs }: StoredContainer): SourceBlock {
  const container = decodeContainer(bytes, "c");
  if (!equalBytes(container.containerId, containerId)) {
    throw new DataError(
      "ID_MISMATCH",
      `container ${index} hashes to ${toHex(container.containerId)}, the node calls it ${toHex(containerId)}`,
    );
  }
  const { blockId, header, transactions, atomic } = decodeCBlock(container.inner);
  const { settledHeight, timestampMilliseconds, baseFee, blockGasCost } = header;
  const block = {
    index,
    height: Number(header.number),
    hash: blockId,
    parentHash: header.parentHash,
    time: Number(header.timestamp),
    timeMs: timestampMilliseconds === undefined ? undefined : Number(timestampMilliseconds),
    gasLimit: Number(header.gasLimit),
    gasUsed: Number(header.gasUsed),
    baseFee: baseFee === undefined ? undefined : minimalBytes(baseFee),
    blockGasCost: blockGasCost === undefined ? undefined : minimalBytes(blockGasCost),
    size: container.inner.length,
    miner: header.coinbase,
    receiptsRoot: header.receiptsRoot,
    settledHeight: settledHeight === undefined ? undefined : Number(settledHeight),
    acceptedAtNs,
    atomic: atomicChanges(atomic.txs),
  };
  const joined = joinTransactions(transactions, (writer, { bytes }) => writer.put(bytes));
  return proved(block, joined, {
    root: header.transactionsRoot,
    fields: transactions.map(({ bytes }) => decodeTransaction(bytes)),
    extraData: header.extraData,
  });
}

function readAnswer({ hash, header, transactions }: EvmBlockAnswer): SourceBlock {
  const height = toNumber(header.number);
  const own = evmHeaderHash(header);
  if (!equalBytes(own, hash)) {
    throw new DataError(
      "ID_MISMATCH",
      `the header of block ${height} hashes to ${toHex(own)}, not ${toHex(hash)}`,
      {
        hint: "check whether the chain runs a version of subnet-evm that Firn supports",
      },
    );
  }
  const joined = joinTransactions(transactions, writeTransaction);
  const block = {
    index: height,
    height,
    hash,
    parentHash: header.parentHash,
    time: toNumber(header.timestamp),
    timeMs: header.timestampMilliseconds && toNumber(header.timestampMilliseconds),
    gasLimit: toNumber(header.gasLimit),
    gasUsed: toNumber(header.gasUsed),
    baseFee: header.baseFee,
    blockGasCost: header.blockGasCost,
    // Computed, because no header covers the node's own `size`.
    size: evmBlockSize(header, splitTransactions(joined)),
    miner: header.coinbase,
    receiptsRoot: header.receiptsRoot,
    settledHeight: undefined,
    acceptedAtNs: undefined,
    atomic: undefined,
  };
  const { transactionsRoot, extraData } = header;
  return proved(block, joined, { root: transactionsRoot, fields: transactions, extraData });
}

/** The block with its transactions. @throws DataError ID_MISMATCH unless they have the header's root */
function proved(
  block: Omit<SourceBlock, "transactions" | "body">,
  joined: Uint8Array,
  expected: { root: Uint8Array; fields: readonly EvmTransaction[]; extraData: Uint8Array },
): SourceBlock {
  const each = splitTransactions(joined);
  const root = orderedTrieRoot(each);
  if (!equalBytes(root, expected.root)) {
    throw new DataError(
      "ID_MISMATCH",
      `the transactions of block ${block.height} have root ${toHex(root)}, its header says ${toHex(expected.root)}`,
    );
  }
  return {
    ...block,
    body: each.length === 0 ? undefined : joined,
    transactions: each.map((bytes, i) =>
      sourceTransaction(bytes, expected.fields[i] as EvmTransaction, expected.extraData),
    ),
  };
}

const SELECTOR_BYTES = 4;

function sourceTransaction(
  bytes: Uint8Array,
  fields: EvmTransaction,
  extraData: Uint8Array,
): SourceTransaction {
  const { type, to, nonce, gas, value, input } = fields;
  const hash = transactionHash(bytes);
  return {
    hash,
    type,
    to: to.length === 0 ? undefined : to,
    nonce: quantityToNumber(nonce),
    gasLimit: quantityToNumber(gas),
    value,
    selector: input.length < SELECTOR_BYTES ? undefined : input.subarray(0, SELECTOR_BYTES),
    // Nodes leave the list out of transactions that have no room for one.
    brought: broughtSteps(
      { hash, accessList: ("accessList" in fields && fields.accessList) || [] },
      extraData,
    ),
    fields,
  };
}

function toNumber(quantity: Uint8Array): number {
  return Number(quantityToBigint(quantity));
}
