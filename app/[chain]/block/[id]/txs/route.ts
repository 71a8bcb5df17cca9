import { readPageStart, refusalOfToken } from "@/app/[chain]/page-start";
import { readBlock, readContainer } from "@/app/[chain]/read";
import { refusal, refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { type BlockTxPage, blockTxPage } from "@/components/block/block-tx-page";
import { txContexts } from "@/components/block/tx-contexts";
import { type Chain, isChain } from "@/components/ui/chains";
import { FirnError } from "@/lib/errors";
import { listOfBlock, readInsides } from "../insides";

/** Transactions of a block from a number on, for the rows that its list adds: `?pageToken=26`. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string; id: string }> },
): Promise<Response> {
  const { chain, id } = await params;
  if (!isChain(chain)) return refusal(404, `there is no list of transactions of ${chain} here`);
  const from = readPageStart(request);
  if (from === undefined) return refusalOfToken();
  const page = await toResult(readPage(chain, id, from));
  return page instanceof FirnError ? refusalOf(page) : Response.json(page);
}

/** @throws FirnError */
async function readPage(chain: Chain, id: string, from: number): Promise<BlockTxPage> {
  const container = await readContainer(chain, id);
  const isVertex = container.stream === "X/vtx";
  const answer = isVertex ? undefined : await readBlock(chain, String(container.height));
  const position = { list: listOfBlock(container), from };
  const { block, slice, ...rest } = await readInsides(container, position);
  const time = answer?.blockTimestamp ?? container.liveTimestamp;
  const context = { ...rest, time: time === undefined ? undefined : BigInt(time) };
  return blockTxPage({ ...slice, rows: txContexts(block, context, slice.rows) });
}
