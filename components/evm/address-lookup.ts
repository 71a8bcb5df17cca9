import type { RichAddress } from "@/lib/contract/data/evm";
import type { TransactionDetail } from "@/lib/contract/data/evm-transactions";

/** What is known of an address, at least the address itself. */
export type AddressLookup = (address: string) => RichAddress;

/** Looks addresses up in everything that was answered about a transaction. */
export function addressLookup(detail: TransactionDetail, others: readonly RichAddress[]): AddressLookup {
  const { nativeTransaction: tx, internalTransactions = [] } = detail;
  const transfers = [
    ...(detail.erc20Transfers ?? []),
    ...(detail.erc721Transfers ?? []),
    ...(detail.erc1155Transfers ?? []),
    ...internalTransactions,
  ];
  const known = [tx.from, tx.to, ...transfers.flatMap(({ from, to }) => [from, to]), ...others];
  const byAddress = new Map(known.map((each) => [each.address, each]));
  return (address) => byAddress.get(address) ?? { address };
}
