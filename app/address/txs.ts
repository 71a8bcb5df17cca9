import { findEvmChain } from "@/app/[chain]/evm-chain";
import { requireStatus } from "@/app/[chain]/read";
import { describeBlocks } from "@/app/[chain]/txs/sentences";
import { readTxs } from "@/app/[chain]/txs/txs";
import { api } from "@/app/server";
import { changeOf } from "@/components/address/change";
import { changeOfEvm, describeEvmTxFor, tokenChangesOf } from "@/components/address/evm-tx";
import {
  type AddressTx,
  type AddressTxPage,
  chainOf,
  formatPosition,
  isL1List,
  type MergedPosition,
  mergeNewest,
  type TxSource,
} from "@/components/address/merged";
import { listsToQuery, type TxFilter, timesOf } from "@/components/address/tx-filter";
import { statusOf } from "@/components/evm/tx/failure-words";
import type { TxListParams } from "@/components/list/list-params";
import { containerName, type ListedTx, rowFactsOf } from "@/components/list/tx/tx-facts";
import { CHAINS, type Chain, isChain } from "@/components/ui/chains";
import { listTransactions } from "@/lib/contract/data/evm-transactions";
import { hrefTo } from "@/lib/contract/pages";
import { heightUpTo } from "./heights";
import type { Identity } from "./identity";
import { TYPES_BY_LIST } from "./tx-types";

/** Rows asked for at once while seeking a position in a block. */
const STRIDE = 100;

interface Listed extends Omit<AddressTx, "sentence"> {
  sentence?: string;
  /** Block or vertex whose bytes say what the transaction does. */
  container?: string;
}

/** Which list to read, and from where. */
interface ListRange {
  /** The last position shown. */
  position: string | undefined;
  size: number;
}

/**
 * Transactions of all known forms of an address that match a filter, newest first, merged from its lists, after a
 * position: `size` of them, or fewer if a list has to be read further first.
 * @throws FirnError
 */
export async function readAddressTxs(
  identity: Identity,
  filter: TxFilter,
  { position, size = 25 }: { position: MergedPosition; size?: number },
): Promise<AddressTxPage> {
  const sources = await Promise.all(
    listsToQuery(filter, TYPES_BY_LIST, activeL1s(identity)).map(({ list, types }) => {
      const range = { position: position[list], size };
      if (isL1List(list)) return listEvm(identity, { ...filter, list, segment: chainOf(list) }, range);
      if (list === "evm") return listEvm(identity, { ...filter, list, segment: filter.l1 ?? "c" }, range);
      const known = types?.filter((type) => type !== "evm");
      return listUtxoChain(identity, list, { ...timesOf(filter), types: known, ...range });
    }),
  );
  const { rows, hasMore } = mergeNewest(sources, size);
  const described = await withSentences(rows);
  const reached = { ...position };
  const positioned = described.map((row) => {
    reached[row.list] = row.after;
    return { ...row, position: formatPosition(reached) };
  });
  return { rows: positioned, ...(hasMore && { nextPageToken: formatPosition(reached) }) };
}

/** EVM chain ids of the chains beside P, X and C on which an address has transactions. */
export function activeL1s({ chains }: Pick<Identity, "chains">): string[] {
  return chains.flatMap(({ chain }) => (isChain(chain) ? [] : [chain]));
}

const NOTHING: TxSource<Listed> = { rows: [], hasMore: false };

async function listUtxoChain(
  { key, account }: Identity,
  chain: Chain,
  { position: before, size, ...filter }: ListRange & Pick<TxListParams, "types" | "from" | "to">,
): Promise<TxSource<Listed>> {
  const addresses = [key, chain === "c" ? account : undefined].filter((form) => form !== undefined);
  if (addresses.length === 0) return NOTHING;
  const { avaxAssetId } = (await requireStatus()).network;
  const { page } = await readTxs(chain, { ...filter, addresses, before }, { pageSize: size });
  const rowOf = (tx: ListedTx): Listed => {
    const facts = rowFactsOf(tx);
    const change = changeOf(tx, { ...(key && { key }), ...(account && { account }) }, avaxAssetId);
    return {
      list: chain,
      tag: CHAINS[chain].letter,
      id: tx.txHash,
      href: hrefTo("tx", { chain, id: tx.txHash }),
      ...(change !== undefined && { change: { amount: String(change), decimals: 9 } }),
      time: facts.time,
      isInVertex: "vertex" in facts.container,
      after: tx.txHash,
      container: containerName(facts),
    };
  };
  return { rows: page.transactions.map(rowOf), hasMore: page.nextPageToken !== undefined };
}

/**
 * The API starts at a block, not at a transaction: transactions of that block that were already shown are left out
 * here.
 */
async function listEvm(
  { account }: Identity,
  { list, segment, ...filter }: TxFilter & Pick<Listed, "list"> & { segment: string },
  { position, size }: ListRange,
): Promise<TxSource<Listed>> {
  const evm = account === undefined ? undefined : await findEvmChain(segment);
  if (account === undefined || evm === undefined) return NOTHING;
  const [block = 0, index = 0] = position?.split(".").map(Number) ?? [];
  const { from, to } = timesOf(filter);
  const startBlock = from === undefined ? undefined : (await heightUpTo(evm, from - 1)) + 1;
  const lastBlock = position === undefined ? to && (await heightUpTo(evm, to - 1)) : block;
  let pageToken: string | undefined;
  // It ends: a block has a last transaction.
  for (;;) {
    const { transactions, nextPageToken } = await api().get(listTransactions, {
      params: { chainId: evm.evmChainId, address: account },
      query: {
        startBlock,
        endBlock: lastBlock === undefined ? undefined : lastBlock + 1,
        pageSize: pageToken === undefined ? size : STRIDE,
        pageToken,
      },
    });
    const rows = transactions
      .filter(
        ({ nativeTransaction: { blockNumber, blockIndex } }) =>
          position === undefined || Number(blockNumber) < block || blockIndex < index,
      )
      .map((tx): Listed => {
        const tokens = tokenChangesOf(tx, account);
        return {
          list,
          tag: evm.tag,
          ...(isL1List(list) && { l1: { name: evm.name, symbol: evm.symbol } }),
          id: tx.nativeTransaction.txHash,
          href: hrefTo("tx", { chain: evm.segment, id: tx.nativeTransaction.txHash }),
          sentence: describeEvmTxFor(tx, account, evm.symbol),
          ...(tx.nativeTransaction.txStatus === "0" && { failed: statusOf(tx.nativeTransaction) }),
          change: presentChange(changeOfEvm(tx, account)),
          time: tx.nativeTransaction.blockTimestamp,
          ...(tokens.length > 0 && { tokens }),
          after: `${tx.nativeTransaction.blockNumber}.${tx.nativeTransaction.blockIndex}`,
        };
      });
    if (rows.length > 0 || nextPageToken === undefined) return { rows, hasMore: nextPageToken !== undefined };
    pageToken = nextPageToken;
  }
}

function presentChange(wei: bigint | undefined): NonNullable<AddressTx["change"]> {
  return wei === undefined ? "not known" : { amount: String(wei), decimals: 18 };
}

/** Adds to each row its sentence, from the bytes of its block. Without them the row has only its id. */
async function withSentences(rows: readonly Listed[]): Promise<AddressTx[]> {
  const chains = Object.keys(CHAINS) as Chain[];
  const found = await Promise.all(
    chains.map((chain) => {
      const containers = rows.flatMap(({ list, container }) =>
        list === chain && container !== undefined ? [container] : [],
      );
      return containers.length === 0 ? {} : describeBlocks(chain, containers);
    }),
  );
  const sentences: Record<string, string> = Object.assign({}, ...found);
  return rows.map(({ container: _, ...row }) => ({
    ...row,
    sentence: row.sentence ?? sentences[row.id] ?? "Transaction",
  }));
}
