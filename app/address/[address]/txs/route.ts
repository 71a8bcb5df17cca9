import { readIdentity } from "@/app/address/identity";
import { ADDRESS_TX_TYPES } from "@/app/address/tx-types";
import { readAddressTxs } from "@/app/address/txs";
import { refusal, refusalOf } from "@/app/refusal";
import { settle } from "@/app/server";
import { readPosition } from "@/components/address/merged";
import { readTxFilter } from "@/components/address/tx-filter";
import { FirnError } from "@/lib/errors";

/** `?chain=p&types=BaseTx&pageToken=p:2abc…`: what follows a position in the transactions of an address, for rows the list adds. */
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
      "chain must be p, x, c or an EVM chain id, types names of types, from and to days as 2026-11-20, pageToken a position as the page before gave it",
    );
  const { address } = await params;
  const page = await settle(
    readIdentity(address).then((identity) => readAddressTxs(identity, filter, { position })),
  );
  return page instanceof FirnError ? refusalOf(page) : Response.json(page);
}
