import type { RichAddress } from "@/lib/contract/data/evm";
import type { TransactionDetail } from "@/lib/contract/data/evm-transactions";

/** What is known of an address, at least the address. */
export type NameParty = (address: string) => RichAddress;

/** By all that answers about a transaction say of those it names. */
export function openParties(detail: TransactionDetail, others: readonly RichAddress[]): NameParty {
  const { nativeTransaction: tx, internalTransactions = [] } = detail;
  const transfers = [
    ...(detail.erc20Transfers ?? []),
    ...(detail.erc721Transfers ?? []),
    ...(detail.erc1155Transfers ?? []),
    ...internalTransactions,
  ];
  const known = [tx.from, tx.to, ...transfers.flatMap(({ from, to }) => [from, to]), ...others];
  const byAddress = new Map(known.map((party) => [party.address, party]));
  return (address) => byAddress.get(address) ?? { address };
}
