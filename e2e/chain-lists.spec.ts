import { askApi, expect, findCChainId, test } from "./firn";

/** Lists of tokens, collections, contracts, accounts and assets, and a chain that has none. */

const LISTS = [
  { path: "/c/tokens", name: "C-Chain tokens", route: "tokens" },
  { path: "/c/collections", name: "C-Chain collections", route: "collections" },
  { path: "/c/contracts", name: "C-Chain contracts", route: "contracts" },
  { path: "/c/accounts", name: "C-Chain accounts", route: "accounts" },
] as const;

interface Listed {
  tokens?: { address: string }[];
  contracts?: { contract: { address: string } }[];
  accounts?: { account: { address: string } }[];
}

for (const { path, name, route } of LISTS)
  test(`${path} has the rows of the API, in its order, and as CSV`, async ({ page }) => {
    const body = await askApi<Listed>(`/firn/v1/chains/${await findCChainId()}/${route}`);
    const addresses = [
      ...(body.tokens ?? []).map(({ address }) => address),
      ...(body.contracts ?? []).map(({ contract }) => contract.address),
      ...(body.accounts ?? []).map(({ account }) => account.address),
    ];
    expect(addresses.length).toBeGreaterThan(0);
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await expect(page).toHaveTitle(new RegExp(`^${name}`));
    const rows = page.getByRole("region", { name: new RegExp(name) }).locator("tbody tr[id]");
    await expect(rows).toHaveCount(addresses.length);
    expect(await rows.evaluateAll((all) => all.map(({ id }) => id.replace(/^row-/, "")))).toEqual(addresses);
    const href = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
    const csv = await (await page.request.get(href ?? "")).text();
    for (const address of addresses) expect(csv).toContain(address);
  });

test("a list of tokens is sorted by its heads, and its position has an address", async ({ page }) => {
  await page.goto("/c/tokens");
  const ids = () =>
    page.locator("tbody tr[id]").evaluateAll((all) => all.map(({ id }) => id.replace(/^row-/, "")));
  await page.getByRole("columnheader", { name: "Created" }).getByRole("link").click();
  await expect(page).toHaveURL("/c/tokens?sort=newest");
  await expect(page.getByRole("columnheader", { name: "Created" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  const [first = "", ...rest] = await ids();
  await page.goto(`/c/tokens?sort=newest&after=${first}`);
  expect(await ids()).toEqual(rest);
});

test("tokens are sorted by their supply and by the transfers of a day, too", async ({ page }) => {
  const chainId = await findCChainId();
  await page.goto("/c/tokens");
  for (const [head, sort] of [
    ["Supply", "supply"],
    ["Last day", "transfersOfDay"],
  ] as const) {
    await page.getByRole("columnheader", { name: head }).getByRole("link").click();
    await expect(page).toHaveURL(`/c/tokens?sort=${sort}`);
    await expect(page.getByRole("columnheader", { name: head })).toHaveAttribute("aria-sort", "descending");
    const { tokens } = await askApi<Listed>(`/firn/v1/chains/${chainId}/tokens?sort=${sort}`);
    const shown = await page.locator("tbody tr[id]").evaluateAll((all) => all.map(({ id }) => id.slice(4)));
    expect(shown).toEqual(tokens?.map(({ address }) => address));
  }
});

test("the head and the lists of a chain lead to each other", async ({ page }) => {
  await page.goto("/c/txs");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tokens" }).click();
  await expect(page).toHaveURL("/c/tokens");
  const lists = page.getByRole("group", { name: "Lists of C-Chain" });
  for (const [name, path] of [
    ["Collections", "/c/collections"],
    ["Contracts", "/c/contracts"],
    ["Accounts", "/c/accounts"],
  ] as const) {
    await lists.getByRole("link", { name }).click();
    await expect(page).toHaveURL(path);
    await expect(lists.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  }
  await page.goto("/x/txs");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tokens" }).click();
  await expect(page).toHaveURL("/x/assets");
});

test("the accounts of a chain have their months, each as the metrics count it", async ({ page }) => {
  const { results } = await askApi<{ results: { value: number }[] }>(
    `/v2/chains/${await findCChainId()}/metrics/activeAddresses?timeInterval=month`,
  );
  await page.goto("/c/accounts");
  const months = page.getByRole("region", { name: "Activity by month" }).locator("tbody tr");
  await expect(months).toHaveCount(results.length);
  await expect(months.first()).toContainText(String(results[0]?.value));
});

test("an asset has its facts, holders and transactions, and the search leads to it", async ({ page }) => {
  const { assets } = await askApi<{ assets: { assetId: string; name: string; ofGenesis: boolean }[] }>(
    "/firn/v1/assets?pageSize=100",
  );
  await page.goto("/x/assets");
  await expect(page.locator("tbody tr[id]")).toHaveCount(Math.min(25, assets.length));
  const asset = assets.find(({ ofGenesis }) => !ofGenesis);
  const { readings } = await askApi<{ readings: { href?: string }[] }>(
    `/firn/v1/search?q=${encodeURIComponent(asset?.name ?? "")}`,
  );
  expect(readings.map(({ href }) => href)).toContain(`/x/asset/${asset?.assetId}`);
  await page.goto(`/x/asset/${asset?.assetId}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(asset?.name ?? "");
  await expect(
    page.getByRole("region", { name: /^Transactions of this asset/ }).locator("tbody tr"),
  ).not.toHaveCount(0);
  await expect(page.getByText("Supply", { exact: true })).toBeVisible();
});

test("AVAX has a page too", async ({ page }) => {
  const { network } = await askApi<{ network: { avaxAssetId?: string } }>("/firn/v1/status");
  await page.goto(`/x/asset/${network.avaxAssetId}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Avalanche");
  await expect(page.getByText("by the P-Chain")).toBeVisible();
  const supply = await askApi<Record<string, string>>("/v1/avax/supply");
  const titles = await page
    .getByRole("region", { name: /^AVAX in existence/ })
    .locator("dd span[title]")
    .evaluateAll((all) => all.map((amount) => amount.getAttribute("title")?.replace(/[^\d.]/g, "")));
  const shown = "genesisUnlock totalRewards totalPBurned totalXBurned totalCBurned totalSupply totalStaked";
  expect(titles).toEqual([...shown.split(" "), "totalLocked"].map((name) => supply[name]));
});

test("a chain that is not indexed says so, with what would index it", async ({ page, expectStatus }) => {
  expectStatus(404);
  const response = await page.goto("/424242/tokens");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("EVM chain 424242: not indexed here");
  await expect(page.getByText(/^FIRN_EVM_CHAINS=/)).toBeVisible();
});

test("an unknown asset and a list that no chain has are 404 in words", async ({ page, expectStatus }) => {
  expectStatus(404);
  expectStatus(400);
  for (const path of ["/p/tokens", `/x/asset/${"1".repeat(49)}`, "/c/tokens?sort=age"]) {
    const response = await page.goto(path);
    expect([400, 404], path).toContain(response?.status());
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});
