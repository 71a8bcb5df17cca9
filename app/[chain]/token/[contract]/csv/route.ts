import { answerCsv, type CsvPage, noSuchList, utc } from "@/app/[chain]/csv";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { api, toResult } from "@/app/server";
import { type NftPage, tokensOf } from "@/components/evm/nft/nft-page";
import { moveOf } from "@/components/evm/tx/moves";
import { readDays } from "@/components/list/list-params";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import { formatEvmAddress } from "@/lib/avalanche/evm-address";
import { listCollectibleBalances } from "@/lib/contract/data/evm-balances";
import { listTransfers } from "@/lib/contract/data/evm-transactions";
import { listTokens } from "@/lib/contract/data/nfts";
import { listTokenHolders } from "@/lib/contract/firn/tokens";
import type { CsvCell } from "@/lib/csv";
import { FirnError } from "@/lib/errors";

const PAGE_ROWS = 100;

interface PageOf {
  params: { chainId: string; address: string };
  /** Whose tokens are wanted: an address. */
  owner: string | undefined;
  query: {
    pageToken: string | undefined;
    pageSize: number;
    startTimestamp: number | undefined;
    endTimestamp: number | undefined;
  };
}

/** Lists of a token contract. Amounts are in the token's base units. */
const LISTS: Record<string, { head: readonly string[]; readPage(page: PageOf): Promise<CsvPage> }> = {
  transfers: {
    head: ["time_utc", "block", "transaction", "log_index", "from", "to", "token_id", "amount_base_units"],
    async readPage(page) {
      const { transfers, nextPageToken } = await api().get(listTransfers, page);
      const rows = transfers.map((transfer): CsvCell[] => {
        const { from, to, tokenId, value, logIndex } = moveOf(transfer);
        return [
          utc(transfer.blockTimestamp),
          { figure: transfer.blockNumber },
          transfer.txHash,
          logIndex,
          from.address,
          to.address,
          { figure: tokenId ?? "" },
          value,
        ];
      });
      return { rows, next: nextPageToken };
    },
  },
  holders: {
    head: ["holder", "balance_base_units"],
    async readPage(page) {
      const { holders, nextPageToken } = await api().get(listTokenHolders, page);
      return {
        rows: holders.map(({ holder, balance }) => [holder.address, { figure: balance }]),
        next: nextPageToken,
      };
    },
  },
  tokens: {
    head: ["token_id", "standard", "owner", "name", "balance"],
    async readPage({ params, owner, query: { pageToken, pageSize } }) {
      const query = { pageToken, pageSize };
      const page: NftPage & { nextPageToken?: string | undefined } =
        owner === undefined
          ? await api().get(listTokens, { params, query })
          : await api().get(listCollectibleBalances, {
              params: { ...params, address: owner },
              query: { ...query, contractAddress: params.address },
            });
      const ofOwner = owner === undefined ? "" : formatEvmAddress(fromHex(owner));
      const rows = tokensOf(page).map((token): CsvCell[] => [
        { figure: token.tokenId },
        token.ercType,
        ("ownerAddress" in token ? token.ownerAddress : undefined) ?? ofOwner,
        token.metadata.name ?? "",
        owner === undefined ? "" : token.ercType === "ERC-1155" ? { figure: token.balance ?? "" } : 1,
      ]);
      return { rows, next: page.nextPageToken };
    },
  },
};

/** Transfers, holders or tokens of a contract, `?list=`, as CSV. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ chain: string; contract: string }> },
): Promise<Response> {
  const { chain: segment, contract: address } = await params;
  const search = new URL(request.url).searchParams;
  const name = search.get("list") ?? "transfers";
  const days = readDays(search.get("from") ?? "", search.get("to") ?? "");
  const list = Object.hasOwn(LISTS, name) ? LISTS[name] : undefined;
  const chain = await toResult(findEvmChain(segment));
  const owner = search.get("owner") || undefined;
  if (list === undefined || chain === undefined || days === undefined) return noSuchList();
  return answerCsv(`${address}-${name}.csv`, list.head, async (pageToken) => {
    if (chain instanceof FirnError) throw chain;
    const params = { chainId: chain.evmChainId, address };
    const query = { pageToken, pageSize: PAGE_ROWS, startTimestamp: days.from, endTimestamp: days.to };
    return list.readPage({ params, owner, query });
  });
}
