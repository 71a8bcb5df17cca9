import { expect, onTestFinished, test } from "vitest";
import { indexRecording } from "../../testbed/recording";

test("a block without a validator count is an error, not 0", async () => {
  const firn = await indexRecording("custom-network");
  onTestFinished(() => firn.close());
  const ask = async () => {
    const response = await fetch(`${firn.url}/firn/v1/p-state`);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const { status, body } = await ask();
  expect(status).toBe(200);
  await firn.stopIndexer();
  const store = await firn.stores.open("primary", { mode: "write", nowMs: 0 });
  await store.db
    .updateTable("block")
    .set({ active_l1_validators: null })
    .where("chain", "=", 0)
    .where("height", "=", Number(body.height))
    .execute();
  await store.close();
  expect(await ask()).toMatchObject({
    status: 500,
    body: { message: expect.stringMatching(/^P-Chain block \d+ has no validator count/) },
  });
});
