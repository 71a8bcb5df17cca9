import { askApi, CHAIN_PATHS, expect, findCChainId, test } from "./firn";

/** One address on three chains: search, every form of it, balances now and in the past, each tab. */

interface Utxo {
  addresses: string[];
  consumingTxHash?: string;
  threshold?: number;
}

/** The sole owner of the newest output: it has spent something and owns something. */
async function anyAddress(): Promise<string> {
  const { transactions } = await askApi<{ transactions: { consumedUtxos: Utxo[]; emittedUtxos: Utxo[] }[] }>(
    "transactions?pageSize=100",
  );
  const own = transactions.find(
    ({ consumedUtxos, emittedUtxos }) =>
      consumedUtxos[0]?.addresses.length === 1 &&
      emittedUtxos.some(
        ({ addresses, consumingTxHash }) =>
          consumingTxHash === undefined && addresses.join() === consumedUtxos[0]?.addresses.join(),
      ),
  );
  const [address] = own?.consumedUtxos[0]?.addresses ?? [];
  if (address === undefined) throw new Error("the recording has no address that spends and keeps");
  return address;
}

/** The sender of the C-Chain's newest EVM transaction, and the chain's id. */
async function anyAccount(): Promise<{ account: string; evm: string }> {
  const evm = await findCChainId();
  const { transactions } = await askApi<{ transactions: { from: { address: string } }[] }>(
    `/v1/chains/${evm}/transactions`,
  );
  return { account: transactions[0]?.from.address ?? "", evm };
}

interface Approval {
  form: string;
  spender: { address: string };
  txHash: string;
}

/** A sender on the C-Chain who let others move its tokens. */
async function anyOwner(): Promise<{ owner: string; approvals: Approval[] }> {
  const evm = await findCChainId();
  const { transactions } = await askApi<{ transactions: { from: { address: string } }[] }>(
    `/v1/chains/${evm}/transactions?pageSize=100`,
  );
  for (const owner of new Set(transactions.map(({ from }) => from.address))) {
    const { approvals } = await askApi<{ approvals: Approval[] }>(
      `/firn/v1/chains/${evm}/addresses/${owner}/approvals`,
    );
    if (approvals.length > 0) return { owner, approvals };
  }
  throw new Error("nobody in the recording approved anything");
}

function sumOf(balances: { symbol: string; amount: string }[]): bigint {
  return balances.reduce((sum, { symbol, amount }) => (symbol === "AVAX" ? sum + BigInt(amount) : sum), 0n);
}

test("an address is found, and each of its tabs answers", async ({ page }) => {
  const address = await anyAddress();
  await page.goto("/");
  await page.getByRole("main").getByRole("combobox").fill(`P-${address}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/address/${address}$`));
  await expect(page.getByRole("region", { name: "Balances", exact: true })).toBeVisible();
  for (const [name, seen] of [
    ["UTXOs", /UTXO/],
    ["Staking", /stake/i],
    ["Balance over time", /Balance per UTC day/],
    ["Token transfers", /transfer|form of this address/i],
    ["Tokens", /token|form of this address/i],
    ["NFTs", /NFT|form of this address/i],
    ["Approvals", /approval|nobody else|form of this address/i],
    ["Internal transfers", /transaction|form of this address/i],
    ["Created contracts", /contract|form of this address/i],
    ["Transactions", /Age/],
  ] as const) {
    await page
      .getByRole("navigation", { name: "Sections" })
      .getByRole("link", { name: new RegExp(`^${name}`) })
      .click();
    await expect(
      page
        .getByRole("link", { name: new RegExp(`^${name}`), exact: false })
        .and(page.locator("[aria-current=page]")),
    ).toBeVisible();
    await expect(page.getByRole("main")).toContainText(seen);
  }
});

test("balances equal the API's, now and at a past time", async ({ page }) => {
  const address = await anyAddress();
  const { blocks } = await askApi<{ blocks: { blockTimestamp: number }[] }>("blocks?pageSize=100");
  const then = blocks.at(-1)?.blockTimestamp ?? 0;
  const amounts: string[] = [];
  for (const [query, at] of [
    ["", ""],
    [`&blockTimestamp=${then}`, `?at=${new Date(then * 1000).toISOString().slice(0, 19)}`],
  ]) {
    const { balances } = await askApi<{
      balances: { unlockedUnstaked: { symbol: string; amount: string }[] };
    }>(`balances?addresses=${address}${query}`);
    await page.goto(`/address/${address}${at}`);
    const row = page.getByRole("row", { name: /P-Chain/ }).first();
    const unlocked = sumOf(balances.unlockedUnstaked);
    await expect(row).toBeVisible();
    const amount = row.getByRole("cell").first().locator("[title]");
    const shown = (await amount.count()) === 0 ? "0" : ((await amount.textContent()) ?? "");
    expect(BigInt(nanos(shown))).toBe(unlocked);
    amounts.push(shown);
  }
  expect(amounts[0]).not.toBe(amounts[1]);
  await expect(page.getByRole("region", { name: "Balances", exact: true })).toContainText(
    "As of the last block up to",
  );
});

/** `1,234.5` → `1234500000000`. */
function nanos(text: string): string {
  const [whole = "", fraction = ""] = text.replaceAll(",", "").split(".");
  return whole + fraction.padEnd(9, "0");
}

test("a time that cannot be answered gives a message beside the field, and current balances", async ({
  page,
}) => {
  const address = await anyAddress();
  for (const at of ["yesterday", "2999-01-01"]) {
    await page.goto(`/address/${address}?at=${at}`);
    await expect(page.getByRole("textbox", { name: "Date or UTC time" })).toHaveAccessibleDescription(/\w/);
    await expect(page.getByRole("region", { name: "Balances", exact: true })).not.toContainText(
      "As of the last block",
    );
  }
});

test("before the genesis, P- and X-Chain balances are empty", async ({ page }) => {
  await page.goto(`/address/${await anyAddress()}?at=1980-01-01`);
  const balances = page.getByRole("region", { name: "Balances", exact: true });
  await expect(balances).toContainText("1 Jan 1980");
  for (const chain of ["P-Chain", "X-Chain"])
    await expect(balances.getByRole("row", { name: chain }).first().getByRole("cell").last()).toHaveText(
      /^(Total)?0$/,
    );
});

test("a signature links both forms of a key, from either one", async ({ page }) => {
  const address = await anyAddress();
  await page.goto(`/address/${address}`);
  const account =
    (await page
      .getByTitle(/^0x[0-9a-fA-F]{40}$/)
      .first()
      .getAttribute("title")) ?? "";
  expect(account).toMatch(/^0x[0-9a-fA-F]{40}$/);
  await page
    .getByRole("main")
    .getByTitle(/has all three forms/)
    .getByRole("link")
    .click();
  await expect(page.getByRole("main")).toContainText(address);

  const sender = await anyAccount();
  await page.goto(`/address/${sender.account}`);
  await expect(page.getByTitle(/^P-[a-z]+1[02-9ac-hj-np-z]{38}$/).first()).toBeVisible();
});

test("every form of an address redirects to the canonical one and keeps the query", async ({ request }) => {
  const address = await anyAddress();
  const { account } = await anyAccount();
  for (const [form, canonical] of [
    [`P-${address}`, address],
    [`X-${address}`, address],
    [`c-${address}`, address],
    [address.toUpperCase(), address],
    [account.toLowerCase(), account],
    [`0x${account.slice(2).toUpperCase()}`, account],
  ]) {
    const answer = await request.get(`/address/${form}?tab=utxos`, { maxRedirects: 0 });
    expect(answer.status(), form).toBe(308);
    expect(answer.headers().location, form).toMatch(new RegExp(`/address/${canonical}\\?tab=utxos$`));
  }
});

test("a malformed address is a 400 with its reason; an unused address is an empty page", async ({
  page,
  request,
  expectStatus,
}) => {
  expectStatus(400);
  const address = await anyAddress();
  const wrong = `${address.slice(0, -1)}${address.endsWith("q") ? "p" : "q"}`;
  for (const path of [wrong, "0x1234", `${address}?tab=nope`, `${address}?before=x`])
    expect((await request.get(`/address/${path}`)).status(), path).toBe(400);
  expect((await request.get(`/address/${address}/nothing`)).status()).toBe(404);
  await page.goto(`/address/${wrong}`);
  await expect(page.getByRole("main")).toContainText("its checksum is wrong");

  const unused = `0x${"12".repeat(20)}`;
  await page.goto(`/address/${unused}`);
  await expect(page.getByRole("main")).toContainText("No transactions here");
  await expect(page.getByRole("main")).toContainText("unknown until this key signs");
});

test("merged transactions page on, also without script, and hold every chain's transactions", async ({
  browser,
}) => {
  const address = await anyAddress();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const seen: string[] = [];
  await page.goto(`/address/${address}?chain=p`);
  for (let pages = 0; pages < 20; pages++) {
    seen.push(
      ...(await page
        .locator("tbody tr[id^=row-p-]")
        .evaluateAll((rows) => rows.map(({ id }) => id.slice(6)))),
    );
    const next = page.locator("a[rel=next]");
    if ((await next.count()) === 0) break;
    await next.click();
    await page.waitForURL(/before=/);
  }
  const truth: string[] = [];
  for (let token = ""; ; ) {
    const answer = await askApi<{ transactions: { txHash: string }[]; nextPageToken?: string }>(
      `${CHAIN_PATHS.p}/transactions?addresses=${address}&pageSize=100${token}`,
    );
    truth.push(...answer.transactions.map(({ txHash }) => txHash));
    if (answer.nextPageToken === undefined) break;
    token = `&pageToken=${answer.nextPageToken}`;
  }
  expect(seen).toEqual(truth);
  await context.close();
});

test("transactions are filtered by type and days, and the CSV follows the filter", async ({
  page,
  request,
}) => {
  const address = await anyAddress();
  const { transactions } = await askApi<{ transactions: { txHash: string; txType: string }[] }>(
    `transactions?addresses=${address}&pageSize=100`,
  );
  const type = transactions[0]?.txType ?? "";
  const wanted = transactions.filter(({ txType }) => txType === type).map(({ txHash }) => txHash);
  await page.goto(`/address/${address}?chain=p`);
  await page.getByText("Type", { exact: true }).click();
  await page.getByRole("combobox", { name: "Type" }).selectOption(type);
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(new RegExp(`types=${type}`));
  const ids = await page
    .locator("tbody tr[id^=row-p-]")
    .evaluateAll((rows) => rows.map(({ id }) => id.slice(6)));
  expect(ids).toEqual(wanted.slice(0, ids.length));
  const csv = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
  const lines = (await (await request.get(csv ?? "")).text()).trim().split("\r\n");
  expect(lines.slice(1).map((line) => line.split(",")[2])).toEqual(wanted);

  await page.getByText("Date", { exact: true }).click();
  await page.getByLabel("to, UTC day").fill("2020-01-01");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByRole("main")).toContainText("No transactions here");
  await page.getByRole("link", { name: "to 1 Jan 2020, remove filter" }).click();
  await expect(page.locator("tbody tr").first()).toBeVisible();
  expect((await request.get(`/address/${address}?types=Nope`)).status()).toBe(400);
});

for (const width of [1280, 390])
  test(`no tab of an address is wider than ${width} px`, async ({ page }) => {
    const address = await anyAddress();
    await page.setViewportSize({ width, height: 900 });
    for (const tab of ["txs", "utxos", "staking", "transfers", "tokens", "approvals", "spends", "deployed"]) {
      await page.goto(`/address/${address}?tab=${tab}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), tab).toBeLessThanOrEqual(width);
    }
  });

test("the approvals of an account are those of the API, with script or without", async ({
  page,
  browser,
  baseURL,
}) => {
  const { owner, approvals } = await anyOwner();
  const path = `/address/${owner}?tab=approvals`;
  const [first] = approvals;
  await page.goto(path);
  const table = { name: "approvals of this account" };
  const rows = page.getByRole("table", table).getByRole("row");
  await expect(rows).toHaveCount(approvals.length + 1);
  await expect(rows.nth(1)).toContainText(first?.form === "all" ? "All of them" : /Unlimited|\d/);
  await expect(
    rows.nth(1).getByRole("link", { name: new RegExp(first?.spender.address.slice(0, 6) ?? "", "i") }),
  ).toHaveAttribute("href", new RegExp(`/address/${first?.spender.address}`, "i"));
  await expect(rows.nth(1).locator(`a[href="/c/tx/${first?.txHash}"]`)).toBeVisible();
  const csv = await page.request.get(`/address/${owner}/csv?list=approvals`);
  expect((await csv.text()).trim().split("\n")).toHaveLength(approvals.length + 1);

  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const plain = await context.newPage();
  await plain.goto(path);
  await expect(plain.getByRole("table", table).getByRole("row")).toHaveCount(approvals.length + 1);
  await context.close();
});

test("a spender's page lists whose tokens it may move, as the API does", async ({ page }) => {
  const { owner, approvals } = await anyOwner();
  const spender = approvals[0]?.spender.address ?? "";
  const got = await askApi<{ approvals: { owner: { address: string }; txHash: string }[] }>(
    `/firn/v1/chains/${await findCChainId()}/spenders/${spender}/approvals`,
  );
  expect(got.approvals.map(({ owner: of }) => of.address)).toContain(owner);
  await page.goto(`/address/${spender}?tab=spends`);
  const rows = page.getByRole("table", { name: "approvals of this account" }).getByRole("row");
  await expect(rows).toHaveCount(got.approvals.length + 1);
  for (const { txHash } of got.approvals)
    await expect(rows.locator(`a[href="/c/tx/${txHash}"]`).first()).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Sections" }).locator("[aria-current=page]")).toHaveText(
    "May spend",
  );
  const csv = await page.request.get(`/address/${spender}/csv?list=spends`);
  expect((await csv.text()).trim().split("\n")).toHaveLength(got.approvals.length + 1);
});

test("transfers of tokens go on page by page, without script too, and tabs say how many there are", async ({
  browser,
  baseURL,
}) => {
  const { account, evm } = await anyAccount();
  const { transfers, nextBefore } = await askApi<{ transfers: { txHash: string }[]; nextBefore?: string }>(
    `/firn/v1/chains/${evm}/addresses/${account}/transfers?pageSize=25`,
  );
  expect(transfers).not.toHaveLength(0);
  const { chains } = await askApi<{ chains: { chain: string; counts: { transfers?: number } }[] }>(
    `/firn/v1/addresses/${account}`,
  );
  const count = chains.find(({ chain }) => chain === "c")?.counts.transfers ?? 0;
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto(`/address/${account}?tab=transfers`);
  const table = page.getByRole("table", { name: "transfers of this account" });
  await expect(table.getByRole("row")).toHaveCount(transfers.length + 1);
  await expect(page.getByRole("navigation", { name: "Sections" }).locator("[aria-current=page]")).toHaveText(
    `Token transfers${count > 100 ? "100+" : count}`,
  );
  const next = page.getByRole("main").locator("a[rel=next]");
  await expect(next).toHaveCount(nextBefore === undefined ? 0 : 1);
  if (nextBefore !== undefined) {
    await next.click();
    await expect(page).toHaveURL(/before=\d+-0-\d+/);
    await expect(table.getByRole("row").nth(1)).toBeVisible();
  }
  await context.close();
});
