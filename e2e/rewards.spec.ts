import { askApi, expect, test } from "./firn";
import { expectFits } from "./fits";

/** As somebody reads what was earned: from a validator to its statement, a year of it, and a file for a tax program. */

interface Line {
  rewardTxHash: string;
  outputIndex: number;
  rewardType: string;
  reward: { amount: string };
}

const statementOf = (query: string) => askApi<{ rewards: Line[] }>(`/firn/v1/rewards?pageSize=1000&${query}`);

/** A node that was paid for its own stake, whose delegators were paid too, and an owner of its rewards. */
async function findPaidNode(): Promise<{ nodeId: string; owner: string }> {
  const { validators } = await askApi<{
    validators: { nodeId: string; validationStatus: string; rewards?: { rewardAddresses: string[] } }[];
  }>("/v1/networks/fuji/validators?pageSize=100&validationStatus=completed");
  for (const { nodeId, rewards } of validators) {
    const { rewards: lines } = await statementOf(`nodeIds=${nodeId}`);
    const [owner] = rewards?.rewardAddresses ?? [];
    const kinds = new Set(lines.map(({ rewardType }) => rewardType));
    if (owner !== undefined && kinds.size === 3) return { nodeId, owner };
  }
  throw new Error("no validator of the recording was paid for everything");
}

const inAvax = (amounts: string[]) => Number(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)) / 1e9;

test("a validator's page leads to what was paid for it, with and without its delegators' part", async ({
  page,
}) => {
  const { nodeId } = await findPaidNode();
  const { rewards } = await statementOf(`nodeIds=${nodeId}`);
  const own = rewards.filter(({ rewardType }) => rewardType !== "DELEGATOR");
  await page.goto(`/validator/${nodeId}`);
  await page.getByRole("link", { name: "Reward statement" }).click();
  await expect(page).toHaveURL(`/rewards/${nodeId}`);
  const rows = page.getByRole("table", { name: "Rewards paid" }).locator("tbody tr");
  await expect(rows).toHaveCount(own.length);
  const paid = page.locator("[data-stat]", { hasText: "Paid so far" });
  await expect(paid.locator(`[title^="${inAvax(own.map(({ reward }) => reward.amount))}"]`)).toBeVisible();
  await expect(page.getByRole("table", { name: "Delegators" }).locator("tbody tr").first()).toBeVisible();
  await expectFits(page);

  await page.getByRole("link", { name: "With its delegators’" }).click();
  await expect(page).toHaveURL(`/rewards/${nodeId}?kinds=all`);
  await expect(rows).toHaveCount(rewards.length);
  await expectFits(page);
});

test("a year has its own statement, and each row an address from which it goes on", async ({ page }) => {
  const { owner } = await findPaidNode();
  const { rewards } = await statementOf(`addresses=${owner}`);
  await page.goto(`/address/${owner}?tab=staking`);
  await page.getByRole("link", { name: "Reward statement" }).click();
  await expect(page).toHaveURL(`/rewards/${owner}`);
  const year = page.getByRole("table", { name: "Rewards by year" }).getByRole("link").first();
  const name = (await year.textContent()) ?? "";
  await year.click();
  await expect(page).toHaveURL(`/rewards/${owner}?year=${name}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Rewards in ${name}`);
  const rows = page.getByRole("table", { name: "Rewards paid" }).locator("tbody tr");
  await expect(rows).toHaveCount(rewards.length);

  const [first] = rewards;
  await page.goto(`/rewards/${owner}?year=${name}&before=${first?.rewardTxHash}:${first?.outputIndex}`);
  await expect(rows).toHaveCount(rewards.length - 1);
});

test("files have every reward, oldest first, in the form that each program reads", async ({ page }) => {
  const { nodeId } = await findPaidNode();
  const { rewards } = await statementOf(`nodeIds=${nodeId}&rewardTypes=VALIDATOR,VALIDATOR_FEE`);
  const heads = {
    plain: "paid_utc,kind,amount",
    koinly: "Koinly Date,Amount,Currency",
    cointracking: "Type,Buy Amount,Buy Currency",
    cointracker: "Date,Received Quantity,Received Currency",
  };
  for (const [form, head] of Object.entries(heads)) {
    const answer = await page.request.get(`/rewards/${nodeId}/csv?form=${form}`);
    expect(answer.status()).toBe(200);
    const [first, ...lines] = (await answer.text()).trimEnd().split("\r\n");
    expect(first).toContain(head);
    expect(lines).toHaveLength(rewards.length);
    for (const [index, { reward }] of rewards.toReversed().entries())
      expect(lines[index]).toContain((Number(reward.amount) / 1e9).toFixed(9).replace(/0+$/, ""));
  }
  expect((await page.request.get(`/rewards/${nodeId}/csv?form=paper`)).status()).toBe(404);
});

test("an address in another form is moved, and nonsense is refused", async ({ page, expectStatus }) => {
  const { owner } = await findPaidNode();
  await page.goto(`/rewards/P-${owner}`);
  await expect(page).toHaveURL(`/rewards/${owner}`);
  expectStatus(400);
  await page.goto(`/rewards/${owner}?year=20`);
  await page.goto("/rewards/nobody");
});
