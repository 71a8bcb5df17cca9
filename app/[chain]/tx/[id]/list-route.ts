import { tryId } from "@/app/[chain]/network";
import { readPageStart, refusalOfToken } from "@/app/[chain]/page-start";
import { refusal, refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { isChain } from "@/components/ui/chains";
import { formatId } from "@/lib/avalanche/ids";
import { FirnError } from "@/lib/errors";
import { type LoadedTx, loadTx } from "./load";

/** Path parameters of a transaction. */
export interface TxRouteProps {
  params: Promise<{ chain: string; id: string }>;
}

/**
 * Answers with a page of one of a transaction's lists, for the rows that the list adds: `?pageToken=26`. `pageAt` makes
 * it; undefined if the transaction has no such list.
 */
export async function answerTxList(
  request: Request,
  { params }: TxRouteProps,
  pageAt: (view: LoadedTx["view"], from: number) => unknown,
): Promise<Response> {
  const { chain, id } = await params;
  const txId = tryId(id);
  if (!isChain(chain) || txId === undefined) return refusal(404, "there is no such transaction");
  const from = readPageStart(request);
  if (from === undefined) return refusalOfToken();
  const loaded = await toResult(loadTx(chain, formatId(txId)));
  if (loaded instanceof FirnError) return refusalOf(loaded);
  const page = pageAt(loaded.view, from);
  return page === undefined ? refusal(404, "the transaction has no such list") : Response.json(page);
}
