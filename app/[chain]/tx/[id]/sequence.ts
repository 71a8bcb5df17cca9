import { api, toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { timeOf } from "@/components/evm/time";
import { describeEvmTx } from "@/components/evm/tx/describe-evm-tx";
import type { SequenceRow } from "@/components/evm/tx/sequence";
import { type AddressTransaction, listTransactions } from "@/lib/contract/data/evm-transactions";
import type { FirnEvmTransaction } from "@/lib/contract/firn/evm-transactions";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

/** Transactions of the sender read on each side. Those that it only received are among them. */
const LOOKED_AT = 25;

/** What a transaction's sender sent just before and after it, if that is among the transactions read. */
export async function readSequence(
  { evmChainId, segment, symbol }: EvmChain,
  { nativeTransaction: tx }: FirnEvmTransaction,
): Promise<SequenceRow[]> {
  const params = { chainId: evmChainId, address: tx.from.address };
  const block = Number(tx.blockNumber);
  const [older, newer] = await Promise.all([
    toResult(api().get(listTransactions, { params, query: { endBlock: block + 1, pageSize: LOOKED_AT } })),
    toResult(
      api().get(listTransactions, {
        params,
        query: { startBlock: block, sortOrder: "asc", pageSize: LOOKED_AT },
      }),
    ),
  ]);
  const near = [older, newer].flatMap((page) => (page instanceof FirnError ? [] : page.transactions));
  return [-1, 1].flatMap((step) => {
    const nonce = String(Number(tx.nonce) + step);
    const found = near.find(
      ({ nativeTransaction: one }) => one.from.address === tx.from.address && one.nonce === nonce,
    );
    return found === undefined ? [] : [rowOf(found, segment, describeEvmTx(found, symbol))];
  });
}

function rowOf({ nativeTransaction: tx }: AddressTransaction, segment: string, sentence: string) {
  return {
    nonce: tx.nonce,
    href: hrefTo("tx", { chain: segment, id: tx.txHash }),
    sentence,
    time: timeOf(tx),
  };
}
