import type { APIRequestContext } from "@playwright/test";
import { askApi, expect, findCChainId, test } from "./firn";

/** "CSV" gives the list that is shown: the same rows in the same order as the API's. */

const NET = "/v1/networks/fuji";
const KEY = "custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj";

type Row = Record<string, string>;

/** Every row of an API's list. */
async function rowsOf(path: string, name: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let token = ""; ; ) {
    const page = await askApi<{ nextPageToken?: string } & Record<string, Row[]>>(`${path}${token}`);
    rows.push(...(page[name] ?? []));
    if (page.nextPageToken === undefined) return rows;
    token = `&pageToken=${page.nextPageToken}`;
  }
}

/** The cells of a column of a file. */
async function columnOf(request: APIRequestContext, path: string, column: string): Promise<string[]> {
  const answer = await request.get(path);
  expect(answer.status(), path).toBe(200);
  expect(answer.headers()["content-type"]).toContain("text/csv");
  const [head = "", ...lines] = (await answer.text()).trim().split("\r\n");
  const index = head.split(",").indexOf(column);
  expect(index, `${path}: ${head}`).toBeGreaterThanOrEqual(0);
  return lines.map((line) => line.split(",")[index] ?? "");
}

const ADDRESS_LISTS = [
  ["utxos", "utxo_id", `${NET}/blockchains/p-chain/utxos?addresses=${KEY}&pageSize=50`, "utxos", "utxoId"],
  [
    "current",
    "transaction",
    `${NET}/blockchains/p-chain/transactions:listStaking?addresses=${KEY}&pageSize=50`,
    "transactions",
    "txHash",
  ],
  [
    "pending",
    "staking_transaction",
    `${NET}/rewards:listPending?addresses=${KEY}&pageSize=50`,
    "pendingRewards",
    "txHash",
  ],
  ["paid", "paid_by", `${NET}/rewards?addresses=${KEY}&pageSize=50`, "historicalRewards", "rewardTxHash"],
] as const;

for (const [list, column, path, name, field] of ADDRESS_LISTS)
  test(`an address's list ${list} is a file of its own`, async ({ request }) => {
    const rows = await rowsOf(path, name);
    expect(await columnOf(request, `/address/${KEY}/csv?list=${list}`, column)).toEqual(
      rows.map((row) => row[field]),
    );
  });

test("the C-Chain's blocks have both of their sides in the file, also those that a search finds", async ({
  request,
}) => {
  const accepted = await rowsOf(`${NET}/blockchains/c-chain/blocks?pageSize=100`, "blocks");
  const evm = new Map(
    (await rowsOf(`/v1/chains/${await findCChainId()}/blocks?pageSize=100`, "blocks")).map((block) => [
      block.blockNumber,
      block,
    ]),
  );
  const busy = accepted.filter(({ blockNumber }) => Number(evm.get(blockNumber)?.txCount) >= 2);
  expect(busy.length).toBeGreaterThan(0);
  expect(busy.length).toBeLessThan(accepted.length);
  for (const [path, blocks] of [
    ["/c/blocks/csv", accepted],
    ["/c/blocks/csv?txs=2", busy],
  ] as const)
    for (const [column, cellOf] of [
      ["id", ({ blockHash }: Row) => blockHash],
      ["atomic_transactions", ({ txCount }: Row) => String(txCount)],
      ["bytes", ({ blockSizeBytes }: Row) => String(blockSizeBytes)],
      ["parent", ({ parentHash }: Row) => parentHash],
      ["transactions", ({ blockNumber = "" }: Row) => String(evm.get(blockNumber)?.txCount)],
      ["gas_used", ({ blockNumber = "" }: Row) => evm.get(blockNumber)?.gasUsed],
      ["fees_wei", ({ blockNumber = "" }: Row) => evm.get(blockNumber)?.feesSpent],
    ] as const) {
      const cells = await columnOf(request, path, column);
      expect(cells, `${path}: ${column}`).toEqual(blocks.map(cellOf));
    }
});

test("the tab of an address says which list its CSV is", async ({ page }) => {
  const csv = page.getByRole("link", { name: "CSV" });
  await page.goto(`/address/${KEY}`);
  await expect(csv).toHaveAttribute("href", `/address/${KEY}/csv`);
  await page.goto(`/address/${KEY}?tab=utxos&chain=x`);
  await expect(csv).toHaveAttribute("href", `/address/${KEY}/csv?chain=x&list=utxos`);
});

test("an L1's validators, their changes and fees are files, and so is a list of L1s", async ({ request }) => {
  const l1s = await rowsOf("/firn/v1/l1s?pageSize=50", "l1s");
  expect(await columnOf(request, "/l1s/csv", "subnet_id")).toEqual(l1s.map(({ subnetId }) => subnetId));
  for (const { subnetId } of l1s) {
    const validators = await rowsOf(`/firn/v1/l1s/${subnetId}/validators?pageSize=50`, "validators");
    expect(await columnOf(request, `/l1/${subnetId}/csv`, "validation_id")).toEqual(
      validators.map(({ validationId }) => validationId),
    );
    const changes = await rowsOf(`/firn/v1/l1s/${subnetId}/changes?pageSize=50`, "changes");
    const path = `/l1/${subnetId}/csv?list=changes`;
    expect(await columnOf(request, path, "validation_id")).toEqual(
      changes.map(({ validationId }) => validationId),
    );
    const fees = await rowsOf(`/firn/v1/l1s/${subnetId}/fees?pageSize=50`, "points");
    expect(await columnOf(request, `/l1/${subnetId}/csv?list=fees`, "fees_navax")).toEqual(
      fees.map(({ feesNavax }) => feesNavax),
    );
  }
});

test("a list that there is not is 404", async ({ request }) => {
  for (const path of [`/address/${KEY}/csv?list=moons`, "/c/token/0x00/csv?list=moons"])
    expect((await request.get(path)).status(), path).toBe(404);
});
