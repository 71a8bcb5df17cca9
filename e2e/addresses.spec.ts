import type { APIRequestContext } from "@playwright/test";
import { askApi, CHAIN_PATHS, expect, findCChainId, findTx, test } from "./firn";
import { findInDetails } from "./samples";

/** Every way to write the address of a thing leads to the one that it has. */

const ALICE = "custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj";
const NODE = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const UNKNOWN = "WBVaWFoundqRbet928VeZtChcB6fYkrLq9SVruMP7vb3Gsp43";

/** Status and target of an address, without following it. */
async function ask(request: APIRequestContext, address: string): Promise<[number, string | undefined]> {
  const answer = await request.get(address, { maxRedirects: 0 });
  const { location } = answer.headers();
  return [answer.status(), location?.replace(/^https?:\/\/[^/]+/, "")];
}

test("EIP-3091 at the root is the C-Chain's, and under a chain that chain's", async ({ request }) => {
  const chainId = await findCChainId();
  const { nativeTransaction: tx } = await findInDetails((detail) => detail);
  const token = await findInDetails(({ erc20Transfers }) => erc20Transfers?.[0]?.erc20Token.address);
  const nft = await findInDetails(({ erc721Transfers }) => erc721Transfers?.[0]?.erc721Token);
  const { address } = tx.from;
  const forms: [string, string][] = [
    [`/tx/${tx.txHash}`, `/c/tx/${tx.txHash}`],
    [`/tx/${tx.txHash.toUpperCase().replace("0X", "0x")}`, `/c/tx/${tx.txHash}`],
    ["/block/5", "/c/block/5"],
    ["/blocks", "/c/blocks"],
    ["/txs", "/c/txs"],
    [`/token/${token.toLowerCase()}`, `/c/token/${token}`],
    [`/nft/${nft.address}`, `/c/nft/${nft.address}`],
    [`/nft/${nft.address}/${nft.tokenId}`, `/c/nft/${nft.address}/${nft.tokenId}`],
    [`/${chainId}/tx/${tx.txHash}`, `/c/tx/${tx.txHash}`],
    [`/${chainId}/block/5`, "/c/block/5"],
    [`/${chainId}/token/${token}`, `/c/token/${token}`],
    [`/c/address/${address}`, `/address/${address}?chain=c`],
    [`/p/address/P-${ALICE}`, `/address/${ALICE}`],
    [`/address/P-${ALICE}`, `/address/${ALICE}`],
    [`/address/${ALICE.toUpperCase()}`, `/address/${ALICE}`],
    ["/P/block/042", "/p/block/42"],
  ];
  for (const [form, canonical] of forms) {
    expect(await ask(request, form), form).toEqual([308, canonical]);
    expect((await ask(request, canonical))[0], canonical).toBe(200);
  }
});

test("a redirect keeps the query", async ({ request }) => {
  const { blockHash } = await askApi<{ blockHash: string }>(`${CHAIN_PATHS.p}/blocks/42`);
  const { txHash } = await findTx("ImportTx");
  const forms: [string, string][] = [
    [`/p/block/${blockHash}?raw=json`, "/p/block/42?raw=json"],
    ["/p/block/042?raw=json&utm=1", "/p/block/42?raw=json&utm=1"],
    ["/block/5?raw=json", "/c/block/5?raw=json"],
    [`/address/P-${ALICE}?tab=utxos`, `/address/${ALICE}?tab=utxos`],
    [`/P/tx/${txHash}?flow=table&list=flow&from=2`, `/p/tx/${txHash}?flow=table&list=flow&from=2`],
  ];
  for (const [form, canonical] of forms) expect(await ask(request, form), form).toEqual([308, canonical]);
});

test("an id at the root leads where a search for it does", async ({ request }) => {
  const { txHash } = await findTx("ImportTx");
  const { blockHash } = await askApi<{ blockHash: string }>(`${CHAIN_PATHS.c}/blocks/42`);
  const forms: [string, string][] = [
    [`/${txHash}`, `/p/tx/${txHash}`],
    [`/${blockHash}`, "/c/block/42"],
    [`/${blockHash.slice(2)}`, "/c/block/42"],
    [`/${NODE}`, `/validator/${NODE}`],
    [`/P-${ALICE}`, `/address/${ALICE}`],
    ["/42", "/search?q=42"],
    [`/tx/${txHash}`, `/p/tx/${txHash}`],
  ];
  for (const [form, target] of forms) expect(await ask(request, form), form).toEqual([307, target]);
});

test("what is not there is 404, what can't be is 400, and both have the whole page", async ({
  page,
  expectStatus,
}) => {
  expectStatus(404);
  expectStatus(400);
  const addresses: [string, number, string][] = [
    [`/p/tx/${UNKNOWN}`, 404, "This node has no P-Chain transaction with that id"],
    [`/tx/0x${"ab".repeat(32)}`, 404, "This Firn has no C-Chain transaction with that hash"],
    ["/p/block/999999", 404, "This node has no P-Chain block 999,999"],
    [`/${UNKNOWN}`, 404, `No match for “${UNKNOWN}”`],
    ["/nothing/here", 404, "There is no page at this address"],
    [`/validator/NodeID-111111111111111111116DBWJs`, 404, "This node has never validated here"],
    ["/l1/nobody", 404, "No subnet or L1 “nobody” here"],
    [`/p/tx/${UNKNOWN.slice(0, -1)}4`, 400, "Not the id of a transaction"],
    ["/address/0x1d813260280Edc736dDd3F0cc1F90a794Ec41377", 400, "Not an address of this network"],
    ["/p/blocks?before=never", 400, "There is no such list"],
  ];
  for (const [address, status, title] of addresses) {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(status);
    await expect(page.getByRole("heading", { level: 1 }), address).toHaveText(title);
    await expect(page.getByRole("banner"), address).toBeVisible();
    expect(await page.title(), address).toContain(title);
  }
});

test("an address with a wrong checksum says so, and can be opened without it", async ({
  page,
  expectStatus,
}) => {
  expectStatus(404);
  expectStatus(400);
  const mistyped = "0x1d813260280Edc736dDd3F0cc1F90a794Ec41377";
  await page.goto(`/search?q=${mistyped}`);
  await expect(page.getByRole("main")).toContainText("Its checksum does not match");
  await page.getByRole("link", { name: "Open it anyway" }).click();
  await expect(page).toHaveURL(/\/address\/0x1D813260280Edc736dDd3F0cc1F90a794Ec41377$/);
});

test("a page says elsewhere what it is about, with a card drawn here", async ({ page, request }) => {
  await page.goto("/p/block/42");
  const content = (name: string) =>
    page.locator(`meta[name="${name}"], meta[property="${name}"]`).first().getAttribute("content");
  expect(await content("description")).toMatch(/^P-Chain block 42/);
  expect(await content("og:title")).toMatch(/^P-Chain block 42/);
  const image = (await content("og:image")) ?? "";
  expect(image).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/card\?of=/);
  const card = await request.get(image);
  expect([card.status(), card.headers()["content-type"]]).toEqual([200, "image/png"]);
  expect(card.headers()["cache-control"]).toContain("max-age=86400");
  expect((await card.body()).subarray(1, 4).toString()).toBe("PNG");
  for (const of of ["/p/block/999999", "/p/blocks", "/nothing", "//"])
    expect((await request.get(`/card?of=${encodeURIComponent(of)}`)).status(), of).toBe(404);
});

test("a browser can search from its own bar", async ({ page, request }) => {
  await page.goto("/");
  const href = await page.locator('link[rel="search"]').getAttribute("href");
  const description = await request.get(href ?? "");
  expect(description.headers()["content-type"]).toContain("application/opensearchdescription+xml");
  const [, template = ""] = /template="([^"]+)"/.exec(await description.text()) ?? [];
  const { origin } = new URL(page.url());
  expect(template).toBe(`${origin}/search?q={searchTerms}`);
  await page.goto(template.replace("{searchTerms}", "C-Chain"));
  await expect(page).toHaveURL(/\/c\/blocks$/);
  for (const icon of ["/favicon.ico", "/apple-touch-icon.png"])
    expect((await request.get(icon)).status(), icon).toBe(200);
});
