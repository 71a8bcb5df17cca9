import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { findTx } from "../e2e/firn";
import { hrefTo } from "../lib/contract/pages";
import playwright from "../playwright.config";
import { startRecordedFirn } from "./recorded-firn";

/** `npm run help:images`: the screenshots of the documentation made anew, in `docs/images`. */
const firn = await startRecordedFirn();
const { txHash } = await findTx("AddPermissionlessValidatorTx");
const IMAGES = {
  home: hrefTo("home"),
  "tx-p": hrefTo("tx", { chain: "p", id: txHash }),
  validators: hrefTo("validators"),
  status: hrefTo("status"),
};

const browser = await chromium.launch(playwright.use?.launchOptions);
const context = await browser.newContext({
  baseURL: firn.webUrl,
  colorScheme: "light",
  reducedMotion: "reduce",
  viewport: { width: 1280, height: 760 },
  locale: "en-US",
});
for (const [name, address] of Object.entries(IMAGES)) {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: "load" });
  // What the browser checks and what the node answers has arrived.
  await page.waitForTimeout(3_000);
  await page.screenshot({ path: join(resolve("docs/images"), `${name}.png`) });
  await page.close();
}
await browser.close();
await firn.stop();
console.log(`${Object.keys(IMAGES).length} screenshots are in docs/images`);
