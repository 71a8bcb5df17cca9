import type { AddressTransaction } from "../../contract/data/evm-transactions";
import { type Column, flag, isoTime, type Row, text, whole, withPoint } from "./columns";
import type { PlannedList } from "./folder";

/** One row for each transaction, and for each movement of coin or tokens inside it. */
export const EVM_COLUMNS: readonly Column[] = [
  text("chainId"),
  text("blockNumber"),
  text("blockTime"),
  text("transactionHash"),
  whole("transactionIndex"),
  flag("succeeded"),
  text("methodHash"),
  text("methodName"),
  text("kind"),
  whole("logIndex"),
  text("direction"),
  text("from"),
  text("to"),
  text("contract"),
  text("name"),
  text("symbol"),
  whole("decimals"),
  text("tokenId"),
  text("rawAmount"),
  text("amount"),
  text("rawFee"),
  text("fee"),
];

/** The chain's own coin, as far as it is known. */
type Coin = NonNullable<PlannedList["coin"]>;

interface Movement {
  kind: "native" | "internal" | "erc20" | "erc721" | "erc1155";
  logIndex?: number;
  from: string;
  to: string;
  contract?: string;
  name?: string | undefined;
  symbol?: string | undefined;
  decimals?: number | undefined;
  tokenId?: string;
  value: string;
  /** Wei, of the transaction's own row. */
  fee?: string;
}

/**
 * Rows of a transaction in the list of `address`, one of `addresses` (lower case). A movement between two of them is in both
 * lists, and is a row of the sender's alone.
 */
export function evmRows(
  transaction: AddressTransaction,
  { address, addresses, coin }: { address: string; addresses: ReadonlySet<string>; coin: Coin },
): Row[] {
  const { nativeTransaction: tx } = transaction;
  const has = (party: string) => addresses.has(party.toLowerCase());
  return movementsOf(transaction, coin).flatMap((each): Row[] => {
    const listed = has(each.from) ? each.from : each.to;
    if (listed.toLowerCase() !== address) return [];
    const direction = has(each.from) ? (has(each.to) ? "self" : "out") : "in";
    return [
      [
        tx.chainId,
        tx.blockNumber,
        isoTime(tx.blockTimestamp),
        tx.txHash,
        tx.blockIndex,
        tx.txStatus === "1",
        tx.method?.methodHash ?? null,
        tx.method?.methodName ?? null,
        each.kind,
        each.logIndex ?? null,
        direction,
        each.from,
        each.to,
        each.contract ?? null,
        each.name ?? null,
        each.symbol ?? null,
        each.decimals ?? null,
        each.tokenId ?? null,
        each.value,
        withPoint(each.value, each.decimals),
        each.fee ?? null,
        each.fee === undefined ? null : withPoint(each.fee, coin.decimals),
      ],
    ];
  });
}

/** Inner calls that were undone moved nothing. A failed transaction moved nothing but its fee. */
function movementsOf(
  {
    nativeTransaction: tx,
    internalTransactions = [],
    erc20Transfers = [],
    erc721Transfers = [],
    erc1155Transfers = [],
  }: AddressTransaction,
  coin: Coin,
): Movement[] {
  const of = ({ from, to }: { from: { address: string }; to: { address: string } }) => ({
    from: from.address,
    to: to.address,
  });
  return [
    {
      kind: "native",
      ...of(tx),
      ...coin,
      value: tx.txStatus === "1" ? tx.value : "0",
      fee: String(BigInt(tx.gasUsed) * BigInt(tx.gasPrice)),
    },
    ...internalTransactions
      .filter(({ isReverted }) => !isReverted)
      .map((each): Movement => ({ kind: "internal", ...of(each), ...coin, value: each.value })),
    ...erc20Transfers.map((each): Movement => {
      const { address: contract, name, symbol, decimals } = each.erc20Token;
      const { logIndex, value } = each;
      return { kind: "erc20", ...of(each), logIndex, contract, name, symbol, decimals, value };
    }),
    ...erc721Transfers.map((each): Movement => {
      const { address: contract, name, symbol, tokenId } = each.erc721Token;
      const { logIndex } = each;
      return {
        kind: "erc721",
        ...of(each),
        logIndex,
        contract,
        name,
        symbol,
        decimals: 0,
        tokenId,
        value: "1",
      };
    }),
    ...erc1155Transfers.map((each): Movement => {
      const { address: contract, tokenId, metadata } = each.erc1155Token;
      const { logIndex, value } = each;
      const { name, symbol } = metadata;
      return { kind: "erc1155", ...of(each), logIndex, contract, name, symbol, decimals: 0, tokenId, value };
    }),
  ];
}
