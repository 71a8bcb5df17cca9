import { readEvmTx } from "@/app/[chain]/evm-read";
import { api } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import type { TransferListParams } from "@/components/evm/list-params";
import type { TransferPage } from "@/components/evm/token/transfer-list";
import { listTransfers } from "@/lib/contract/data/evm-transactions";
import { fillRoute } from "@/lib/contract/route";

const PAGE_ROWS = 25;
/** Rows in one request while seeking a position. */
const SEEK_ROWS = 100;
/** Pages to seek through. Past them a block has too many transfers of one token, and only the whole list shows all. */
const MAX_SEEKS = 50;

/**
 * A token's transfers from a position on, newest first, and the path on this origin that serves them. @throws FirnError
 */
export async function readTransfers(
  { evmChainId }: EvmChain,
  address: string,
  { before, from, to }: TransferListParams,
): Promise<{ page: TransferPage; path: string }> {
  const params = { chainId: evmChainId, address };
  const times = { startTimestamp: from, endTimestamp: to };
  if (before === undefined) {
    const request = { params, query: { ...times, pageSize: PAGE_ROWS } };
    return { page: await api().get(listTransfers, request), path: fillRoute(listTransfers, request) };
  }
  const { nativeTransaction } = await readEvmTx(evmChainId, before.txHash);
  // The API starts at a block: rows of this one before the position are skipped.
  const query = { ...times, endBlock: Number(nativeTransaction.blockNumber) + 1, pageSize: SEEK_ROWS };
  const path = fillRoute(listTransfers, { params, query: { ...query, pageSize: PAGE_ROWS } });
  let page: TransferPage = await api().get(listTransfers, { params, query });
  for (let seeks = 0; seeks < MAX_SEEKS; seeks++) {
    const passed = page.transfers.findLastIndex(
      ({ txHash, logIndex }) => txHash === before.txHash && logIndex === before.logIndex,
    );
    const pageToken = page.nextPageToken;
    const rest = passed === -1 ? [] : page.transfers.slice(passed + 1);
    if (rest.length > 0 || pageToken === undefined) return { page: { ...page, transfers: rest }, path };
    page = await api().get(listTransfers, { params, query: { ...query, pageToken } });
    if (passed !== -1) break;
  }
  return { page, path };
}
