import { headOf, networkFacts, tryId } from "@/app/[chain]/network";
import { readPageStart, refusalOfToken } from "@/app/[chain]/page-start";
import { readContainerTxs, readKnownTx, requireStatus } from "@/app/[chain]/read";
import { readTold } from "@/app/[chain]/told";
import { refusal, refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import type { ChainTx } from "@/components/block/inside";
import { txContext } from "@/components/block/tx-contexts";
import type { TxDetails } from "@/components/effects/tx-context";
import { type Chain, isChain } from "@/components/ui/chains";
import { formatId } from "@/lib/avalanche/ids";
import { FirnError, InputError } from "@/lib/errors";

/** Path parameters of a transaction. */
export interface TxRouteProps {
  params: Promise<{ chain: string; id: string }>;
}

/** A transaction with what its bytes leave out. */
interface ListedTx {
  tx: ChainTx;
  details: TxDetails;
}

/**
 * Answers with a page of one of a transaction's lists, for the rows that the list adds: `?pageToken=26`. `pageAt` makes
 * it; undefined if the transaction has no such list.
 */
export async function answerTxList(
  request: Request,
  { params }: TxRouteProps,
  pageAt: (view: ListedTx, from: number) => unknown,
): Promise<Response> {
  const { chain, id } = await params;
  const txId = tryId(id);
  if (!isChain(chain) || txId === undefined) return refusal(404, "there is no such transaction");
  const from = readPageStart(request);
  if (from === undefined) return refusalOfToken();
  const listed = await toResult(readListedTx(chain, formatId(txId)));
  if (listed instanceof FirnError) return refusalOf(listed);
  const page = pageAt(listed, from);
  return page === undefined ? refusal(404, "the transaction has no such list") : Response.json(page);
}

/** Reads a transaction's own bytes, not its block's. @throws FirnError */
async function readListedTx(chain: Chain, txHash: string): Promise<ListedTx> {
  const [status, { block, outcome }, known] = await Promise.all([
    requireStatus(),
    readContainerTxs(chain, txHash),
    readKnownTx(chain, txHash),
  ]);
  const [tx] = block.txs;
  if (tx === undefined || formatId(tx.txId) !== txHash)
    throw new InputError("NOT_FOUND", `${txHash} is not a transaction of a block`);
  const told = await readTold(networkFacts(status), { ...block, outcome });
  const time = known.time === undefined ? undefined : BigInt(known.time);
  const now = BigInt(headOf(chain, status)?.time ?? known.time ?? 0);
  return { tx, details: { ...txContext(tx, block, { ...told, time, outcome }), known, now } };
}
