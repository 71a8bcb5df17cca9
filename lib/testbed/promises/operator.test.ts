import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { getOverview } from "../../contract/operator/overview";
import { openRig } from "../operator";
import { indexRecording } from "../recording";

it("shows the node as Firn's own API has it: a validator with the end of its stake and its acceptance speed", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "firn-overview-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const indexed = await indexRecording("custom-network", { devnet: { admin: true, dataDir } });
  onTestFinished(() => indexed.close());
  const { client, signIn } = await openRig({ nodeUrl: indexed.nodeUrl, apiUrl: indexed.url });
  const overview = await client.ask(getOverview, { session: await signIn() });
  expect(overview.troubles).toEqual([]);
  expect(overview.validator?.nodeId).toBe(indexed.recording.network.nodeId);
  expect(overview.validator?.period).toMatchObject({ status: "active", endTimestamp: expect.any(Number) });
  expect(overview.acceptanceLag.map(({ stream }) => stream)).toContain("P/block");
});
