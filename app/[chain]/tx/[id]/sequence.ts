import { api, settle } from "@/app/server";
import type { Sentence } from "@/components/effects/sentence";
import type { EvmChain } from "@/components/evm/chain";
import { timeOf } from "@/components/evm/time";
import { describeEvmTx } from "@/components/evm/tx/describe-evm-tx";
import type { SequenceRow } from "@/components/evm/tx/sequence";
import {
  type AddressTransaction,
  listTransactions,
  type TransactionDetail,
} from "@/lib/contract/data/evm-transactions";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";

/** Transactions of the sender looked at on each side: what it only received stands between. */
const LOOKED_AT = 25;

/** What a transaction's sender sent before and after it, as far as that stands near. */
export async function readSequence(
  { evmChainId, segment, symbol }: EvmChain,
  { nativeTransaction: tx }: TransactionDetail,
): Promise<SequenceRow[]> {
  const params = { chainId: evmChainId, address: tx.from.address };
  const block = Number(tx.blockNumber);
  const [older, newer] = await Promise.all([
    settle(api().get(listTransactions, { params, query: { endBlock: block + 1, pageSize: LOOKED_AT } })),
    settle(
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

function rowOf({ nativeTransaction: tx }: AddressTransaction, segment: string, { present }: Sentence) {
  return {
    nonce: tx.nonce,
    href: hrefTo("tx", { chain: segment, id: tx.txHash }),
    sentence: present,
    time: timeOf(tx),
  };
}
