import { findEvmChain } from "@/app/[chain]/evm-chain";
import { readEvmTx } from "@/app/[chain]/evm-read";
import { refusal, refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { movePage, moveSlice } from "@/components/evm/tx/move-page";
import { readListPosition } from "@/components/list/position";
import { FirnError } from "@/lib/errors";

/** Token transfers of a transaction from a number on, for the rows that its list adds: `?pageToken=26`. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string; id: string }> },
): Promise<Response> {
  const { chain: segment, id } = await params;
  const from = new URL(request.url).searchParams.get("pageToken") ?? "1";
  if (!/^[1-9]\d{0,6}$/.test(from)) return refusal(400, "pageToken must be the one of the previous page");
  const chain = await toResult(findEvmChain(segment));
  if (chain instanceof FirnError) return refusalOf(chain);
  if (chain === undefined) return refusal(404, `EVM chain ${segment} is not indexed here`);
  const detail = await toResult(readEvmTx(chain.evmChainId, id));
  if (detail instanceof FirnError) return refusalOf(detail);
  return Response.json(movePage(moveSlice(detail, readListPosition({ list: "transfers", from }))));
}
