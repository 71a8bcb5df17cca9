import { openOperatorClient } from "../lib/client/operator";
import { createSignInLink } from "../lib/contract/operator/access";
import { expect, test } from "./firn";

const operator = openOperatorClient({
  baseUrl: `http://127.0.0.1:${process.env.FIRN_OPERATOR_PORT ?? "8081"}`,
  dataDir: process.env.FIRN_DATA_DIR ?? "./data",
});

test("the navigation shows the console to a signed-in operator, and open pages lock when the session ends", async ({
  page,
  context,
}) => {
  const entry = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Admin" });
  await page.goto("/status");
  await expect(entry).toHaveCount(0);
  const { secret } = await operator.ask(createSignInLink);
  await page.goto(`/admin/sign-in#${secret}`);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.locator("#levels")).toBeVisible();
  await expect(page.locator("#node")).toContainText("avalanchego/");
  // The console works before its script runs, but only the script stores where to return to.
  await page.waitForFunction(() => localStorage.getItem("firn-session") !== null);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Status" }).click();
  await expect(page).toHaveURL(/\/status$/);
  await expect(entry).toBeVisible();
  const elsewhere = await page.request.get("/status");
  expect(await elsewhere.text()).not.toMatch(/Logger levels|firn_session|\/admin/);

  const other = await context.newPage();
  await other.goto("/admin");
  await other.getByRole("button", { name: "Lock now" }).click();
  await expect(other.getByRole("heading", { name: "Locked" })).toBeVisible();
  await expect(entry).toHaveCount(0);
  // The router still holds the open panel, but shows nothing of it before asking the server.
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      const levels = document.getElementById("levels");
      if (levels?.checkVisibility()) document.title = "leaked";
    });
    seen.observe(document, { subtree: true, childList: true, attributes: true });
    history.back();
  });
  await expect(page.getByRole("heading", { name: "Locked" })).toBeVisible();
  await expect(page).toHaveTitle(/Admin/);
});
