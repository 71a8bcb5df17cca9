import { askApi, expect, findTx, test } from "./firn";

const leads: [string, () => Promise<[string, RegExp]>][] = [
  [
    "a block id",
    async () => [(await askApi<{ blockHash: string }>("blocks/42")).blockHash, /\/p\/block\/42$/],
  ],
  [
    "a transaction id",
    async () => {
      const { txHash } = await findTx("ImportTx");
      return [txHash, new RegExp(`/p/tx/${txHash}$`)];
    },
  ],
  [
    "an address",
    async () => ["P-custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj", /\/address\/custom1srhuvfs/],
  ],
  ["a NodeID", async () => ["NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg", /\/validator\/NodeID-7Xhw2m/]],
];

for (const [what, read] of leads) {
  test(`${what} leads to its page`, async ({ page }) => {
    const [text, address] = await read();
    await page.goto("/");
    await page.getByRole("searchbox").or(page.getByRole("combobox")).first().fill(text);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
  });
}

test("a height that exists on several chains leads to each of them", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("searchbox").or(page.getByRole("combobox")).first().fill("42");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=/);
  const readings = page.locator("#readings");
  for (const letter of ["p", "x", "c"]) {
    await expect(readings.locator(`a[href="/${letter}/block/42"]`)).toHaveCount(1);
  }
  await readings.locator('a[href="/x/block/42"]').click();
  await expect(page).toHaveURL(/\/x\/block\/42$/);
});

test("an id shared by a transaction and what it created leads to both", async ({ page }) => {
  const { txHash } = await findTx("CreateSubnetTx");
  await page.goto(`/search?q=${txHash}`);
  const readings = page.locator("#readings");
  await expect(readings.locator(`a[href="/p/tx/${txHash}"]`)).toHaveCount(1);
  await expect(readings.locator(`a[href="/l1/${txHash}"]`)).toHaveCount(1);
});

const dead: [string, string, RegExp][] = [
  ["a height that is not there yet", "612840", /newest is 110/],
  ["an id nobody knows", "2Tv2cvzrLcra5VzrPCBwn6BB6oqW2nAhV8TgAaavovaYvTUtQ3", /checksum|not/i],
  [
    "a well-formed id nobody knows",
    "WBVaWFoundqRbet928VeZtChcB6fYkrLq9SVruMP7vb3Gsp43",
    /Not a block, container or transaction/,
  ],
  ["a NodeID with a bad checksum", "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lh", /checksum/],
  ["an address of another network", "P-avax1qm2a25eytsrj235hxg6jc0mwk99tss64eqevsw", /custom/],
  ["a text that is nothing", "hello", /Not a height/],
];

for (const [what, text, why] of dead) {
  test(`${what} is answered with the reason`, async ({ page, expectStatus }) => {
    expectStatus(404);
    const response = await page.goto(`/search?q=${encodeURIComponent(text)}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("main")).toContainText(why);
  });
}

test("/ focuses the search box and Escape leaves it", async ({ page }) => {
  await page.goto("/p/blocks");
  const box = page.getByRole("combobox").first();
  // Keys do nothing until the page's script runs.
  await expect(async () => {
    await page.locator("body").press("/");
    await expect(box).toBeFocused({ timeout: 1000 });
  }).toPass();
  await box.fill("110");
  await expect(page.getByRole("option").first()).toContainText("110");
  await box.press("Escape");
  await expect(page.getByRole("option")).toHaveCount(0);
});

test("names and beginnings are found while they are typed, by keyboard alone", async ({ page }) => {
  await page.goto("/p/blocks");
  const box = page.getByRole("combobox").first();
  await expect(async () => {
    await page.locator("body").press("/");
    await expect(box).toBeFocused({ timeout: 1000 });
  }).toPass();
  await box.pressSequentially("NodeID-7Xhw");
  const options = page.getByRole("option");
  await expect(options).toHaveCount(1);
  await expect(options.first()).toContainText("Validator");
  await box.fill("avax");
  await expect(options.filter({ hasText: "Avalanche" })).toHaveCount(1);
  await box.fill("c-ch");
  await expect(options.first()).toContainText("C-Chain");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/c\/blocks$/);
});

test("Enter acts on what the field says, not on an older list", async ({ page }) => {
  await page.goto("/");
  const box = page.getByRole("combobox").first();
  await expect(async () => {
    await box.fill("");
    await box.fill("203");
    await expect(page.getByRole("option")).not.toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await box.fill("NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg");
  await expect(page.getByRole("option").first()).toContainText("Validator");
  await box.fill("C-Chain");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/c\/blocks$/);
});

test("half an id is not called wrong", async ({ page }) => {
  await page.goto("/");
  const box = page.getByRole("combobox").first();
  await expect(async () => {
    await box.fill("");
    await box.fill("NodeID-zzzz");
    await expect(page.getByRole("option").first()).toContainText("Nothing here begins like this", {
      timeout: 1000,
    });
  }).toPass();
  await expect(page.getByText("checksum")).toHaveCount(0);
});

test("a search without a match keeps the field and says how the text was read", async ({
  page,
  expectStatus,
}) => {
  expectStatus(404);
  await page.goto("/search?q=zzzz");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No match for “zzzz”");
  await expect(page).toHaveTitle(/^No match for “zzzz”/);
  const box = page.getByRole("main").getByRole("combobox");
  await expect(box).toHaveValue("zzzz");
  await expect(page.getByRole("main")).toContainText("Read as: Text");
  await box.fill("C-Chain");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/c\/blocks$/);
});
