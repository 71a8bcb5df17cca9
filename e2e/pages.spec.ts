import { type EntityPage, hrefTo, PAGES, type PageName, type ParamsOf } from "../lib/contract/pages";
import { askApi, expect, findTx, listTxs, test } from "./firn";

/** Every page of the table of addresses, opened by the address that the table writes. */

interface Detail {
  erc20Transfers?: { erc20Token: { address: string } }[];
  erc721Transfers?: { erc721Token: { address: string; tokenId: string } }[];
}

/** The first of the C-Chain's newest transactions in which `read` finds something. */
async function findInDetails<T>(read: (detail: Detail) => T | undefined): Promise<T> {
  const { chains } = await askApi<{ chains: { chainId: string; chainName: string }[] }>("/v1/chains");
  const base = `/v1/chains/${chains.find(({ chainName }) => chainName === "C-Chain")?.chainId}`;
  for (let block = 100; block > 60; block--) {
    const { transactions } = await askApi<{ transactions: { txHash: string }[] }>(
      `${base}/blocks/${block}/transactions`,
    );
    for (const { txHash } of transactions) {
      const found = read(await askApi<Detail>(`${base}/transactions/${txHash}`));
      if (found !== undefined) return found;
    }
  }
  throw new Error("the recording moved no such token");
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
  l1: async () => ({ id: (await findL1()).subnetId }),
  validation: async () => ({ id: (await findL1()).validators[0]?.validationId ?? "" }),
  chart: async () => ({ metric: "gas" }),
  // A session that never existed: its page asks to sign in.
  console: async () => ({ path: "A".repeat(22) }),
};

async function addressOf(name: PageName): Promise<string> {
  const { [name]: sample } = SAMPLES as Partial<Record<PageName, () => Promise<Record<string, string>>>>;
  const params: Record<string, string> = (await sample?.()) ?? {};
  return PAGES[name].path.replace(/\{(\w+)\}/g, (_, param) => params[param] ?? "");
}

for (const name of Object.keys(PAGES) as PageName[]) {
  test(`the page "${name}" opens at its address`, async ({ page }) => {
    const address = await addressOf(name);
    const response = await page.goto(address);
    expect(response?.status()).toBe(200);
    // The charts have no address of their own, so they redirect to the first chart.
    await expect(page).toHaveURL(name === "charts" ? hrefTo("chart", { metric: "tps" }) : address);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
}
