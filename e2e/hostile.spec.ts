import type { Page } from "@playwright/test";
import { VmChain } from "../lib/testbed/evm/chain";
import { callData, deployment, textBytes } from "../lib/testbed/evm/contracts";
import { serveVmNode } from "../lib/testbed/evm/node";
import { test as base, expect } from "./firn";
import { startBesideL1, withRig } from "./processes";

/** Texts that anybody may write into a chain, on every page that shows them: harmless, and the policy has nothing to report. */

const TEXTS = {
  script: "<script>window.isHacked = true</script>",
  attribute: '"><img src=x onerror="window.isHacked = true">',
  address: "javascript:window.isHacked=true",
  "marks that turn text around": "AVAX\u202e\u2066 000,1 tneS",
  "letters of another script": "АVАХ",
  "characters without width": "AV\u200bAX\u00ad",
  "a tower of accents": `Z${"\u0301\u0300".repeat(200)}`,
  "no end": "x".repeat(4_000),
  "control characters": "\u0000\u0007\n\r\t",
} as const;

/** What a collection's name adds to the metadata of its tokens, which is made of it. */
const METADATA = [
  '<img src=x onerror="window.isHacked = true">%22,%22description%22:%22<script>window.isHacked = true</script>%22',
  "%22image%22:%22javascript:window.isHacked=true%22,%22external_url%22:%22javascript:window.isHacked=true%22",
  "%22attributes%22:[{%22trait_type%22:%22<b>\u202eevil</b>%22,%22value%22:%22<script>window.isHacked = true</script>%22}]",
  "%22animation_url%22:%22data:text/html,<script>parent.isHacked = true</script>",
].join(",");

const CHAIN_ID = 77_777;
const TOKEN_ID = 1;

interface Named {
  coin: string;
  collection: string;
  /** Hash of the transaction that created the coin's supply. */
  mint: string;
}

interface HostileRig {
  webUrl: string;
  holder: string;
  named: Record<string, Named>;
}

const test = base.extend<{ harmless: undefined }, { rig: HostileRig }>({
  ...withRig(openRig),
  harmless: [
    async ({ page }, use) => {
      await page.addInitScript(() => {
        const seen = { violations: [] as string[] };
        Object.assign(window, { seen });
        document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
          seen.violations.push(`${violatedDirective} ${blockedURI}`),
        );
      });
      await use(undefined);
    },
    { auto: true },
  ],
});

async function openRig(): Promise<{ rig: HostileRig; close(): Promise<void> }> {
  const chain = await VmChain.open({ chainId: CHAIN_ID });
  const holder = chain.accounts[3] ?? "";
  const named: HostileRig["named"] = {};
  for (const [name, text] of [...Object.entries(TEXTS), ["metadata", METADATA] as const]) {
    const words = [textBytes(text), textBytes(text)];
    const created = await chain.mine([
      { from: 0, data: deployment("Coin", [...words, 18]) },
      { from: 0, data: deployment("Collection", words) },
    ]);
    const [coin = "", collection = ""] = created.transactions.map(({ contractAddress }) => contractAddress);
    const { transactions } = await chain.mine([
      { from: 0, to: coin, data: callData("mint(address,uint256)", [holder, 10n ** 18n]) },
      { from: 0, to: collection, data: callData("mint(address,uint256)", [holder, TOKEN_ID]) },
    ]);
    named[name] = { coin, collection, mint: transactions[0]?.hash ?? "" };
  }
  const l1 = await serveVmNode(chain);
  const firn = await startBesideL1(l1.url, chain);
  const close = async () => {
    await firn.close();
    await l1.close();
  };
  return { rig: { webUrl: firn.webUrl, holder, named }, close };
}

for (const [index, name] of [...Object.keys(TEXTS), "metadata"].entries()) {
  test(`names that are ${name} are harmless on every page that shows them`, async ({
    page,
    rig,
    expectStatus,
  }) => {
    expectStatus(404);
    const { coin, collection, mint } = rig.named[name] ?? { coin: "", collection: "", mint: "" };
    const text = Object.values(TEXTS)[index] ?? METADATA;
    for (const path of [
      `/${CHAIN_ID}/token/${coin}`,
      `/${CHAIN_ID}/token/${coin}?tab=holders`,
      `/${CHAIN_ID}/nft/${collection}`,
      `/${CHAIN_ID}/nft/${collection}/${TOKEN_ID}`,
      `/${CHAIN_ID}/tx/${mint}`,
      `/${CHAIN_ID}/txs`,
      `/address/${rig.holder}?chain=${CHAIN_ID}`,
      `/search?q=${encodeURIComponent(text.slice(0, 60).replaceAll("\u0000", ""))}`,
    ])
      await expectHarmless(page, path);
  });
}

async function expectHarmless(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("h1")).toHaveCount(1);
  const found = await page.evaluate(() => ({
    ...(window as unknown as { seen: { violations: string[] } }).seen,
    isHacked: "isHacked" in window,
    leads: [...document.querySelectorAll("a")]
      .map(({ href }) => href)
      .filter((href) => /^javascript:/i.test(href)),
    text: `${document.title}\n${document.querySelector("main")?.textContent}`,
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }));
  expect(found, path).toMatchObject({ violations: [], isHacked: false, leads: [], wide: 0 });
  // Marks that turn or hide text; the pair that isolates a name is Firn's, and closed.
  expect(found.text, path).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066\u2067\u00ad]/);
  expect(found.text.split("\u2068").length, path).toBe(found.text.split("\u2069").length);
  expect(found.text, path).not.toMatch(/x{200}/);
}
