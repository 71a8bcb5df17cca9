import { L1, test } from "./contract-rig";
import { expect } from "./firn";
import { expectFits } from "./fits";

/** As somebody follows a message between chains: from the list to its page, and to the transactions at both ends. */

/** In one process, because the rig starts its own Firn. */
test.describe.configure({ mode: "default" });

interface Listed {
  messageId: string;
  text?: string;
  sent?: { chainId: string; txHash: string };
  arrived?: { chainId: string; txHash: string };
}

async function listed(apiUrl: string, query = ""): Promise<Listed[]> {
  const answer = await fetch(`${apiUrl}/firn/v1/messages?pageSize=100${query}`);
  return ((await answer.json()) as { messages: Listed[] }).messages;
}

test("the list has every message of both chains, and leads to both ends of one", async ({ page, rig }) => {
  const all = await listed(rig.apiUrl);
  expect(all.length).toBeGreaterThan(10);
  await page.goto("/l1s");
  await page.getByRole("group", { name: "Network" }).getByRole("link", { name: "Messages" }).click();
  await expect(page).toHaveURL("/messages");
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(all.length);
  await expectFits(page);

  const crossed = all.find(({ text, arrived }) => text !== undefined && arrived !== undefined);
  const { messageId = "", text = "", sent, arrived } = crossed ?? {};
  const row = rows.filter({ hasText: `“${text}”` });
  await expect(row).toContainText("Delivered");
  await row.getByRole("link").first().click();
  await expect(page).toHaveURL(`/message/${messageId}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Message");
  await expect(page.getByRole("region", { name: "What it says" })).toContainText(text);
  await expect(page.getByRole("region", { name: "Ends" })).toContainText("1 validator");
  const signatures = page.getByRole("region", { name: /^Validators, with those that signed/ });
  await expect(signatures.getByRole("heading")).toContainText(
    /1 of \d validators?, (9\d\.?\d?|100)\s% of the weight/,
  );
  await expect(signatures.getByRole("row").filter({ hasText: "Signed" })).toHaveCount(1);
  const steps = page.getByRole("region", { name: "Steps" });
  for (const place of [sent, arrived])
    await expect(steps.locator(`a[href*="${place?.txHash}"]`).first()).toBeVisible();
  await expectFits(page);

  await steps.locator(`a[href*="${arrived?.txHash}"]`).first().click();
  await expect(page).toHaveURL(new RegExp(`/tx/${arrived?.txHash}`));
  const warp = page.getByRole("region", { name: /^Messages between chains/ });
  await warp.locator(`a[href="/message/${messageId}"]`).first().click();
  await expect(page).toHaveURL(`/message/${messageId}`);
});

test("a message to the P-Chain names the transaction that took it", async ({ page, rig }) => {
  const [registration] = (await listed(rig.apiUrl, `&blockchainId=${L1}`)).filter(
    (each) => "l1Message" in each && (each.l1Message as { kind: string }).kind === "RegisterL1Validator",
  );
  await page.goto(`/message/${registration?.messageId}`);
  const steps = page.getByRole("region", { name: "Steps" });
  await expect(steps).toContainText("RegisterL1ValidatorTx");
  await steps.locator('a[href^="/p/tx/"]').click();
  await expect(page).toHaveURL(/\/p\/tx\//);
});

test("filters are addresses, a position continues the list, and it is had as CSV", async ({ page, rig }) => {
  const all = await listed(rig.apiUrl);
  await page.goto("/messages?form=icm");
  await expect(page.getByText("No messages here")).toBeVisible();
  await page.getByRole("group", { name: "Form" }).getByRole("link", { name: "Warp" }).click();
  await expect(page).toHaveURL("/messages?form=warp");
  await expect(page.locator("tbody tr")).toHaveCount(all.length);
  const { position = "" } = (all[4] ?? {}) as { position?: string };
  await page.goto(`/messages?before=${position}`);
  await expect(page.locator("tbody tr")).toHaveCount(all.length - 5);
  const csv = await (await page.request.get("/messages/csv")).text();
  expect(csv.trim().split("\n")).toHaveLength(all.length + 1);
  for (const [wrong, status] of [
    ["form=x", 400] as const,
    ["address=0x1", 400] as const,
    ["before=1", 400] as const,
    ["chain=nobody", 404] as const,
    [`before=${L1}-99999-0`, 404] as const,
  ] as const)
    expect((await page.request.get(`/messages?${wrong}`)).status(), wrong).toBe(status);
});

test("an id that no chain knows is missing, and one that is no id says so", async ({
  page,
  expectStatus,
}) => {
  expectStatus(404);
  expectStatus(400);
  const missing = await page.goto(`/message/${"00".repeat(32)}`);
  expect(missing?.status()).toBe(404);
  const malformed = await page.goto("/message/abc");
  expect(malformed?.status()).toBe(400);
});
