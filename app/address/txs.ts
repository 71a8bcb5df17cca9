import { findEvmChain } from "@/app/[chain]/evm-chain";
import { requireStatus } from "@/app/[chain]/read";
import { tellBlocks } from "@/app/[chain]/txs/sentences";
import { readTxs } from "@/app/[chain]/txs/txs";
import { api } from "@/app/server";
import { changeOf } from "@/components/address/change";
import { changeOfEvm, sayEvmTx } from "@/components/address/evm-tx";
import {
  type AddressTx,
  type AddressTxPage,
  formatPosition,
  type MergedPosition,
  mergeNewest,
  type TxListName,
  type TxSource,
} from "@/components/address/merged";
import { type ListedTx, placeName, rowFactsOf } from "@/components/list/tx-facts";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { listTransactions } from "@/lib/contract/data/evm-transactions";
import type { Identity } from "./identity";
import type { AddressParams } from "./params";

/** Rows of a page. */
export const PAGE_ROWS = 25;
/** Pages of one block's transactions that are skipped to find a position, at most. */
const MAX_SKIPPED_PAGES = 20;

interface Listed extends Omit<AddressTx, "sentence"> {
  sentence?: string;
  /** Block or vertex whose bytes tell what it does. */
  place?: string;
}

/**
 * Transactions of all known forms of an address, newest first, of the chain asked, of an L1, or of the three chains merged, after a position.
 * @throws FirnError
 */
export async function readAddressTxs(
  identity: Identity,
  { chain, l1 }: Pick<AddressParams, "chain" | "l1">,
  position: MergedPosition,
): Promise<AddressTxPage> {
  const sources = await Promise.all(
    listsOf(chain, l1).map((list) =>
      list === "evm"
        ? listEvm(identity, l1 ?? "c", position.evm)
        : listUtxoChain(identity, list, position[list]),
    ),
  );
  const { rows, hasMore } = mergeNewest(sources, PAGE_ROWS);
  const told = await tell(rows);
  const reached = { ...position };
  const placed = told.map((row) => {
    reached[row.list] = row.after;
    return { ...row, position: formatPosition(reached) };
  });
  return { rows: placed, ...(hasMore && { nextPageToken: formatPosition(reached) }) };
}

const NOTHING: TxSource<Listed> = { rows: [], hasMore: false };

function listsOf(chain: Chain | undefined, l1: string | undefined): TxListName[] {
  if (l1 !== undefined) return ["evm"];
  if (chain === undefined) return ["p", "x", "c", "evm"];
  return chain === "c" ? ["c", "evm"] : [chain];
}

async function listUtxoChain(
  { key, account }: Identity,
  chain: Chain,
  before: string | undefined,
): Promise<TxSource<Listed>> {
  const addresses = [key, chain === "c" ? account : undefined].filter((form) => form !== undefined);
  if (addresses.length === 0) return NOTHING;
  const { avaxAssetId } = (await requireStatus()).network;
  const { page } = await readTxs(chain, { addresses, before }, { pageSize: PAGE_ROWS });
  const rowOf = (tx: ListedTx): Listed => {
    const facts = rowFactsOf(tx);
    const change = changeOf(tx, { ...(key && { key }), ...(account && { account }) }, avaxAssetId);
    return {
      list: chain,
      tag: CHAINS[chain].letter,
      id: tx.txHash,
      href: `/${chain}/tx/${tx.txHash}`,
      isReverted: false,
      ...(change !== undefined && { change: { amount: String(change), decimals: 9 } }),
      time: facts.time,
      after: tx.txHash,
      place: placeName(facts),
    };
  };
  return { rows: page.transactions.map(rowOf), hasMore: page.nextPageToken !== undefined };
}

/** The API finds blocks, not transactions: those of the position's block that have been shown are left out here. */
async function listEvm(
  { account }: Identity,
  segment: string,
  position: string | undefined,
): Promise<TxSource<Listed>> {
  const evm = account === undefined ? undefined : await findEvmChain(segment);
  if (account === undefined || evm === undefined) return NOTHING;
  const [block = 0, index = 0] = position?.split(".").map(Number) ?? [];
  let pageToken: string | undefined;
  for (let skipped = 0; skipped < MAX_SKIPPED_PAGES; skipped++) {
    const { transactions, nextPageToken } = await api().get(listTransactions, {
      params: { chainId: evm.evmChainId, address: account },
      query: {
        ...(position !== undefined && { endBlock: block + 1 }),
        pageSize: PAGE_ROWS,
        pageToken,
      },
    });
    const rows = transactions
      .filter(
        ({ nativeTransaction: { blockNumber, blockIndex } }) =>
          position === undefined || Number(blockNumber) < block || blockIndex < index,
      )
      .map(
        (tx): Listed => ({
          list: "evm",
          tag: evm.tag,
          id: tx.nativeTransaction.txHash,
          href: `/${evm.segment}/tx/${tx.nativeTransaction.txHash}`,
          sentence: sayEvmTx(tx, account, evm.symbol),
          isReverted: tx.nativeTransaction.txStatus === "0",
          change: { amount: String(changeOfEvm(tx, account)), decimals: 18 },
          time: tx.nativeTransaction.blockTimestamp,
          after: `${tx.nativeTransaction.blockNumber}.${tx.nativeTransaction.blockIndex}`,
        }),
      );
    if (rows.length > 0 || nextPageToken === undefined) return { rows, hasMore: nextPageToken !== undefined };
    pageToken = nextPageToken;
  }
  return NOTHING;
}

/** Adds to each row what it does, out of the bytes of its block; without them its id is all there is to say. */
async function tell(rows: readonly Listed[]): Promise<AddressTx[]> {
  const chains = Object.keys(CHAINS) as Chain[];
  const told = await Promise.all(
    chains.map((chain) => {
      const places = rows.flatMap(({ list, place }) =>
        list === chain && place !== undefined ? [place] : [],
      );
      return places.length === 0 ? {} : tellBlocks(chain, places);
    }),
  );
  const sentences: Record<string, string> = Object.assign({}, ...told);
  return rows.map(({ place: _, ...row }) => ({
    ...row,
    sentence: row.sentence ?? sentences[row.id] ?? "Transaction",
  }));
}
