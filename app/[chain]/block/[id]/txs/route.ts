import { readBlock, readContainer } from "@/app/[chain]/read";
import { refusal, refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { type BlockTxPage, blockTxPage } from "@/components/block/block-tx-page";
import { txContexts } from "@/components/block/tx-contexts";
import { readListPosition } from "@/components/list/position";
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
  const from = new URL(request.url).searchParams.get("pageToken") ?? "1";
  if (!/^[1-9]\d{0,6}$/.test(from)) return refusal(400, "pageToken must be the one of the previous page");
  const page = await toResult(readPage(chain, id, from));
  return page instanceof FirnError ? refusalOf(page) : Response.json(page);
}

/** @throws FirnError */
async function readPage(chain: Chain, id: string, from: string): Promise<BlockTxPage> {
  const container = await readContainer(chain, id);
  const isVertex = container.stream === "X/vtx";
  const answer = isVertex ? undefined : await readBlock(chain, String(container.height));
  const position = readListPosition({ list: listOfBlock(container), from });
  const { block, slice, ...rest } = await readInsides(container, position);
  const time = answer?.blockTimestamp ?? container.liveTimestamp;
  const context = { ...rest, time: time === undefined ? undefined : BigInt(time) };
  return blockTxPage({ ...slice, rows: txContexts(block, context, slice.rows) });
}
