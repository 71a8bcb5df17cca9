import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { L1, test } from "./contract-rig";
import { expect } from "./firn";
import { expectFits } from "./fits";

/** As the developer of an L1 goes: from a contract to its code, what it reads and writes, and the rules of the chain. */

/** In one process, because the rig starts its own Firn. */
test.describe.configure({ mode: "default" });

/** By the recording's labels. */
const TOKEN = "0xA4cD3b0Eb6E5Ab5d8CE4065BcCD70040ADAB1F00";
const PROXY = "0xcb5255bbfe1fcd1E8C1D52301edA436eCcf231AF";
const LOGIC_TWO = "0x55a4eDd8A2c051079b426E9fbdEe285368824a89";
const MANAGER = "0x0Feedc0de0000000000000000000000000000000";
const HOLDER = "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC";

const sections = (page: Page) => page.getByRole("navigation", { name: "Sections" });
const panel = (page: Page, title: string | RegExp) => page.getByRole("region", { name: title });

test("a proxy says whose code it runs, how that changed, and leads to it", async ({ page, rig }) => {
  const answer = await fetch(`${rig.apiUrl}/firn/v1/chains/${L1}/contracts/${PROXY}/targets`);
  const { changes } = (await answer.json()) as {
    changes: { event: { name: string }; blockNumber: string }[];
  };
  expect(changes.length).toBeGreaterThan(2);
  await page.goto(`/address/${PROXY}?chain=${L1}`);
  await sections(page).getByRole("link", { name: "Code" }).click();
  await expect(page).toHaveURL(/tab=code/);
  const facts = panel(page, "Contract");
  await expect(facts).toContainText("EIP-1967");
  await expect(facts).toContainText("out/TransparentProxy.sol/TransparentProxy.json");
  await expect(facts).toContainText("out/LogicTwo.sol/LogicTwo.json");
  const rows = panel(page, /^Upgrades/)
    .locator("ul")
    .first()
    .locator(":scope > li");
  await expect(rows).toHaveCount(changes.length);
  for (const [at, { event, blockNumber }] of changes.entries())
    await expect(rows.nth(at)).toContainText(new RegExp(`^${event.name}.*in block ${blockNumber}`));
  await expectFits(page, [390]);
  // Both chains have a contract there: the head says which fact is of which.
  const head = page.locator("[data-who]");
  for (const chain of ["C-Chain", "firnl1"])
    await expect(head.locator("dt", { hasText: `on ${chain}: Created in` })).toHaveCount(1);

  await facts.locator(`a[href*="${LOGIC_TWO}"]`).first().click();
  await expect(page).toHaveURL(new RegExp(`/address/${LOGIC_TWO}`));
  await expect(page.locator("[data-idline]")).toContainText(LOGIC_TWO);
});

test("a function is read with an argument, and what is wrong with one stands beside its field", async ({
  page,
}) => {
  await page.goto(`/address/${TOKEN}?chain=${L1}`);
  await sections(page).getByRole("link", { name: "Read" }).click();
  // It is on no other chain.
  await expect(page.locator("[data-eyebrow]")).toHaveText("L1Token");
  const form = page.locator("form", { hasText: "balanceOf(address)" });
  await expect(form).toContainText("out/Token20.sol/Token20.json");
  const argument = form.locator("input[name=arg]");
  const block = form.locator("input[name=height]");
  const read = form.getByRole("button", { name: "Read balanceOf" });
  const told = (field: typeof argument) => field.getAttribute("aria-describedby");

  await argument.fill("0x12");
  await read.click();
  await expect(argument).toHaveAttribute("aria-invalid", "true");
  await expect(argument).toHaveValue("0x12");
  await expect(page.locator(`[id="${await told(argument)}"]`)).toHaveText(
    "0 must be an address: 0x and 40 hex digits.",
  );
  expect(await told(block)).toBeNull();
  await expectFits(page, [390]);

  await argument.fill(HOLDER);
  await block.fill("the first");
  await read.click();
  await expect(block).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator(`[id="${await told(block)}"]`)).toHaveText(
    "The block must be a height, in digits.",
  );
  expect(await told(argument)).toBeNull();

  await block.fill("");
  await read.click();
  await expect(form.getByRole("status")).toContainText("uint256");
  await expect(form.getByRole("status")).toContainText(/[1-9][\d,.]{3,}/);
  await expect(form.getByRole("alert")).toHaveCount(0);
  await expectFits(page, [390]);
});

test("events of a contract are filtered by one of them", async ({ page, rig }) => {
  const ofToken = async (more = "") => {
    const answer = await fetch(`${rig.apiUrl}/firn/v1/chains/${L1}/logs?address=${TOKEN}&pageSize=25${more}`);
    return ((await answer.json()) as { logs: { event?: { name: string }; topics: string[] }[] }).logs;
  };
  const all = await ofToken();
  const topic = all.find(({ event }) => event?.name === "Approval")?.topics[0] ?? "";
  const approvals = await ofToken(`&topic0=${topic}`);
  expect(approvals.length).toBeGreaterThan(0);
  expect(approvals.length).toBeLessThan(all.length);
  await page.goto(`/address/${TOKEN}?chain=${L1}`);
  await sections(page).getByRole("link", { name: "Events" }).click();
  const rows = page.getByRole("list", { name: "Events, newest first" }).locator(":scope > li");
  await expect(rows).toHaveCount(all.length);
  await rows.filter({ hasText: "Approval" }).first().getByRole("link", { name: "only this event" }).click();
  await expect(rows).toHaveCount(approvals.length);
  for (const row of await rows.all()) await expect(row).toContainText("Approval");
  await expectFits(page, [390]);
});

test("coins that the L1 minted to an account stand beside its internal transfers", async ({ page, rig }) => {
  const of = async (query: string) => {
    const answer = await fetch(`${rig.apiUrl}/firn/v1/chains/${L1}/logs?${query}&pageSize=25`);
    return ((await answer.json()) as { logs: { topics: string[]; data: string; txHash: string }[] }).logs;
  };
  const minted = "address=0x0200000000000000000000000000000000000001&topic0=";
  const topic0 = "0x400cd392f3d56fd10bb1dbd5839fdda8298208ddaa97b368faa053e1850930ee";
  const [newest] = await of(`${minted}${topic0}`);
  const own = await of(`${minted}${topic0}&topic2=${newest?.topics[2]}`);
  await page.goto(`/address/0x${newest?.topics[2]?.slice(-40)}?chain=${L1}`);
  await sections(page).getByRole("link", { name: "Internal transfers" }).click();
  const rows = panel(page, /^Minted to this account/).getByRole("listitem");
  await expect(rows).toHaveCount(own.length);
  for (const [at, { data, txHash }] of own.entries()) {
    await expect(rows.nth(at)).toContainText(String(Number(BigInt(data)) / 1e18));
    await expect(rows.nth(at).locator(`a[href="/${L1}/tx/${txHash}"]`)).toBeVisible();
  }
  await expectFits(page, [390]);
  // Nothing was minted on the C-Chain, which has no minter.
  await page.goto(`/address/0x${newest?.topics[2]?.slice(-40)}?tab=internal`);
  await expect(sections(page).getByRole("link", { name: "Internal transfers" })).toBeVisible();
  await expect(panel(page, /^Minted/)).toHaveCount(0);
});

test("the page of an L1 says what blocks cost and who has which role", async ({ page, rig }) => {
  const answer = await fetch(`${rig.apiUrl}/firn/v1/chains/${L1}/rules`);
  const { fees, precompiles } = (await answer.json()) as {
    fees: { gasLimit: string; lastChangedBlock: string };
    precompiles: { contract: { name: string }; roles: { account: { address: string }; role: string }[] }[];
  };
  await page.goto("/l1s");
  await page.getByRole("link", { name: "firnl1" }).first().click();
  const rules = page.locator("#rules");
  await expect(rules).toContainText(`${Number(fees.gasLimit).toLocaleString("en")} gas`);
  await expect(rules.locator(`a[href="/${L1}/block/${fees.lastChangedBlock}"]`)).toContainText(
    fees.lastChangedBlock,
  );
  const all = precompiles.flatMap(({ roles }) => roles);
  expect(all.length).toBeGreaterThan(4);
  for (const { account, role } of all)
    await expect(
      rules.locator("li", { hasText: role, has: page.locator(`a[href*="${account.address}"]`) }).first(),
    ).toBeVisible();
  await expect(rules).toContainText("off: everybody may send transactions");
  await expectFits(page, [390]);
});

test("an L1's validator has charts of how this node saw it", async ({ page, rig }) => {
  // Not connected, and up for 1.38 % of its time, as the recorded node says.
  const validation = "9igEY83CrkCsgVcwt2fMUu42SYp55JMjLU221auoeQm15gHD7";
  const read = async (): Promise<{ seen: number; connected: number; uptimePercent?: number }[]> => {
    const answer = await fetch(`${rig.apiUrl}/firn/v1/validations/${validation}/uptime`);
    return ((await answer.json()) as { points: Awaited<ReturnType<typeof read>> }).points;
  };
  // The node is asked every minute.
  await expect.poll(async () => (await read())[0]?.seen ?? 0, { timeout: 150_000 }).toBeGreaterThan(0);
  expect((await read())[0]).toMatchObject({ connected: 0, uptimePercent: 1.38 });
  await page.goto(`/validation/${validation}`);
  await expect(panel(page, /^Connected per hour/)).toBeVisible();
  await page.getByRole("link", { name: "Uptime", exact: true }).click();
  await expect(page).toHaveURL(`/validation/${validation}?chart=uptime`);
  await page.getByRole("link", { name: "Days", exact: true }).click();
  await expect(page).toHaveURL(`/validation/${validation}?chart=uptime&step=day`);
  await page.getByText("Uptime per UTC day as a table").click();
  const table = page.getByRole("table", { name: /^Uptime per UTC day/ });
  await expect(table.locator("tbody tr").first()).toContainText("1.38");
  await expectFits(page);
});

test("an address has one list over the C-Chain and the L1, each transaction once, the newest first", async ({
  rig,
  page,
  request,
}) => {
  const ask = async <T>(path: string) => (await (await request.get(rig.apiUrl + path)).json()) as T;
  interface Page {
    transactions: {
      nativeTransaction: { txHash: string; blockTimestamp: number; from: { address: string } };
    }[];
    nextPageToken?: string;
  }
  const { chains } = await ask<{ chains: { chainId: string; chainName: string }[] }>("/v1/chains");
  const cChainId = chains.find(({ chainName }) => chainName === "C-Chain")?.chainId ?? "";
  const senders = await ask<{ transactions: { from: { address: string } }[] }>(
    `/v1/chains/${L1}/transactions?pageSize=100`,
  );
  const all = async (chainId: string, address: string) => {
    const found: { id: string; time: number }[] = [];
    let token = "";
    do {
      const of = await ask<Page>(
        `/v1/chains/${chainId}/addresses/${address}/transactions?pageSize=100${token}`,
      );
      for (const { nativeTransaction: tx } of of.transactions)
        found.push({ id: tx.txHash, time: tx.blockTimestamp });
      token = of.nextPageToken === undefined ? "" : `&pageToken=${of.nextPageToken}`;
    } while (token !== "");
    return found;
  };
  let address = "";
  let expected: { id: string; time: number }[] = [];
  for (const sender of new Set(senders.transactions.map(({ from }) => from.address))) {
    const onC = await all(cChainId, sender);
    const onL1 = await all(L1, sender);
    if (onC.length === 0 || onL1.length === 0) continue;
    address = sender;
    expected = [...onC, ...onL1];
    break;
  }
  expect(expected.length).toBeGreaterThan(25);

  interface Merged {
    rows: { id: string; time: number; tag: string }[];
    nextPageToken?: string;
  }
  const rows: Merged["rows"] = [];
  let token = "";
  do {
    const path = `${rig.webUrl}/address/${address}/txs?types=evm${token}`;
    const merged = (await (await request.get(path)).json()) as Merged;
    rows.push(...merged.rows);
    token = merged.nextPageToken === undefined ? "" : `&pageToken=${merged.nextPageToken}`;
  } while (token !== "");
  expect(rows.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
  const times = rows.map(({ time }) => time);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(new Set(rows.map(({ tag }) => tag))).toEqual(new Set(["C", "L1"]));

  await page.goto(`${rig.webUrl}/address/${address}?types=evm`);
  const first = rows.find(({ tag }) => tag === "L1");
  const row = page.locator(`#row-evm-${L1}-${first?.id}`);
  await row.scrollIntoViewIfNeeded();
  const name = chains.find(({ chainId }) => chainId === L1)?.chainName ?? "";
  await expect(row).toContainText(name);
  await expect(page.getByRole("link", { name: "All chains" })).toHaveAttribute("aria-current", "true");
});

test("sources that are sent are shown with their words set apart, and name everything", async ({
  page,
  rig,
}) => {
  const code = `/address/${MANAGER}?chain=${L1}&tab=code`;
  await page.goto(code);
  await expect(panel(page, /^Source code/)).toContainText("No sources are verified.");

  const sources = ["All.sol", "L1.sol"].map((file) => [
    file,
    { content: readFileSync(`lib/testbed/l1-sources/${file}`, "utf8") },
  ]);
  const settings = { optimizer: { enabled: true, runs: 200 }, evmVersion: "cancun" };
  const input = { language: "Solidity", sources: Object.fromEntries(sources), settings };
  const ask = async (fields: Record<string, string>) => {
    const body = new URLSearchParams({ module: "contract", ...fields });
    const response = await fetch(`${rig.apiUrl}/${L1}/api`, { method: "POST", body });
    return ((await response.json()) as { result: string }).result;
  };
  const guid = await ask({
    action: "verifysourcecode",
    contractaddress: MANAGER,
    sourceCode: JSON.stringify(input),
    codeformat: "solidity-standard-json-input",
    contractname: "L1.sol:Manager",
    compilerversion: "v0.8.30+commit.73712a01",
  });
  await expect
    .poll(() => ask({ action: "checkverifystatus", guid }), { timeout: 60_000 })
    .toBe("Pass - Verified");

  await expect(async () => {
    await page.goto(code);
    await expect(panel(page, /^Source code/)).toContainText("verified, 2 files", { timeout: 2_000 });
    // Threads of the API learn of it one after another, and the parts of a page may be from several of them.
    await expect(panel(page, "Contract")).toContainText("from verified source code", { timeout: 2_000 });
  }).toPass();
  const shown = panel(page, /^Source code/);
  await expect(shown).toContainText("L1.sol:Manager");
  await expect(shown).toContainText("solc 0.8.30+commit.73712a01");
  const own = shown.getByRole("group", { name: "Source of L1.sol" });
  await expect(own).toContainText("The validator manager of the L1, as little as that can be");
  await expect(own.locator("span", { hasText: /^contract$/ }).first()).toBeVisible();
  await expect(shown.getByRole("group", { name: "Source of All.sol" })).toBeHidden();
  await shown.getByText("All.sol", { exact: true }).click();
  await expect(shown.getByRole("group", { name: "Source of All.sol" })).toBeVisible();
  await expect(panel(page, "Contract")).toContainText("from verified source code");
  await expectFits(page, [390]);
});
