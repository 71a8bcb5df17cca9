import { networkFacts } from "@/app/[chain]/network";
import { readPageStart, refusalOfToken } from "@/app/[chain]/page-start";
import { readContainerTxs, requireStatus } from "@/app/[chain]/read";
import { readTold } from "@/app/[chain]/told";
import { refusal, refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { type BlockTxPage, blockTxPage } from "@/components/block/block-tx-page";
import { txContexts } from "@/components/block/tx-contexts";
import { type Chain, isChain } from "@/components/ui/chains";
import { FirnError } from "@/lib/errors";
import { listOfBlock } from "../insides";

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
  const [status, { block, outcome, time, count }] = await Promise.all([
    requireStatus(),
    readContainerTxs(chain, id, from),
  ]);
  const told = await readTold(networkFacts(status), { ...block, outcome });
  const rows = txContexts(block, { ...told, time, outcome });
  return blockTxPage({ list: listOfBlock({ chain }), rows, from, count });
}
