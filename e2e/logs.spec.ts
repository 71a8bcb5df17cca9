import { askApi, expect, findCChainId, test } from "./firn";

interface Log {
  blockNumber: string;
  txHash: string;
  address: string;
  topics: string[];
  event?: { name: string };
}

async function logsOf(query: string): Promise<Log[]> {
  const { logs } = await askApi<{ logs: Log[] }>(`/firn/v1/chains/${await findCChainId()}/logs?${query}`);
  return logs;
}

test("events of a chain are those of the API, filtered by links and by forms, with script or without", async ({
  page,
  browser,
}) => {
  const [newest] = await logsOf("pageSize=1");
  const [topic = ""] = newest?.topics ?? [];
  await page.goto("/c/events");
  const first = page.getByRole("list", { name: "Events, newest first" }).getByRole("listitem").first();
  await expect(first).toContainText(newest?.event?.name ?? "unknown event");
  await first.getByRole("link", { name: "only this event" }).click();
  await expect(page).toHaveURL(`/c/events?topic0=${topic}`);
  const same = await logsOf(`topic0=${topic}&pageSize=25`);
  const rows = page.getByRole("list", { name: "Events, newest first" }).locator(":scope > li");
  await expect(rows).toHaveCount(same.length);

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto("/c/events?order=asc");
  await plain.locator("summary", { hasText: "Contract" }).click();
  await plain.getByRole("textbox", { name: "contract" }).fill(newest?.address ?? "");
  await plain.getByRole("button", { name: "Filter" }).first().click();
  await expect(plain).toHaveURL(`/c/events?order=asc&address=${newest?.address}`);
  const own = await logsOf(`address=${newest?.address}&sortOrder=asc&pageSize=25`);
  await expect(plain.getByRole("list", { name: "Events, oldest first" }).locator(":scope > li")).toHaveCount(
    own.length,
  );
  await context.close();
});

test("a contract has a tab of its events, and a file of them; an account without code has none", async ({
  page,
}) => {
  const [newest] = await logsOf("pageSize=1");
  const address = newest?.address ?? "";
  const all = `/firn/v1/chains/${await findCChainId()}/eth-logs?address=${address}&fromBlock=0`;
  const { result: own } = await askApi<{ result: unknown[] }>(all);
  await page.goto(`/address/${address}`);
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Events" }).click();
  await expect(page).toHaveURL(`/address/${address}?tab=events`);
  await expect(
    page.getByRole("list", { name: "Events, newest first" }).getByRole("listitem").first(),
  ).toContainText(newest?.event?.name ?? "unknown event");
  const csv = await page.request.get(`/c/events/csv?address=${address}`);
  expect((await csv.text()).trim().split("\n")).toHaveLength(own.length + 1);

  await page.goto(`/address/0x${"7".repeat(40)}`);
  const sections = page.getByRole("navigation", { name: "Sections" });
  await expect(sections.getByRole("link", { name: "Transactions" })).toBeVisible();
  await expect(sections.getByRole("link", { name: "Events" })).toHaveCount(0);
});

test("a malformed filter is no page, and the signature of an event is read as its topic", async ({
  request,
}) => {
  for (const query of ["topic0=0x12", "address=0x1", "fromBlock=x", "order=up", "before=5"])
    expect((await request.get(`/c/events?${query}`)).status(), query).toBe(400);
  const answer = await request.get("/c/events?topic0=Transfer(address,address,uint256)");
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toContain("0xddf252…");
});
