import { GROUPS, type Group } from "../components/docs/document";
import { hrefTo } from "../lib/contract/pages";
import { askApi, expect, test } from "./firn";

/** The reference of the API: complete, readable without script, and true when it is tried. */

interface Operation {
  operationId: string;
  "x-firn-api": Group;
}

const readOperations = async () => {
  const { paths } = await askApi<{ paths: Record<string, Record<string, Operation>> }>("/openapi.json");
  return Object.values(paths).flatMap((methods) => Object.values(methods));
};

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("every operation of the document has its place, with its parameters, shape and request", async ({
    page,
  }) => {
    const operations = await readOperations();
    for (const group of Object.keys(GROUPS) as Group[]) {
      await page.goto(hrefTo("docsOf", { group }));
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(GROUPS[group].title);
      const own = operations.filter((operation) => operation["x-firn-api"] === group);
      expect(own).not.toHaveLength(0);
      for (const { operationId } of own) await expect(page.locator(`section#${operationId}`)).toHaveCount(1);
    }
    await page.goto(`${hrefTo("docsOf", { group: "data" })}#getTransaction`);
    const panel = page.locator("#getTransaction");
    await expect(panel).toBeInViewport();
    await panel.getByText("Shape of the answer").click();
    await expect(panel.getByText("nativeTransaction: FullNativeTransactionDetails")).toBeVisible();
    const shape = page
      .locator("details")
      .filter({ has: page.locator("summary", { hasText: /^FullNativeTransactionDetails$/ }) });
    await shape.locator("summary").click();
    await expect(shape.locator("pre")).toContainText("txHash: string");
    for (const label of ["curl", "@avalanche-sdk/chainkit", "@avalabs/avacloud-sdk", "viem"])
      await expect(panel.getByText(`With ${label}`)).toBeVisible();
  });
});

test("the recorded answer of a block is what is answered when it is tried", async ({ page }) => {
  await page.goto(`${hrefTo("docsOf", { group: "data" })}#getBlockById`);
  const panel = page.locator("#getBlockById");
  await panel.getByText("Recorded answer of").click();
  const recorded = await panel
    .locator("details", { hasText: "Recorded answer of" })
    .locator("pre")
    .textContent();
  await panel.getByText("Try it on this Firn").click();
  await panel.getByRole("button", { name: "Send" }).click();
  await expect(panel.getByRole("status")).toContainText("200: /v1/networks/");
  const answered = await panel.getByRole("group", { name: "Answer of getBlockById" }).textContent();
  expect(JSON.parse(answered ?? "")).toEqual(JSON.parse(recorded ?? ""));
});

test("a refused request is shown as it is refused", async ({ page, expectStatus }) => {
  expectStatus(400);
  await page.goto(`${hrefTo("docsOf", { group: "data" })}#getTransaction`);
  const panel = page.locator("#getTransaction");
  await panel.getByText("Try it on this Firn").click();
  await panel.getByLabel("txHash").fill("0x12");
  await panel.getByRole("button", { name: "Send" }).click();
  await expect(panel.getByRole("status")).toContainText("400: /v1/chains/");
  await expect(panel.getByRole("group", { name: "Answer of getTransaction" })).toContainText(
    "txHash must be",
  );
});

test("the footer leads there, and an interface that does not exist is not found", async ({
  page,
  expectStatus,
}) => {
  await page.goto("/status");
  await page.getByRole("contentinfo").getByRole("link", { name: "API" }).click();
  await expect(page).toHaveURL(hrefTo("docs"));
  for (const group of Object.keys(GROUPS) as Group[])
    await expect(
      page.getByRole("main").getByRole("link", { name: GROUPS[group].title }).first(),
    ).toBeVisible();
  expectStatus(404);
  expect((await page.goto("/docs/nothing"))?.status()).toBe(404);
});
