import { PAGES } from "../lib/contract/page-table";
import type { EntityPage, PageName, ParamsOf } from "../lib/contract/pages";
import { askApi, findCChainId, findTx, listTxs } from "./firn";

/** An address for every page of the table of addresses. */

interface Detail {
  nativeTransaction: { txHash: string; from: { address: string } };
  erc20Transfers?: { erc20Token: { address: string } }[];
  erc721Transfers?: { erc721Token: { address: string; tokenId: string } }[];
}

/** The first of the C-Chain's newest transactions in which `read` finds something. */
export async function findInDetails<T>(read: (detail: Detail) => T | undefined): Promise<T> {
  const base = `/v1/chains/${await findCChainId()}`;
  for (let block = 100; block > 60; block--) {
    const { transactions } = await askApi<{ transactions: { txHash: string }[] }>(
      `${base}/blocks/${block}/transactions`,
    );
    for (const { txHash } of transactions) {
      const found = read(await askApi<Detail>(`${base}/transactions/${txHash}`));
      if (found !== undefined) return found;
    }
  }
  throw new Error("the recording has no such transaction");
}

async function findL1(): Promise<{ subnetId: string; validators: { validationId: string }[] }> {
  const { l1s } = await askApi<{ l1s: { subnetId: string; activeCount: number }[] }>(
    "/firn/v1/l1s?pageSize=100",
  );
  return askApi(`/firn/v1/l1s/${l1s.find(({ activeCount }) => activeCount > 0)?.subnetId}`);
}

/** An example for each page about an entity. */
const SAMPLES: { [N in EntityPage]: () => Promise<ParamsOf<N>> } = {
  blocks: async () => ({ chain: "x" }),
  block: async () => ({ chain: "p", id: "42" }),
  txs: async () => ({ chain: "c" }),
  tx: async () => ({ chain: "p", id: (await findTx("ImportTx")).txHash }),
  tokens: async () => ({ chain: "c" }),
  collections: async () => ({ chain: "c" }),
  contracts: async () => ({ chain: "c" }),
  accounts: async () => ({ chain: "c" }),
  events: async () => ({ chain: "c" }),
  token: async () => {
    const read = ({ erc20Transfers }: Detail) => erc20Transfers?.[0]?.erc20Token.address;
    return { chain: "c", contract: await findInDetails(read) };
  },
  collection: async () => {
    const read = ({ erc721Transfers }: Detail) => erc721Transfers?.[0]?.erc721Token.address;
    return { chain: "c", contract: await findInDetails(read) };
  },
  nft: async () => {
    const { address, tokenId } = await findInDetails(
      ({ erc721Transfers }) => erc721Transfers?.[0]?.erc721Token,
    );
    return { chain: "c", contract: address, token: tokenId };
  },
  asset: async () => {
    const { assets } = await askApi<{ assets: { assetId: string }[] }>("/firn/v1/assets?pageSize=1");
    return { id: assets[0]?.assetId ?? "" };
  },
  transfer: async () => {
    const exported = (await listTxs("c")).find(({ txType }) => txType === "ExportTx");
    return { id: exported?.txHash ?? "" };
  },
  address: async () => ({ address: "custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj" }),
  validator: async () => {
    const { validators } = await askApi<{ validators: { nodeId: string }[] }>(
      "/firn/v1/validators?pageSize=1",
    );
    return { id: validators[0]?.nodeId ?? "" };
  },
  rewards: async () => ({ id: "custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj" }),
  l1: async () => ({ id: (await findL1()).subnetId }),
  validation: async () => ({ id: (await findL1()).validators[0]?.validationId ?? "" }),
  message: async () => {
    const { messages } = await askApi<{ messages: { messageId: string }[] }>("/firn/v1/messages?pageSize=1");
    return { id: messages[0]?.messageId ?? "" };
  },
  chart: async () => ({ metric: "gas" }),
  docsOf: async () => ({ group: "metrics" }),
  helpOf: async () => ({ page: "settings" }),
  // A session that never existed: its page asks to sign in.
  console: async () => ({ path: "A".repeat(22) }),
};

/** The address of a page, with an example where it is about an entity. */
export async function addressOf(name: PageName): Promise<string> {
  const { [name]: sample } = SAMPLES as Partial<Record<PageName, () => Promise<Record<string, string>>>>;
  const params: Record<string, string> = (await sample?.()) ?? {};
  return PAGES[name].path.replace(/\{(\w+)\}/g, (_, param) => params[param] ?? "");
}
