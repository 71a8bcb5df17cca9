import { PAGES } from "../lib/contract/page-table";
import type { PageName } from "../lib/contract/pages";
import { askApi, findCChainId, findTx, listTxs } from "./firn";
import { addressOf } from "./samples";

/** Kinds of pages that share an address with another kind. */
const KINDS: Record<string, () => Promise<string>> = {
  "a P-Chain list of transactions": async () => "/p/txs",
  "a C-Chain list of blocks": async () => "/c/blocks",
  "a C-Chain block": async () => "/c/block/100",
  "block 0": async () => "/p/block/0",
  "a staking transaction": async () => `/p/tx/${(await findTx("AddPermissionlessDelegatorTx")).txHash}`,
  "a conversion": async () => `/p/tx/${(await findTx("ConvertSubnetToL1Tx")).txHash}`,
  "an X-Chain transaction": async () => `/x/tx/${(await listTxs("x"))[0]?.txHash}`,
  "an EVM transaction": async () => `/c/tx/${await newestEvmTx()}`,
  "an EVM transaction, raw": async () => `/c/tx/${await newestEvmTx()}?input=hex&raw=json`,
  "a balance over time": async () => `${await addressOf("address")}?tab=balance`,
  "the chart of lags": async () => "/charts/lag?chain=c",
  "an unknown page": async () => "/nothing/here",
  "a search without a result": async () => "/search?q=zzzz",
};

async function newestEvmTx(): Promise<string> {
  const chainId = await findCChainId();
  const { transactions } = await askApi<{ transactions: { txHash: string }[] }>(
    `/v1/chains/${chainId}/transactions?pageSize=1`,
  );
  return transactions[0]?.txHash ?? "";
}

/** Every kind of page by name, and where an example of it is. */
export const PLACES: readonly (readonly [name: string, address: () => Promise<string>])[] = [
  ...(Object.keys(PAGES) as PageName[]).map((name) => [`the page "${name}"`, () => addressOf(name)] as const),
  ...Object.entries(KINDS),
];
