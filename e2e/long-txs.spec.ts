import type { Locator, Page } from "@playwright/test";
import { toHex } from "../lib/avalanche/codec/bytes";
import { VmChain } from "../lib/testbed/evm/chain";
import { type LongTransactions, mineLongTransactions } from "../lib/testbed/evm/long-transactions";
import { serveVmNode } from "../lib/testbed/evm/node";
import type { VmCall } from "../lib/testbed/evm/tracer";
import { test as base, expect } from "./firn";
import { startBesideL1, withRig } from "./processes";

/** The lists of a transaction of hundreds of logs, transfers and calls. */

interface Rig extends LongTransactions {
  webUrl: string;
  hrefOf(hash: string): string;
}

const COUNT = 300;

const test = base.extend<object, { rig: Rig }>({
  ...withRig(async () => {
    const chain = await VmChain.open({ chainId: 88_889 });
    const long = await mineLongTransactions(chain, COUNT);
    const l1 = await serveVmNode(chain);
    const firn = await startBesideL1(l1.url, chain);
    const hrefOf = (hash: string) => `/${chain.chainId}/tx/${hash}`;
    const close = async () => {
      await firn.close();
      await l1.close();
    };
    return { rig: { ...long, webUrl: firn.webUrl, hrefOf }, close };
  }),
});

const rowsOf = (list: Locator) => list.locator("[id^=row-]");
const idsOf = (list: Locator) => rowsOf(list).evaluateAll((all) => all.map(({ id }) => id));
const numbered = (name: string, count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => `row-${name}-${from + at}`);

/** The link to more rows: by its role it would be looked for among all links of thousands of rows. */
const NEXT = "a[rel=next]";

/** Scrolls to the foot of a list until it has all its rows. */
async function loadAll(list: Locator, count: number): Promise<void> {
  await loadUntil(list, count);
  await expect(rowsOf(list)).toHaveCount(count);
}

async function loadUntil(list: Locator, count: number): Promise<void> {
  const rows = rowsOf(list);
  for (let has = await rows.count(); has < count; ) {
    // A list that is taken over by its script may have another link in the next moment, and at its end none.
    await list.locator(NEXT).evaluateAll(([link]) => link?.scrollIntoView({ block: "center" }));
    if (has > 25 && (await list.locator(NEXT).count()) > 0) await list.locator(NEXT).click();
    const before = has;
    await expect.poll(async () => (has = await rows.count()), { intervals: [50] }).toBeGreaterThan(before);
  }
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
}

type Listed = { depth: number; type: string; value: bigint };

function listed({ type, value = 0n, calls }: VmCall, depth = 0): Listed[] {
  return [{ depth, type, value }, ...calls.flatMap((call) => listed(call, depth + 1))];
}

test("all logs and transfers come in order, without a gap or a double, in pages that the browser asks for", async ({
  rig,
  page,
}) => {
  test.slow();
  const sizes: number[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/logs?")) sizes.push((await response.body()).length);
  });
  const document = await page.goto(rig.hrefOf(rig.moving.hash));
  const logs = page.locator("#logs");
  const transfers = page.locator("#transfers");
  await expect(rowsOf(logs)).toHaveCount(25);
  await expect(logs.locator("h2")).toHaveText(`Logs ${COUNT}`);
  // The document has the first page, and the last log is not in it.
  const html = (await document?.text()) ?? "";
  const [first, last] = [rig.moving.receipt.logs[0], rig.moving.receipt.logs.at(-1)].map((log) =>
    toHex(log?.data ?? new Uint8Array()),
  );
  expect([html.includes(first ?? ""), html.includes(last ?? "")]).toEqual([true, false]);
  await loadAll(logs, COUNT);
  expect(await idsOf(logs)).toEqual(numbered("log", COUNT));
  expect(
    await rowsOf(logs).locator("dl > div:last-child dd:last-child > span:last-child").allTextContents(),
  ).toEqual(Array.from({ length: COUNT }, (_, at) => String(at + 1)));
  expect(sizes.length).toBe(COUNT / 25 - 1);
  await loadAll(transfers, COUNT);
  expect(await idsOf(transfers)).toEqual(numbered("transfer", COUNT));
  expect(page.url()).not.toContain("pageToken");
});

test("the whole call tree comes in order, each call at its depth, and so do those with value", async ({
  rig,
  page,
}) => {
  test.slow();
  const whole = listed(rig.paying.trace);
  await page.goto(rig.hrefOf(rig.paying.hash));
  const calls = page.locator("#calls");
  await expect(rowsOf(calls)).toHaveCount(25);
  await loadAll(calls, whole.length);
  expect(await idsOf(calls)).toEqual(numbered("call", whole.length));
  expect(
    await rowsOf(calls)
      .locator("[data-depth]")
      .evaluateAll((all) => all.map((one) => one.textContent)),
  ).toEqual(whole.map(({ depth }) => `Depth ${depth}: `));
  await expect(calls.getByText("Reverted, caught", { exact: true })).toHaveCount(COUNT / 3);
  await expect(calls.getByText("Undone", { exact: true })).toHaveCount(COUNT / 3);
  const paid = whole.filter(({ depth, value }) => depth > 0 && value > 0n).length;
  await page.goto(`${rig.hrefOf(rig.paying.hash)}?calls=value`);
  await expect(rowsOf(calls)).toHaveCount(25);
  await loadAll(calls, paid);
  expect(await idsOf(calls)).toEqual(numbered("call", paid));
});

test("the row that is read comes back after a reload and by a link, with script or without", async ({
  rig,
  page,
  browser,
}) => {
  test.slow();
  for (const [list, name, hash] of [
    ["logs", "log", rig.moving.hash],
    ["calls", "call", rig.paying.hash],
    ["transfers", "transfer", rig.moving.hash],
  ] as const) {
    await page.goto(rig.hrefOf(hash));
    const section = page.locator(`#${list}`);
    await expect(rowsOf(section)).toHaveCount(25);
    await loadUntil(section, 100);
    const row = rowsOf(section).nth(60);
    await row.evaluate((element) => element.scrollIntoView());
    await expect.poll(() => new URL(page.url()).hash).toBe(`#row-${name}-61`);
    const url = page.url();
    expect(new URL(url).search).toBe(`?list=${list}&from=61`);
    await page.reload();
    await expect(rowsOf(section).first()).toHaveId(`row-${name}-61`);
    await expect(rowsOf(section).first()).toBeInViewport();
    const reader = await browser.newContext({ javaScriptEnabled: false });
    const shared = await reader.newPage();
    await shared.goto(url);
    const there = shared.locator(`#${list}`);
    expect(await idsOf(there)).toEqual(numbered(name, 25, 61));
    await there.locator("a[rel=next]").click();
    await expect(rowsOf(there).first()).toHaveId(`row-${name}-86`);
    await expect(rowsOf(there)).toHaveCount(25);
    expect(await idsOf(there)).toEqual(numbered(name, 25, 86));
    await there.locator("a[rel=prev]").click();
    await expect(shared).toHaveURL(rig.webUrl + rig.hrefOf(hash));
    await reader.close();
  }
});

test("the script of long lists waits for the reader, and leaves what was opened and focused as it is", async ({
  rig,
  page,
}) => {
  const scripts: string[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.url());
  });
  await page.goto(rig.hrefOf(rig.moving.hash));
  const calls = page.locator("#calls");
  // Its bytes are checked once it is idle.
  await expect(page.locator("#checked")).toContainText("computed in your browser");
  const first = await rowsOf(calls).first().elementHandle();
  const before = new Set(scripts);
  const values = calls.locator("details").nth(1);
  await values.locator("summary").press("Enter");
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false);
  expect(scripts.filter((url) => !before.has(url))).not.toEqual([]);
  await expect(values).toHaveAttribute("open");
  await expect(values.locator("summary")).toBeFocused();
  await expect(rowsOf(calls)).toHaveCount(25);
});

test("on a phone nothing scrolls sideways, however deep a call is", async ({ rig, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    rig.hrefOf(rig.moving.hash),
    rig.hrefOf(rig.paying.hash),
    `${rig.hrefOf(rig.paying.hash)}?calls=value`,
  ]) {
    await page.goto(path);
    await expect(rowsOf(page.locator("#calls"))).toHaveCount(25);
    await expectNoSidewaysScroll(page);
  }
});
