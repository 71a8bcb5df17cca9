import { join } from "node:path";
import { addKey } from "../lib/api/access/key-file";
import { test as base, expect } from "./firn";
import { openPlace, startOverRecording, withRig } from "./processes";

/** A Firn whose API answers nobody without a key, with a web that proves itself by a secret. */
interface ClosedRig {
  webUrl: string;
  apiUrl: string;
  key: string;
}

const test = base.extend<object, { rig: ClosedRig }>({ ...withRig(openRig) });
test.describe.configure({ mode: "default" });

async function openRig(): Promise<{ rig: ClosedRig; close(): Promise<void> }> {
  const place = await openPlace();
  const file = join(place.dataDir, "api-keys.json");
  const key = addKey(file, { name: "reader" });
  const closed = {
    FIRN_API_ACCESS: "keys",
    FIRN_API_KEYS: `file:${file}`,
    FIRN_API_SECRET: "secret-of-a-test".repeat(2),
    FIRN_RATE_LIMIT: "60",
  };
  const path = "/v1/networks/fuji/blockchains/p-chain/blocks/100";
  const close = await startOverRecording(
    place,
    { ...place.env, ...closed },
    {
      path,
      headers: { "x-data-api-key": key },
    },
  );
  return { rig: { webUrl: place.webUrl, apiUrl: place.apiUrl, key }, close };
}

test("pages go on where the API answers nobody without a key", async ({ page, rig }) => {
  const path = "/v1/networks/fuji/blockchains/p-chain/blocks?pageSize=1";
  expect((await fetch(rig.apiUrl + path)).status).toBe(401);
  expect((await fetch(rig.apiUrl + path, { headers: { "x-data-api-key": rig.key } })).status).toBe(200);
  for (const address of ["/", "/p/blocks", "/p/block/100", "/validators", "/p/txs"]) {
    const answer = await page.goto(address);
    expect([address, answer?.status()]).toEqual([address, 200]);
    await expect(page.getByText(/API keys only|unknown API key|Too many requests/i)).toHaveCount(0);
  }
  await page.goto("/p/block/100");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("100");
});

test("what a browser asks for through the web counts for its reader, and names no one else", async ({
  rig,
}) => {
  const path = "/v1/networks/fuji/blockchains/p-chain/blocks?pageSize=1";
  let status = 200;
  for (let each = 0; status === 200 && each < 200; each++) {
    const headers = { "x-firn-visitor": `192.0.2.${each}`, "x-forwarded-for": `192.0.2.${each}` };
    status = (await fetch(rig.webUrl + path, { headers })).status;
  }
  expect(status).toBe(429);
  // The web makes pages for all readers, whatever one of them has used up.
  expect((await fetch(`${rig.webUrl}/p/block/100`)).status).toBe(200);
});

test("a list whose reader asked too often says so, and goes on by itself", async ({
  page,
  rig,
  expectStatus,
}) => {
  await page.goto("/p/txs");
  const rows = page.locator("tbody tr[id]");
  await expect(rows).toHaveCount(25);
  expectStatus(429);
  const path = "/v1/networks/fuji/blockchains/p-chain/blocks?pageSize=1";
  const ask = async () => (await fetch(rig.webUrl + path)).status;
  while ((await ask()) !== 429);
  // What a slow browser leaves to it meanwhile is taken too.
  let isTaking = true;
  const taking = (async () => {
    while (isTaking) await ask();
  })();
  const refusal = page.getByRole("heading", { name: "Too many requests" });
  // A request that comes just when there is room again is answered: then the next rows are asked for.
  await expect(async () => {
    await page.getByText(/so far$/).scrollIntoViewIfNeeded({ timeout: 5_000 });
    await expect(refusal).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(page.getByText(/^Firn’s API limits them\. Trying again in \d+ s\.$/)).toBeVisible();
  isTaking = false;
  await taking;
  await expect(refusal).toHaveCount(0);
  await expect.poll(() => rows.count()).toBeGreaterThan(25);
  const ids = await rows.evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});
