import { answerCsv, noSuchList } from "@/app/[chain]/csv";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { readIdentity } from "@/app/address/identity";
import { ADDRESS_TX_TYPES } from "@/app/address/tx-types";
import { readAddressTxs } from "@/app/address/txs";
import { refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import { type AddressTx, readPosition } from "@/components/address/merged";
import { readTxFilter } from "@/components/address/tx-filter";
import type { CsvCell } from "@/components/list/csv";
import { formatAmount } from "@/components/ui/format";
import { FirnError } from "@/lib/errors";

const HEAD = ["time_utc", "chain", "id", "what", "result", "change", "unit"];
const PAGE_ROWS = 100;

/** Transactions of an address that match the page's filter, as CSV, newest first. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ address: string }> },
): Promise<Response> {
  const filter = readTxFilter(Object.fromEntries(new URL(request.url).searchParams), ADDRESS_TX_TYPES);
  if (filter === undefined) return noSuchList();
  const identity = await toResult(readIdentity((await params).address));
  if (identity instanceof FirnError) return refusalOf(identity);
  const l1 = filter.l1 === undefined ? undefined : await toResult(findEvmChain(filter.l1));
  const symbol = l1 === undefined || l1 instanceof FirnError ? "AVAX" : l1.symbol;
  return answerCsv(`${identity.canonical}-transactions.csv`, HEAD, async (token = "") => {
    const position = readPosition(token) ?? {};
    const page = await readAddressTxs(identity, filter, { position, size: PAGE_ROWS });
    return { rows: page.rows.map((row) => fieldsOf(row, symbol)), next: page.nextPageToken };
  });
}

/** Amounts without thousands separators, with the minus sign that spreadsheets know. */
function fieldsOf({ time, tag, id, sentence, isReverted, change }: AddressTx, symbol: string): CsvCell[] {
  return [
    new Date(time * 1000).toISOString(),
    tag,
    id,
    sentence,
    isReverted ? "reverted" : "accepted",
    typeof change === "object"
      ? { figure: plainAmount(BigInt(change.amount), change.decimals) }
      : (change ?? ""),
    typeof change === "object" ? symbol : "",
  ];
}

function plainAmount(value: bigint, decimals: number): string {
  const text = formatAmount(value < 0n ? -value : value, decimals).replaceAll(",", "");
  return value < 0n ? `-${text}` : text;
}
