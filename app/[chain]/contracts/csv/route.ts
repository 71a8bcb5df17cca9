import { readContracts } from "@/app/[chain]/contracts/contracts";
import { answerEvmCsv, utc } from "@/app/[chain]/csv";
import { CONTRACTS_QUERY } from "@/components/evm/lists/list-query";

const HEAD = [
  "contract",
  "name",
  "standard",
  "created_utc",
  "block",
  "transaction",
  "creator",
  "through_contract",
  "transactions_last_day",
  "code_bytes",
];

/** Contracts in one request to the API. */
const PAGE_ROWS = 100;

/** The list from its position on as CSV; at most 10,000 rows. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string }> },
): Promise<Response> {
  const { chain: segment } = await params;
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const query = CONTRACTS_QUERY.read(search, { chain: segment });
  return answerEvmCsv(
    { segment, name: "contracts", head: HEAD },
    query,
    async (chain, position, pageToken) => {
      const { page } = await readContracts(chain, { ...position, pageSize: PAGE_ROWS, pageToken });
      const rows = page.contracts.map(
        ({ contract, ercType, codeSize, created, createdBy, transactionsOfDay }) => [
          contract.address,
          contract.name ?? "",
          ercType,
          utc(created?.timestamp),
          created?.blockNumber ?? "",
          created?.txHash ?? "",
          created?.creator.address ?? "",
          createdBy?.address ?? "",
          transactionsOfDay ?? "",
          codeSize ?? "",
        ],
      );
      return { rows, next: page.nextPageToken };
    },
  );
}
