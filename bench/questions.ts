import type { BusyPayer } from "./busy-payer";
import { walk } from "./requests";

/** Size of a page that an address fills in the smallest store too, so that equal pages are compared. */
const FEW = 2;

export interface Question {
  what: string;
  url: string;
}

/** The same questions for each store of the generated chain: about its newest transaction, its sender and its token. */
export async function evmQuestions(api: string): Promise<Question[]> {
  const chain = `${api}/v1/chains/99999`;
  const { transactions } = await ask<{ transactions: Native[] }>(`${chain}/transactions?pageSize=1`);
  const [newest] = transactions;
  if (newest === undefined) throw new Error(`${api} has no transactions`);
  const metrics = `${api}/v2/chains/99999`;
  const wallet = `${chain}/addresses/${newest.from.address}`;
  const deep = await walk(`${chain}/tokens/${newest.to.address}/transfers?pageSize=100`, 20);
  return [
    { what: "one transaction", url: `${chain}/transactions/${newest.txHash}` },
    { what: "transactions of an address", url: `${wallet}/transactions?pageSize=${FEW}` },
    { what: "native transactions of an address", url: `${wallet}/transactions:listNative?pageSize=${FEW}` },
    { what: "ERC-20 transfers of an address", url: `${wallet}/transactions:listErc20?pageSize=${FEW}` },
    { what: "ERC-20 balances of an address", url: `${wallet}/balances:listErc20?pageSize=${FEW}` },
    { what: "transfers of a token", url: `${chain}/tokens/${newest.to.address}/transfers?pageSize=100` },
    {
      what: "page 21 of them",
      url: `${chain}/tokens/${newest.to.address}/transfers?pageSize=100&pageToken=${deep}`,
    },
    { what: "latest blocks", url: `${chain}/blocks?pageSize=100` },
    { what: "latest transactions", url: `${chain}/transactions?pageSize=100` },
    { what: "average TPS by day", url: `${api}/v1/avg_tps/99999` },
    { what: "transactions by hour", url: `${metrics}/metrics/txCount?timeInterval=hour&pageSize=100` },
    { what: "recent addresses", url: `${metrics}/rollingWindowMetrics/activeAddresses` },
  ];
}

interface Native {
  txHash: string;
  from: { address: string };
  to: { address: string };
}

async function ask<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Questions about the address with most transactions on the generated P-Chain. */
export async function payerQuestions(api: string, { large, small }: BusyPayer): Promise<Question[]> {
  const chain = `${api}/v1/networks/fuji/blockchains/p-chain`;
  const list = `${chain}/transactions?pageSize=100&addresses=`;
  const { transactions } = await ask<{ transactions: { txHash: string }[] }>(`${list}${small}`);
  const deep = await walk(`${list}${large}`, 20);
  return [
    { what: "one P-Chain transaction", url: `${chain}/transactions/${transactions[0]?.txHash}` },
    { what: "100 transactions of an address with a hundred", url: `${list}${small}` },
    { what: "100 transactions of the payer", url: `${list}${large}` },
    { what: "page 21 of them", url: `${list}${large}&pageToken=${deep}` },
    { what: "balances over its outputs", url: `${chain}/balances?addresses=${large}` },
    { what: "its balances by day", url: `${api}/firn/v1/addresses/${large}/balances?chain=p` },
    { what: "100 of its outputs", url: `${chain}/utxos?pageSize=100&addresses=${large}` },
  ];
}
