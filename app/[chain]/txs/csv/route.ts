import { answerCsv } from "@/app/[chain]/csv";
import { TX_TYPES } from "@/app/[chain]/txs/tx-types";
import { readTxs } from "@/app/[chain]/txs/txs";
import { readTxListParams } from "@/components/list/list-params";
import { placeName, rowFactsOf } from "@/components/list/tx-facts";
import { CHAINS, isChain } from "@/components/ui/chains";
import { formatAmount } from "@/components/ui/format";
import type { AssetAmount } from "@/lib/contract/data/primary-network";

const HEAD = ["id", "type", "block", "time_utc", "burnt_avax", "staked_avax", "value_avax"];

/** The list from its position on as CSV, newest first; at most 10,000 rows. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string }> },
): Promise<Response> {
  const { chain } = await params;
  if (!isChain(chain)) return new Response("no such list\n", { status: 404 });
  const position = readTxListParams(Object.fromEntries(new URL(request.url).searchParams), TX_TYPES[chain]);
  if (position === undefined) return new Response("no such list\n", { status: 404 });
  return answerCsv(`${CHAINS[chain].apiName}-transactions.csv`, HEAD, async (pageToken) => {
    const { page } = await readTxs(chain, position, { pageSize: 100, pageToken });
    const rows = page.transactions.map((tx) => {
      const facts = rowFactsOf(tx);
      return [
        facts.txHash,
        facts.txType,
        placeName(facts),
        new Date(facts.time * 1000).toISOString(),
        avaxOf(facts.burnt),
        avaxOf(amountIn("amountStaked" in tx ? tx.amountStaked : [])),
        avaxOf(amountIn("value" in tx ? tx.value : tx.amountCreated)),
      ];
    });
    return { rows, next: page.nextPageToken };
  });
}

/** AVAX without thousands separators, for spreadsheets; empty when there is none. */
function avaxOf(navax: string | undefined): string {
  return navax === undefined ? "" : formatAmount(BigInt(navax), 9).replaceAll(",", "");
}

function amountIn(amounts: readonly AssetAmount[]): string | undefined {
  return amounts.find(({ symbol }) => symbol === "AVAX")?.amount;
}
