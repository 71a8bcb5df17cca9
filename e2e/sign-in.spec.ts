import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { FILES, PAGES } from "../lib/contract/page-table";
import { test as base, expect } from "./firn";
import { openPlace, startOverRecording, withRig } from "./processes";

/** A Firn whose readers sign in by a password that they share, and that has a name of its own. */
interface ClosedRig {
  webUrl: string;
  apiUrl: string;
  brandPath: string;
}

const PASSWORD = "correct: hörse";
const BLOCK = "/v1/networks/fuji/blockchains/p-chain/blocks/100";
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 24"><rect width="60" height="24" fill="#1659b5"/></svg>';
const BRAND = {
  name: "Example L1",
  home: ["Blocks of <b>Example L1</b>."],
  accent: { light: "#1659b5", dark: "#8fbefa" },
  logo: "logo.svg",
  links: [
    { label: "Our site", href: "https://example.org/" },
    { label: "Who validates", href: "/validators" },
  ],
};
const signed = { authorization: `Basic ${Buffer.from(`reader:${PASSWORD}`).toString("base64")}` };

const test = base.extend<object, { rig: ClosedRig }>({ ...withRig(openRig) });
test.describe.configure({ mode: "default" });

async function openRig(): Promise<{ rig: ClosedRig; close(): Promise<void> }> {
  const place = await openPlace();
  const brandPath = join(place.dataDir, "brand.json");
  writeFileSync(join(place.dataDir, "logo.svg"), LOGO);
  writeFileSync(brandPath, JSON.stringify(BRAND));
  const closed = {
    FIRN_READ_PASSWORD: PASSWORD,
    FIRN_API_SECRET: "secret-of-a-test".repeat(2),
    FIRN_BRAND: brandPath,
  };
  const close = await startOverRecording(
    place,
    { ...place.env, ...closed },
    { path: BLOCK, headers: signed },
  );
  return { rig: { webUrl: place.webUrl, apiUrl: place.apiUrl, brandPath }, close };
}

test("nothing of the web is answered before the sign-in, and all of it after", async ({ rig, request }) => {
  const html = await (await request.get(`${rig.webUrl}/`, { headers: signed })).text();
  const built = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? "";
  const pages = Object.values({ ...PAGES, ...FILES }).map(({ path }) => path.replace(/\{\w+\}/g, "1"));
  const others = [
    built,
    "/icons.svg",
    "/robots.txt",
    "/_next/image",
    "/v1/chains",
    "/firn/v1/events",
    "/no/such/page",
  ];
  expect(pages.length).toBeGreaterThan(40);
  for (const path of [...pages, ...others])
    for (const method of ["GET", "POST"]) {
      const answer = await fetch(rig.webUrl + path, { method, redirect: "manual", headers: { rsc: "1" } });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Basic /);
      expect(await answer.text()).toContain("only readers who sign in are answered here");
    }
  for (const path of [built, "/icons.svg", "/v1/chains", "/p/block/100"])
    expect((await fetch(rig.webUrl + path, { headers: signed })).status, path).toBe(200);
});

test("no other protocol leads around the sign-in", async ({ rig }) => {
  for (const url of [rig.webUrl, rig.apiUrl])
    for (const path of ["/", "/v1/chains", BLOCK, "/firn/v1/events"]) {
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13";
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${upgrade}\r\nSec-WebSocket-Key: eA==\r\n\r\n`,
      );
      socket.setTimeout(3_000, () => socket.end());
      let answer = "";
      for await (const part of socket) {
        answer += String(part);
        if (answer.includes("\r\n\r\n")) socket.end();
      }
      expect(answer === "" || /^HTTP\/1\.1 (401|400|404|426) /.test(answer), answer.slice(0, 80)).toBe(true);
      expect(answer).not.toContain("blockNumber");
    }
});

test.describe("signed in", () => {
  test.use({ httpCredentials: { username: "reader", password: PASSWORD } });

  test("pages, lists that go on, and what is pushed work as ever", async ({ page }) => {
    const events = page.waitForResponse((response) => response.url().endsWith("/firn/v1/events"));
    await page.goto("/p/blocks");
    expect((await events).status()).toBe(200);
    const rows = page.locator("tbody tr[id]");
    await page.getByText(/so far$/).scrollIntoViewIfNeeded();
    await expect.poll(() => rows.count()).toBeGreaterThan(25);
    await page.locator("tbody tr[id] a").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("P-Chain block");
  });

  test("the web has the operator's name, colour, logo, words and links, and follows their file", async ({
    page,
    rig,
  }) => {
    await page.goto("/");
    await expect(page).toHaveTitle("Example L1");
    const header = page.getByRole("banner");
    await expect(header.getByRole("link", { name: "Example L1" })).toHaveAttribute("href", "/");
    const logo = header.locator("img");
    await expect(logo).toHaveJSProperty("complete", true);
    expect(
      await logo.evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, image.clientHeight]),
    ).toEqual([true, 24]);
    await expect(page.getByText("Blocks of <b>Example L1</b>.")).toBeVisible();
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("link", { name: "Our site" })).toHaveAttribute(
      "href",
      "https://example.org/",
    );
    await expect(footer).toContainText("Firn ");
    const accent = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent").trim());
    expect(await accent()).toBe("light-dark(#1659b5,#8fbefa)");
    await page.goto("/p/blocks");
    await expect(page).toHaveTitle(/ — Example L1$/);

    writeFileSync(rig.brandPath, JSON.stringify({ name: "Another" }));
    await expect(async () => {
      await page.goto("/");
      await expect(page).toHaveTitle("Another", { timeout: 1_000 });
    }).toPass();
    await expect(header.locator("img")).toHaveCount(0);
    expect(await accent()).not.toContain("#1659b5");
    writeFileSync(rig.brandPath, "{");
    await page.goto("/");
    await expect(page).toHaveTitle("Another");
    writeFileSync(rig.brandPath, JSON.stringify(BRAND));
  });
});
