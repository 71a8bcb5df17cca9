import { expect } from "./firn";
import { test } from "./l1-rig";

/** A transaction in the mempool of an L1's node, until it is in a block. */

test.describe.configure({ mode: "default" });

test("a pending transaction says what it waits for, and its page follows it into its block", async ({
  page,
  rig,
}) => {
  const { chain } = rig;
  const payment = { from: 2, to: chain.accounts[3] ?? "", value: 77n };
  const early = await chain.offer(payment, { ahead: 2 });
  await page.goto(`/${chain.chainId}/tx/${early.hash}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Waiting in the mempool");
  await expect(page.getByRole("main")).toContainText("it waits for the 2 transactions before it");

  const ready = await chain.offer(payment);
  const answer = await page.goto(`/search?q=${ready.hash}`);
  expect(answer?.status()).toBe(200);
  await expect(page).toHaveURL(`/${chain.chainId}/tx/${ready.hash}`);
  await expect(page.getByRole("main")).toContainText("Nothing holds it back");
  await chain.mine([payment]);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Waiting in the mempool");
  await expect(page.getByRole("main")).toContainText("Success");
  await expect(page).toHaveURL(`/${chain.chainId}/tx/${ready.hash}`);
});

test("a replaced transaction leads to what is in a block in its place, and a cheap one says both fees", async ({
  page,
  rig,
}) => {
  const { chain } = rig;
  const payment = { from: 4, to: chain.accounts[3] ?? "", value: 5n };
  const cheap = await chain.offer(payment, { maxFeePerGas: 3_000_000_000n });
  await page.goto(`/${chain.chainId}/tx/${cheap.hash}`);
  await expect(page.getByRole("main")).toContainText(/pays at most 3.*less than the base fee.*25/);
  const { transactions } = await chain.mine([{ ...payment, value: 6n }]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Replaced by another transaction");
  await page.getByRole("main").locator(`a[href$="${transactions[0]?.hash}"]`).click();
  await expect(page).toHaveURL(`/${chain.chainId}/tx/${transactions[0]?.hash}`);
  await expect(page.getByRole("main")).toContainText("Success");
});

test("a transaction that the node does not know says that it was asked", async ({
  page,
  rig,
  expectStatus,
}) => {
  expectStatus(404);
  const answer = await page.goto(`/${rig.chain.chainId}/tx/0x${"ab".repeat(32)}`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("main")).toContainText("Your node does not know it");
});
