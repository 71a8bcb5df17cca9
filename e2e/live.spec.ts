import { expect } from "./firn";
import { test } from "./live-rig";

test("new blocks wait behind a pill in a list, and move the cores on the front page", async ({
  rig,
  page,
  context,
}) => {
  const before = rig.height();
  const home = await context.newPage();
  await home.goto("/");
  const newest = home.getByRole("region", { name: "P-Chain" }).getByRole("link").first();
  await expect(newest).toHaveText(String(before));
  await page.goto("/p/blocks");
  const top = page.locator("tbody tr[id]").first();
  await expect(top).toContainText(String(before));
  const row = (await top.textContent()) ?? "";

  await rig.accept(2);
  const pill = page.getByRole("link", { name: /^\d+\+? new blocks?$/ });
  await expect(pill).toBeVisible();
  expect(await top.textContent()).toBe(row);
  await pill.click();
  await expect(top).toContainText(String(rig.height()));
  await expect(newest).toHaveText(String(rig.height()));
});

test("checking again opens a block that was accepted meanwhile", async ({ rig, page, expectStatus }) => {
  expectStatus(404);
  await page.goto(`/p/block/${rig.height() + 1}`);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toContainText("has no");
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(heading).toContainText("has no");
  await rig.accept(1);
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(heading).toContainText(String(rig.height()));
  await expect(heading).not.toContainText("has no");
});

test("a block that is not accepted yet can be watched", async ({ rig, page, expectStatus }) => {
  const wanted = rig.height() + 3;
  expectStatus(404);
  const answer = await page.goto(`/p/block/${wanted}`);
  expect(answer?.status()).toBe(404);
  await page.getByRole("button", { name: "Watch for it" }).click();
  await expect(page.getByRole("button", { name: "Stop watching" })).toBeVisible();
  const heading = page.getByRole("heading", { level: 1 });
  await rig.accept(2);
  await expect(heading).toContainText("has no");
  await rig.accept(1);
  await expect(heading).not.toContainText("has no");
  await expect(heading).toContainText(String(wanted));
});
