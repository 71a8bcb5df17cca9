import { readAccounts } from "@/app/[chain]/accounts/accounts";
import { answerEvmCsv } from "@/app/[chain]/csv";
import { ACCOUNTS_QUERY } from "@/components/evm/lists/list-query";

const HEAD = ["rank", "address", "name", "kind", "balance_wei", "block"];

/** Accounts in one request to the API. */
const PAGE_ROWS = 500;

/** The list from its position on as CSV; at most 10,000 rows. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string }> },
): Promise<Response> {
  const { chain: segment } = await params;
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const query = ACCOUNTS_QUERY.read(search, { chain: segment });
  return answerEvmCsv(
    { segment, name: "accounts", head: HEAD },
    query,
    async (chain, position, pageToken) => {
      const { page } = await readAccounts(chain, { ...position, pageSize: PAGE_ROWS, pageToken });
      const rows = page.accounts.map(({ rank, account, isContract, balanceWei }) => [
        rank,
        account.address,
        account.name ?? "",
        isContract ? "contract" : "account",
        { figure: balanceWei },
        page.blockNumber,
      ]);
      return { rows, next: page.nextPageToken };
    },
  );
}
