import { answerCsv, answerEvmCsv, type CsvPage, noSuchList } from "@/app/[chain]/csv";
import { readEvmTxs } from "@/app/[chain]/txs/evm-txs";
import { TX_TYPES } from "@/app/[chain]/txs/tx-types";
import { readTxs } from "@/app/[chain]/txs/txs";
import { type EvmTxListParams, isAtomicList, readEvmTxListParams } from "@/components/evm/list-params";
import { timeOf } from "@/components/evm/time";
import { methodName } from "@/components/evm/tx/describe-evm-tx";
import { statusOf } from "@/components/evm/tx/failure-words";
import { readTxListParams, type TxListParams } from "@/components/list/list-params";
import { containerName, rowFactsOf } from "@/components/list/tx/tx-facts";
import { TIME_HEADS, timeCells } from "@/components/tx/csv-time";
import { CHAINS, type Chain, isChain } from "@/components/ui/chains";
import type { AssetAmount } from "@/lib/contract/data/primary-network";
import type { SearchParams } from "@/lib/contract/pages";
import { formatAmount } from "@/lib/words/format";

const HEAD = ["id", "type", "block", TIME_HEADS.own, "burned_avax", "staked_avax", "value_avax"];
const EVM_HEAD = ["hash", "block", "time_utc", "result", "from", "to", "method", "value_wei", "fee_wei"];

/** Transactions in one request to the API. */
const PAGE_ROWS = 100;

/** The list from its position on as CSV, newest first; at most 10,000 rows. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string }> },
): Promise<Response> {
  const { chain: segment } = await params;
  const search: SearchParams = Object.fromEntries(new URL(request.url).searchParams);
  if (!isChain(segment) || (segment === "c" && !isAtomicList(search)))
    return answerEvmCsv(
      { segment, name: "transactions", head: EVM_HEAD },
      readEvmTxListParams(search),
      readEvmPage,
    );
  const position = readTxListParams(search, TX_TYPES[segment]);
  if (position === undefined) return noSuchList();
  const head = segment === "x" ? [...HEAD, TIME_HEADS.accepted] : HEAD;
  return answerCsv(`${CHAINS[segment].apiName}-transactions.csv`, head, (pageToken) =>
    readPage(segment, position, pageToken),
  );
}

async function readPage(chain: Chain, position: TxListParams, pageToken?: string): Promise<CsvPage> {
  const { page } = await readTxs(chain, position, { pageSize: PAGE_ROWS, pageToken });
  const rows = page.transactions.map((tx) => {
    const facts = rowFactsOf(tx);
    const times = timeCells({ time: facts.time, isInVertex: "vertex" in facts.container });
    return [
      facts.txHash,
      facts.txType,
      containerName(facts),
      times.own,
      avaxOf(facts.burned),
      avaxOf(amountIn("amountStaked" in tx ? tx.amountStaked : [])),
      avaxOf(amountIn("value" in tx ? tx.value : tx.amountCreated)),
      ...(chain === "x" ? [times.accepted] : []),
    ];
  });
  return { rows, next: page.nextPageToken };
}

async function readEvmPage(
  chain: { evmChainId: string },
  position: EvmTxListParams,
  pageToken?: string,
): Promise<CsvPage> {
  const { page } = await readEvmTxs(chain, position, { pageSize: PAGE_ROWS, pageToken });
  const rows = page.transactions.map((tx) => [
    tx.txHash,
    tx.blockNumber,
    new Date(timeOf(tx)).toISOString(),
    (statusOf(tx).word ?? statusOf(tx).status).toLowerCase(),
    tx.from.address,
    tx.to.address,
    methodName(tx),
    tx.value,
    String(BigInt(tx.gasUsed) * BigInt(tx.gasPrice)),
  ]);
  return { rows, next: page.nextPageToken };
}

/** AVAX without thousands separators, for spreadsheets. Empty if there is none. */
function avaxOf(navax: string | undefined): string {
  return navax === undefined ? "" : formatAmount(BigInt(navax), 9).replaceAll(",", "");
}

function amountIn(amounts: readonly AssetAmount[]): string | undefined {
  return amounts.find(({ symbol }) => symbol === "AVAX")?.amount;
}
