import { answerCsv } from "@/app/[chain]/csv";
import { TX_TYPES } from "@/app/[chain]/txs/tx-types";
import { readTxs } from "@/app/[chain]/txs/txs";
import { readTxListParams } from "@/components/list/list-params";
import { formatAmount } from "@/components/ui/format";
import type { AssetAmount } from "@/lib/contract/data/primary-network";

const HEAD = ["id", "type", "block", "time_utc", "burnt_avax", "staked_avax", "value_avax"];

/** The list from its position on as CSV, newest first; at most 1,000 rows. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string }> },
): Promise<Response> {
  const position = readTxListParams(Object.fromEntries(new URL(request.url).searchParams), TX_TYPES);
  if ((await params).chain !== "p" || position === undefined)
    return new Response("no such list\n", { status: 404 });
  return answerCsv("p-chain-transactions.csv", HEAD, async (token) => {
    const { page } = await readTxs(position, 100, token);
    const rows = page.transactions.map((tx) => [
      tx.txHash,
      tx.txType,
      tx.blockNumber,
      new Date(tx.blockTimestamp * 1000).toISOString(),
      avaxOf(tx.amountBurned),
      avaxOf(tx.amountStaked),
      avaxOf(tx.value),
    ]);
    return { rows, next: page.nextPageToken };
  });
}

/** AVAX without thousands separators, for spreadsheets; empty when there is none. */
function avaxOf(amounts: readonly AssetAmount[]): string {
  const avax = amounts.find(({ symbol }) => symbol === "AVAX");
  return avax === undefined ? "" : formatAmount(BigInt(avax.amount), 9).replaceAll(",", "");
}
