import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { PLACES } from "../e2e/places";
import playwright from "../playwright.config";
import { startRecordedFirn } from "./recorded-firn";

/**
 * `npm run screenshots [-- PART OF A NAME]`: every kind of page in both themes, on a desktop and a phone, as
 * `data/screenshots/<page>.<theme>.<width>.png`.
 */
const [wanted = ""] = parseArgs({ allowPositionals: true }).positionals;
const folder = resolve("data/screenshots");
const WIDTHS = { 1280: 900, 390: 844 };

const firn = await startRecordedFirn();
const browser = await chromium.launch(playwright.use?.launchOptions);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let count = 0;
for (const colorScheme of ["light", "dark"] as const)
  for (const [width, height] of Object.entries(WIDTHS)) {
    const context = await browser.newContext({
      baseURL: firn.webUrl,
      colorScheme,
      reducedMotion: "reduce",
      viewport: { width: Number(width), height },
      locale: "en-US",
    });
    for (const [name, addressOf] of PLACES) {
      const file = name
        .toLowerCase()
        .replace(/^the page |^an? /, "")
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-|-$/g, "");
      if (!file.includes(wanted)) continue;
      const page = await context.newPage();
      await page.goto(await addressOf(), { waitUntil: "load" });
      // Charts are drawn where they come into view.
      for (const chart of await page.locator("[data-when-seen]:visible").all()) {
        await chart.scrollIntoViewIfNeeded();
        await chart.locator(":scope > *").first().waitFor();
      }
      await page.evaluate(() => window.scrollTo(0, 0));
      // What the node answers has arrived.
      await page.waitForTimeout(1_500);
      await page.screenshot({ path: join(folder, `${file}.${colorScheme}.${width}.png`), fullPage: true });
      await page.close();
      count++;
    }
    await context.close();
  }
await browser.close();
await firn.stop();
console.log(`${count} screenshots are in ${folder}`);
