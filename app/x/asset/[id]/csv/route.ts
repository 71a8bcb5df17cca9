import { answerCsv, noSuchList } from "@/app/[chain]/csv";
import { readAssetTxs } from "@/app/x/asset/assets";
import { ASSET_QUERY } from "@/app/x/asset/find";
import { containerName, rowFactsOf } from "@/components/list/tx/tx-facts";
import { TIME_HEADS, timeCells } from "@/components/tx/csv-time";

const HEAD = ["id", "type", "block", TIME_HEADS.own, "consumed", "produced", TIME_HEADS.accepted];

/** Transactions in one request to the API. */
const PAGE_ROWS = 100;

/** Transactions of an asset from a position on as CSV, amounts in base units; at most 10,000 rows. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const position = ASSET_QUERY.read(Object.fromEntries(new URL(request.url).searchParams), { id });
  if (position === undefined) return noSuchList();
  return answerCsv("asset-transactions.csv", HEAD, async (pageToken) => {
    const { page } = await readAssetTxs(id, { ...position, pageSize: PAGE_ROWS, pageToken });
    const rows = page.transactions.map((tx) => {
      const facts = rowFactsOf(tx);
      const times = timeCells({ time: facts.time, isInVertex: "vertex" in facts.container });
      const amountIn = (amounts: readonly { assetId: string; amount: string }[]) => ({
        figure: amounts.find(({ assetId }) => assetId === id)?.amount ?? "0",
      });
      return [
        facts.txHash,
        facts.txType,
        containerName(facts),
        times.own,
        amountIn(tx.amountUnlocked),
        amountIn(tx.amountCreated),
        times.accepted,
      ];
    });
    return { rows, next: page.nextPageToken };
  });
}
