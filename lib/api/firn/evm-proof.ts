import { toHex } from "../../avalanche/codec/bytes";
import { encodeReceipt } from "../../avalanche/evm/receipt";
import type * as contract from "../../contract/firn/evm";
import { readBody } from "../../store/queries/evm/block";
import { decodeBody } from "../../store/rows/evm-body";
import type { EvmBlockTable } from "../../store/tables/evm/chain";
import { requireBlock } from "../evm/blocks";
import {
  type ChainNode,
  clientOf,
  findReceiptProof,
  type ReceiptProof,
  readHeader,
  unlessUnreachable,
} from "../evm/receipt-proof";
import type { Handler, HandlerRequest } from "../handler";

export const getEvmBlockProof: Handler<typeof contract.getEvmBlockProof> = async (request) => {
  const { params, readEvm } = request;
  const { block, header: known } = await requireBlock(request);
  const { node, body, receiptProof } = await readEvm(params.chainId, async (context) => {
    const body = await readBody(context.db, block.height);
    const { facts, nodes } = context;
    return { node: { facts, nodes }, body, receiptProof: await findReceiptProof(context, block) };
  });
  const header = known ?? (await readHeader(request, node, block));
  const execution = receiptProof && (await readReceipts(request, node, { block, header, receiptProof }));
  return {
    ...(header !== undefined && { header: toHex(header) }),
    transactions: (body === undefined ? [] : decodeBody(body)).map(toHex),
    ...(execution !== undefined && { execution }),
  };
};

async function readReceipts(
  request: HandlerRequest<typeof contract.getEvmBlockProof>,
  node: ChainNode,
  {
    block,
    header,
    receiptProof,
  }: { block: EvmBlockTable; header: Uint8Array | undefined; receiptProof: ReceiptProof },
): Promise<contract.EvmBlockProof["execution"]> {
  const { by, blocks } = receiptProof;
  const vouching = by.height === block.height ? header : await readHeader(request, node, by);
  const place = blocks.findIndex(({ height }) => height === block.height);
  if (vouching === undefined || place < 0) return undefined;
  const found = await clientOf(node)?.getReceipts(blocks).catch(unlessUnreachable);
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
