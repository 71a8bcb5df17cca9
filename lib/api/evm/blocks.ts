import { headerBytes } from "../../avalanche/c/header-hash";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { MAX_HEIGHT } from "../../contract/data/parameters";
import { readBlock } from "../../store/queries/evm/block";
import { findFirstHeightFrom } from "../../store/queries/evm/figures";
import { findBlockByHash } from "../../store/queries/evm/transaction";
import type { EvmBlockTable } from "../../store/tables/evm/chain";
import type { EvmContext, RequestContext } from "../handler";
import { readBlock0, readBlock0Question, rowOfBlock0 } from "./block-0";
import { notFound, partialHistory } from "./history";
import { unlessUnreachable } from "./receipt-proof";

/** How a request reads blocks. */
export interface BlockReads {
  params: { chainId: string; blockId: string };
  read<T>(work: (context: RequestContext) => Promise<T>): Promise<T>;
  readEvm<T>(chainId: string, work: (context: EvmContext) => Promise<T>): Promise<T>;
}

/** A block of an EVM chain. */
export interface FoundBlock {
  chain: Pick<EvmContext, "evmChainId" | "history" | "dialect">;
  block: EvmBlockTable;
  /** RLP of the header, for a block that no index holds. */
  header?: Uint8Array;
}

/**
 * The block with a height or hash. Holds no snapshot while it asks the node, which may have to give block 0 of the
 * C-Chain.
 * @throws InputError NOT_FOUND
 * @throws NodeError when the node is needed and cannot answer
 */
export async function requireBlock({ params, read, readEvm }: BlockReads): Promise<FoundBlock> {
  const text = params.blockId.toLowerCase();
  const id = text.startsWith("0x") ? fromHex(text) : Number(text);
  const { chain, block, question } = await readEvm(params.chainId, async (context) => ({
    chain: { evmChainId: context.evmChainId, history: context.history, dialect: context.dialect },
    block: await findStored(context, id),
    question: await readBlock0Question(context, id),
  }));
  if (block) return { chain, block };
  // A node that lacks old blocks may lack block 0 too, which says nothing of the block with some hash.
  const mayFail = id !== 0 && partialHistory(chain) !== undefined;
  const asked = question && readBlock0({ read }, question);
  const first = await (mayFail ? asked?.catch(unlessUnreachable) : asked);
  if (first && (id === 0 || toHex(first.blockId) === text))
    return { chain, block: rowOfBlock0(first), header: headerBytes(first.bytes) };
  throw notFound(chain, `no block ${params.blockId} is indexed on chain ${chain.evmChainId}`);
}

async function findStored({ db }: EvmContext, id: number | Uint8Array): Promise<EvmBlockTable | undefined> {
  return typeof id === "number" ? readBlock(db, id) : findBlockByHash(db, id);
}

/**
 * Heights of the blocks with `start` ≤ time < `end` (unix seconds): from one, and below another. Block times never decrease, so a
 * range of times is a range of heights.
 */
export async function heightsOfTimes(
  { db }: Pick<EvmContext, "db">,
  { start, end }: { start: number | undefined; end: number | undefined },
): Promise<{ from: number; below: number }> {
  const heightAt = async (time: number) => (await findFirstHeightFrom(db, time)) ?? MAX_HEIGHT;
  return {
    from: start === undefined ? 0 : await heightAt(start),
    below: end === undefined ? MAX_HEIGHT : await heightAt(end),
  };
}
