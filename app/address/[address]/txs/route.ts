import { readIdentity } from "@/app/address/identity";
import { ADDRESS_TX_TYPES } from "@/app/address/tx-types";
import { readAddressTxs } from "@/app/address/txs";
import { refusal, refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { readPosition } from "@/components/address/merged";
import { readTxFilter } from "@/components/address/tx-filter";
import { FirnError } from "@/lib/errors";

/**
 * Transactions of an address after a position, for the rows that the list adds:
 * `?chain=p&types=BaseTx&pageToken=p:2abc…`.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ address: string }> },
): Promise<Response> {
  const search = new URL(request.url).searchParams;
  const position = readPosition(search.get("pageToken") ?? "");
  const filter = readTxFilter(Object.fromEntries(search), ADDRESS_TX_TYPES);
  if (position === undefined || filter === undefined)
    return refusal(
      400,
      "chain must be p, x, c or an EVM chain id, types must be type names, from and to days like 2026-11-20, pageToken the position that the previous page gave",
    );
  const { address } = await params;
  const page = await toResult(
    readIdentity(address).then((identity) => readAddressTxs(identity, filter, { position })),
  );
  return page instanceof FirnError ? refusalOf(page) : Response.json(page);
}
