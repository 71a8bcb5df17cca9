import { answerCsv, noSuchList } from "@/app/[chain]/csv";
import { findCsvList } from "@/app/address/csv-lists";
import { readIdentity } from "@/app/address/identity";
import { ADDRESS_TX_TYPES } from "@/app/address/tx-types";
import { refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { readTxFilter } from "@/components/address/tx-filter";
import { FirnError } from "@/lib/errors";

/** A list of an address, `?list=`, or its transactions, as CSV with the page's filter. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ address: string }> },
): Promise<Response> {
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const filter = readTxFilter(search, ADDRESS_TX_TYPES);
  const name = search.list ?? "txs";
  const list = findCsvList(name);
  if (filter === undefined || list === undefined) return noSuchList();
  const identity = await toResult(readIdentity((await params).address));
  if (identity instanceof FirnError) return refusalOf(identity);
  const file = `${identity.canonical}-${name === "txs" ? "transactions" : name}.csv`;
  return answerCsv(file, list.head, (pageToken) => list.readPage({ identity, filter, pageToken }));
}
