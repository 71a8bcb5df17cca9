import { headTail } from "../lib/words/format";
import { askApi, expect, findCChainId, test } from "./firn";

/** An NFT: its history, its image from this origin, and reading its metadata again. */

interface Token {
  tokenId: string;
  ownerAddress: string;
  metadata: { imageUri?: string };
}
interface Known {
  /** Paths of the collection in the web and in the API. */
  data: string;
  firn: string;
  href: string;
  token: Token;
}

/** An owned token of the first collection among the C-Chain's transfers. */
async function findToken(): Promise<Known> {
  const chainId = await findCChainId();
  const base = `/v1/chains/${chainId}`;
  for (let block = 80; block < 100; block++) {
    const { transactions } = await askApi<{ transactions: { txHash: string }[] }>(
      `${base}/blocks/${block}/transactions`,
    );
    for (const { txHash } of transactions) {
      const detail = await askApi<{ erc721Transfers?: { erc721Token: { address: string } }[] }>(
        `${base}/transactions/${txHash}`,
      );
      const address = detail.erc721Transfers?.[0]?.erc721Token.address;
      if (address === undefined) continue;
      const data = `${base}/nfts/collections/${address}/tokens`;
      const { tokens } = await askApi<{ tokens: Token[] }>(`${data}?pageSize=100`);
      const token = tokens.find(({ ownerAddress }) => !/^0x0+$/.test(ownerAddress));
      if (token !== undefined)
        return { data, firn: `/firn/v1/chains/${chainId}/nfts/${address}`, href: `/c/nft/${address}`, token };
    }
  }
  throw new Error("the recording moved no token of a collection");
}

test("a token's page shows its history, and reads its metadata again", async ({ page, expectStatus }) => {
  expectStatus(429);
  const { firn, href, token } = await findToken();
  const path = `${firn}/${token.tokenId}`;
  const life = await askApi<{ mintTxHash: string; nextTokenId?: string; attributes: unknown[] }>(path);
  const { transfers } = await askApi<{ transfers: { txHash: string; logIndex: number }[] }>(
    `${path}/transfers`,
  );
  await page.goto(`${href}/${token.tokenId}`);
  const history = page.getByRole("region", { name: "Transfers of this token" });
  await expect(history.locator("tbody tr")).toHaveCount(transfers.length);
  await expect(history.getByRole("link", { name: "Mint" })).toHaveAttribute(
    "href",
    `/c/tx/${life.mintTxHash}`,
  );
  await expect(page.locator("[data-share]")).toHaveCount(life.attributes.length);
  if (life.nextTokenId !== undefined)
    await expect(page.locator("a[rel=next]").first()).toHaveAttribute("href", `${href}/${life.nextTokenId}`);
  await page.getByRole("button", { name: "Read again" }).click();
  // Another run of this test may have asked within the hour.
  await expect(page.getByText(/^(Requested\.|a token's metadata is read again once an hour)/)).toBeVisible();
  const newest = transfers[0];
  await page.goto(`${href}/${token.tokenId}?before=${newest?.txHash}-${newest?.logIndex}`);
  await expect(history.locator("tbody tr")).toHaveCount(transfers.length - 1);
});

test("an image comes from this origin; unknown tokens and malformed positions are 404", async ({
  request,
}) => {
  const { data, firn, href, token } = await findToken();
  const image = await request.get(`${firn}/${token.tokenId}/image`);
  if (image.status() === 200) {
    expect(image.headers()["content-security-policy"]).toContain("sandbox");
    expect(image.headers()["content-type"]).toMatch(/^image\/(png|jpeg|gif|webp|avif)$/);
  } else
    expect([image.status(), token.metadata.imageUri]).toEqual([
      404,
      expect.stringMatching(/^data:image\/svg|^(?!data:)/),
    ]);
  expect(image.headers()["x-content-type-options"]).toContain("nosniff");
  for (const path of [`${href}/${token.tokenId}?before=nope`, `${href}/x`])
    expect((await request.get(path)).status(), path).toBe(400);
  expect((await request.get(`${href}/${2n ** 255n}`)).status()).toBe(404);
  expect((await request.get(`${firn}/${2n ** 255n}/image`)).status()).toBe(404);
  expect((await request.post(`${data}/${2n ** 255n}:reindex`)).status()).toBe(404);
  expect((await request.post(`${data}/${token.tokenId}`)).status()).toBe(405);
});

test("the field of a collection leads to a token, and lists what an owner has of it", async ({
  page,
  request,
}) => {
  const { data, href, token } = await findToken();
  const { ownerAddress } = token;
  await page.goto(href);
  const field = page.getByRole("textbox", { name: "Token number or owner" });
  await field.fill(token.tokenId);
  await field.press("Enter");
  await expect(page).toHaveURL(`${href}/${token.tokenId}`);

  const contract = href.slice(href.lastIndexOf("/") + 1);
  const [chainPath] = data.split("/nfts/");
  const { collectibleBalances } = await askApi<{ collectibleBalances: Token[] }>(
    `${chainPath}/addresses/${ownerAddress}/balances:listCollectibles?contractAddress=${contract}&pageSize=100`,
  );
  const owned = collectibleBalances.map(({ tokenId }) => tokenId);
  const { tokens } = await askApi<{ tokens: Token[] }>(`${data}?pageSize=100`);
  expect(owned).toEqual(
    tokens.filter((one) => one.ownerAddress === ownerAddress).map(({ tokenId }) => tokenId),
  );
  expect(owned.length).toBeLessThan(tokens.length);
  await page.goto(href);
  await field.fill(ownerAddress);
  await field.press("Enter");
  await page.getByRole("link", { name: "Table" }).click();
  await expect(page).toHaveURL(new RegExp(`tab=table&find=${ownerAddress}$`, "i"));
  await expect(page.locator("tbody tr")).toHaveCount(owned.length);
  const csv = await request.get((await page.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "");
  const lines = (await csv.text()).trim().split("\r\n").slice(1);
  expect(lines.map((line) => line.split(",")[0]?.replace(/\D/g, ""))).toEqual(owned);
  await page.getByRole("link", { name: `owner ${headTail(ownerAddress)}, remove filter` }).click();
  await expect(page.locator("tbody tr")).toHaveCount(Math.min(tokens.length, 25));

  await page.goto(`${href}?find=0x${"12".repeat(20)}`);
  await expect(page.getByText("This address has no token of the collection.")).toBeVisible();
  expect((await request.get(`${href}?find=ice`)).status()).toBe(400);
  expect((await request.get(`${href}?find=${2n ** 255n}`)).status()).toBe(404);
});

test("the file of an owner's tokens of an ERC-1155 says how many of each", async ({ request }) => {
  const { chainId, token, holder } = await findHeldUnits();
  const { collectibleBalances } = await askApi<{
    collectibleBalances: { tokenId: string; balance: string }[];
  }>(
    `/v1/chains/${chainId}/addresses/${holder}/balances:listCollectibles?contractAddress=${token}&pageSize=100`,
  );
  expect(collectibleBalances.length).toBeGreaterThan(0);
  const csv = await request.get(`/c/token/${token}/csv?list=tokens&owner=${holder}`);
  const [head, ...lines] = (await csv.text()).trim().split("\r\n");
  const cellsOf = (line = "") => line.replace(/[\uFEFF"=]/g, "").split(",");
  const at = (name: string) => cellsOf(head).indexOf(name);
  expect(lines.map((line) => [cellsOf(line)[at("token_id")], cellsOf(line)[at("balance")]])).toEqual(
    collectibleBalances.map(({ tokenId, balance }) => [tokenId, balance]),
  );
});

/** Somebody who has units of an ERC-1155 on the C-Chain. */
async function findHeldUnits(): Promise<{ chainId: string; token: string; holder: string }> {
  const chainId = await findCChainId();
  const { transactions } = await askApi<{ transactions: { txHash: string }[] }>(
    `/v1/chains/${chainId}/transactions?pageSize=100`,
  );
  for (const { txHash } of transactions) {
    const { erc1155Transfers = [] } = await askApi<{
      erc1155Transfers?: { erc1155Token: { address: string }; to: { address: string } }[];
    }>(`/v1/chains/${chainId}/transactions/${txHash}`);
    for (const { erc1155Token, to } of erc1155Transfers)
      if (!/^0x0+$/.test(to.address)) return { chainId, token: erc1155Token.address, holder: to.address };
  }
  throw new Error("the newest 100 transactions moved no ERC-1155");
}
