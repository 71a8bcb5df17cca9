import { headerBytes } from "../../avalanche/c/header-hash";
import { equalBytes } from "../../avalanche/codec/bytes";
import { encode } from "../../avalanche/codec/layout";
import { evmHeader, evmHeaderHash } from "../../avalanche/evm/header";
import { transactionHash } from "../../avalanche/evm/transaction";
import { decodeContainer } from "../../avalanche/proposer/proposervm";
import type { EvmClient } from "../../client/evm";
import type { Route } from "../../contract/route";
import { NodeError } from "../../errors";
import { findSettlingBlock, listSettledLater, readBlock } from "../../store/queries/evm/block";
import { listBlockTransactions } from "../../store/queries/evm/transaction";
import { positionOf } from "../../store/rows/columns";
import type { EvmBlockTable } from "../../store/tables/evm/chain";
import type { EvmContext, HandlerRequest } from "../handler";
import { CHAINS } from "../request/chains";
import { readBlockBytes } from "../transactions/block-bytes";

/** An EVM chain and its nodes. */
export type ChainNode = Pick<EvmContext, "facts" | "nodes">;

/** A block whose header proves receipts, and the blocks that the receipts belong to. */
export interface ReceiptProof {
  by: EvmBlockTable;
  blocks: { height: number; txHashes: Uint8Array[] }[];
}

/** Undefined while no header proves the block's receipts. */
export async function findReceiptProof(
  { db }: Pick<EvmContext, "db">,
  block: EvmBlockTable,
): Promise<ReceiptProof | undefined> {
  const hashesOf = async (height: number) => ({
    height,
    txHashes: (await listBlockTransactions(db, { height, fromIndex: 0, limit: Number.MAX_SAFE_INTEGER })).map(
      ({ hash }) => hash,
    ),
  });
  if (block.settled_height === null) return { by: block, blocks: [await hashesOf(block.height)] };
  const by = await findSettlingBlock(db, block.height);
  if (by?.settled_height == null) return undefined;
  const before = await readBlock(db, by.height - 1);
  const heights = await listSettledLater(db, before?.settled_height ?? by.settled_height, by.settled_height);
  return { by, blocks: await Promise.all(heights.map(hashesOf)) };
}

/** RLP of a header: the C-Chain's from its container, any other chain's from its node. */
export async function readHeader(
  { read }: Pick<HandlerRequest<Route>, "read">,
  node: ChainNode,
  { height, hash }: EvmBlockTable,
): Promise<Uint8Array | undefined> {
  const { code, blockStream: stream } = CHAINS.c;
  const [stored] = await read((context) =>
    readBlockBytes(context, { chain: code, stream }, [positionOf(height, 0)]),
  ).catch((error: unknown) => unlessUnreachable(error) ?? []);
  const own = stored && headerBytes(decodeContainer(stored.bytes, "c").inner);
  if (own !== undefined && equalBytes(transactionHash(own), hash)) return own;
  const [answer] = (await clientOf(node)?.getBlocks(height, 1).catch(unlessUnreachable)) ?? [];
  if (answer === undefined || !equalBytes(evmHeaderHash(answer.header), hash)) return undefined;
  return encode(evmHeader, answer.header);
}

/** Undefined while no node of the chain is known. */
export function clientOf({ facts, nodes }: ChainNode): EvmClient | undefined {
  return facts.rpcUrl === undefined ? undefined : nodes.client(facts);
}

/** A node that is unreachable leaves out what only it has. */
export function unlessUnreachable(error: unknown): undefined {
  if (error instanceof NodeError) return undefined;
  throw error;
}
