import { equalBytes, toHex } from "../avalanche/bytes";
import { evmHeaderHash } from "../avalanche/evm/header";
import { quantityToBigint } from "../avalanche/rlp";
import type { EvmBlockAnswer } from "../client/evm-json";
import { NodeError } from "../errors";
import { toAmount } from "../store/columns";
import { readBlock } from "../store/queries/evm/block";
import type { EvmBlockTable } from "../store/tables/evm/block";
import type { EvmContext } from "./handler";

/** What asking for block 0 needs, and what proves it. */
export type Block0Question = Pick<EvmContext, "facts" | "nodes" | "evmChainId"> & {
  /** The parent that block 1 names; undefined while that is not indexed. */
  parentOf1: Uint8Array | undefined;
};

export async function readBlock0Question(context: EvmContext): Promise<Block0Question> {
  const { facts, nodes, evmChainId } = context;
  return { facts, nodes, evmChainId, parentOf1: (await readBlock(context.db, 1))?.parent_hash };
}

/**
 * Block 0 of a chain whose blocks come from an index that does not hold it, the C-Chain: asked of the node, proved by its
 * own hash and, once that is indexed, by block 1.
 * @throws NodeError when the node is away, or has another block 0
 */
export async function askBlock0(question: Block0Question): Promise<EvmBlockTable> {
  const { facts, nodes, evmChainId, parentOf1 } = question;
  const [answer] = await nodes.client(facts).getBlocks(0, 1);
  if (answer === undefined) throw wrong(evmChainId, "has none");
  const { hash, header } = answer;
  if (!equalBytes(evmHeaderHash(header), hash))
    throw wrong(evmChainId, `hashes to another id than ${toHex(hash)}`);
  if (numberOf(header.number) !== 0 || answer.transactions.length > 0)
    throw wrong(evmChainId, "gave another block");
  if (parentOf1 !== undefined && !equalBytes(parentOf1, hash))
    throw wrong(evmChainId, `gave ${toHex(hash)}, block 1 follows ${toHex(parentOf1)}`);
  return rowOf(answer);
}

function wrong(evmChainId: string, what: string): NodeError {
  return new NodeError("NODE_BAD_ANSWER", `asked for block 0 of chain ${evmChainId}, the node ${what}`);
}

function rowOf({ hash, header, size }: EvmBlockAnswer): EvmBlockTable {
  const { timestampMilliseconds: millis, baseFee, blockGasCost } = header;
  const nothing = toAmount(new Uint8Array());
  return {
    height: 0,
    hash,
    parent_hash: header.parentHash,
    time: numberOf(header.timestamp),
    time_ms: millis === undefined ? null : numberOf(millis),
    gas_limit: numberOf(header.gasLimit),
    gas_used: numberOf(header.gasUsed),
    base_fee: baseFee === undefined ? null : toAmount(baseFee),
    size,
    tx_count: 0,
    miner: header.coinbase,
    accepted_at_ns: null,
    stored_at_ms: 0,
    settled_height: null,
    gas_cost: blockGasCost === undefined ? null : toAmount(blockGasCost),
    fees: nothing,
    tx_total: 0,
  };
}

function numberOf(quantity: Uint8Array): number {
  return Number(quantityToBigint(quantity));
}
