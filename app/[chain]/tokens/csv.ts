import { answerEvmCsv, utc } from "@/app/[chain]/csv";
import { readTokens } from "@/app/[chain]/tokens/tokens";
import { TOKENS_QUERY } from "@/components/evm/lists/list-query";
import type { TokenKind } from "@/components/evm/lists/token-list";

const HEAD = [
  "contract",
  "name",
  "symbol",
  "standard",
  "decimals",
  "supply",
  "holders",
  "transfers",
  "transfers_last_day",
  "created_utc",
  "creator",
];

/** Tokens in one request to the API. */
const PAGE_ROWS = 100;

/** A list of tokens or collections as one file. The supply is in base units. */
export async function answerTokensCsv(kind: TokenKind, segment: string, request: Request): Promise<Response> {
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const query = TOKENS_QUERY.read(search, { chain: segment });
  return answerEvmCsv({ segment, name: kind, head: HEAD }, query, async (chain, position, pageToken) => {
    const { page } = await readTokens(chain, kind, { ...position, pageSize: PAGE_ROWS, pageToken });
    const rows = page.tokens.map((token) => [
      token.address,
      token.name ?? "",
      token.symbol ?? "",
      token.ercType,
      token.decimals ?? "",
      token.totalSupply === undefined ? "" : { figure: token.totalSupply },
      token.holders ?? "",
      token.transfers ?? "",
      token.transfersOfDay ?? "",
      utc(token.created?.timestamp),
      token.created?.creator.address ?? "",
    ]);
    return { rows, next: page.nextPageToken };
  });
}
