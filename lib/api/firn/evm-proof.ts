import { equalBytes, toHex } from "../../avalanche/bytes";
import { headerBytes } from "../../avalanche/c/header-hash";
import { evmHeader, evmHeaderHash } from "../../avalanche/evm/header";
import { encodeReceipt } from "../../avalanche/evm/receipt";
import { transactionHash } from "../../avalanche/evm/transaction";
import { encode } from "../../avalanche/layout";
import { decodeContainer } from "../../avalanche/proposervm";
import type { EvmClient } from "../../client/evm";
import type * as contract from "../../contract/firn/evm";
import { NodeError } from "../../errors";
import { positionOf } from "../../store/columns";
import { decodeBody } from "../../store/evm-body";
import { findSettlingBlock, listSettledLater, readBlock, readBody } from "../../store/queries/evm/block";
import { listBlockTransactions } from "../../store/queries/evm/transaction";
import type { EvmBlockTable } from "../../store/tables/evm/block";
import { readBlockBytes } from "../block-bytes";
import { CHAINS } from "../chains";
import { requireBlock } from "../evm-blocks";
import type { EvmContext, Handler, HandlerRequest } from "../handler";

export const getEvmBlockProof: Handler<typeof contract.getEvmBlockProof> = async (request) => {
  const { params, readEvm } = request;
  const { block, header: known } = await requireBlock(request);
  const { node, body, vouched } = await readEvm(params.chainId, async (context) => {
    const body = await readBody(context.db, block.height);
    const { facts, nodes } = context;
    return { node: { facts, nodes }, body, vouched: await readVouched(context, block) };
  });
  const header = known ?? (await readHeader(request, node, block));
  const execution = vouched && (await readReceipts(request, node, { block, header, vouched }));
  return {
    ...(header !== undefined && { header: toHex(header) }),
    transactions: (body === undefined ? [] : decodeBody(body)).map(toHex),
    ...(execution !== undefined && { execution }),
  };
};

type Node = Pick<EvmContext, "facts" | "nodes">;

/** The block whose header vouches for another's receipts, and the blocks whose receipts it is about. */
interface Vouched {
  by: EvmBlockTable;
  blocks: { height: number; txHashes: Uint8Array[] }[];
}

async function readVouched({ db }: EvmContext, block: EvmBlockTable): Promise<Vouched | undefined> {
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

async function readReceipts(
  request: HandlerRequest<typeof contract.getEvmBlockProof>,
  node: Node,
  { block, header, vouched }: { block: EvmBlockTable; header: Uint8Array | undefined; vouched: Vouched },
): Promise<contract.EvmBlockProof["execution"]> {
  const { by, blocks } = vouched;
  const vouching = by.height === block.height ? header : await readHeader(request, node, by);
  const place = blocks.findIndex(({ height }) => height === block.height);
  if (vouching === undefined || place < 0) return undefined;
  const found = await clientOf(node)?.getReceipts(blocks).catch(unlessAway);
  const receipts = found?.map((each, at) =>
    each?.length === blocks[at]?.txHashes.length ? each : undefined,
  );
  if (receipts === undefined || receipts.includes(undefined)) return undefined;
  return {
    height: by.height,
    header: toHex(vouching),
    receipts: receipts.flatMap((each) => (each ?? []).map((receipt) => toHex(encodeReceipt(receipt)))),
    first: blocks.slice(0, place).reduce((sum, { txHashes }) => sum + txHashes.length, 0),
  };
}

/** RLP of a header: of the C-Chain's from its container, of any other chain's from its node. */
async function readHeader(
  { read }: Pick<HandlerRequest<typeof contract.getEvmBlockProof>, "read">,
  node: Node,
  { height, hash }: EvmBlockTable,
): Promise<Uint8Array | undefined> {
  const { code, blockStream: stream } = CHAINS.c;
  const [stored] = await read((context) =>
    readBlockBytes(context, { chain: code, stream }, [positionOf(height, 0)]),
  ).catch((error: unknown) => unlessAway(error) ?? []);
  const own = stored && headerBytes(decodeContainer(stored.bytes, "c").inner);
  if (own !== undefined && equalBytes(transactionHash(own), hash)) return own;
  const [answer] = (await clientOf(node)?.getBlocks(height, 1).catch(unlessAway)) ?? [];
  if (answer === undefined || !equalBytes(evmHeaderHash(answer.header), hash)) return undefined;
  return encode(evmHeader, answer.header);
}

/** Undefined while no node of the chain is known. */
function clientOf({ facts, nodes }: Node): EvmClient | undefined {
  return facts.rpcUrl === undefined ? undefined : nodes.client(facts);
}

/** A node that can't be asked leaves out what only it has. */
function unlessAway(error: unknown): undefined {
  if (error instanceof NodeError) return undefined;
  throw error;
}
