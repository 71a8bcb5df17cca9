import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openRecording } from "../../devnet/recording";
import { serveDevnet } from "../../devnet/serve";
import { followChains } from "../followed-chains";
import { testStores } from "../test-stores";

it("an EVM chain is read by height where the index is off, and no longer says that the node is unreachable", async () => {
  const folder = mkdtempSync(join(tmpdir(), "firn-index-off-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const recording = await openRecording("custom-network");
  const first = await serveDevnet({ recording, port: 0 });
  const { port, url } = first;
  await first.close();
  const stores = testStores(folder);
  const chains = followChains(url, { stores });
  onTestFinished(() => chains.close());
  const problemOfC = async () => (await stores.readRegistry())?.find(({ key }) => key === "C")?.problem;
  await expect
    .poll(problemOfC)
    .toMatchObject({ message: expect.stringContaining("ECONNREFUSED"), passes: true });

  const devnet = await serveDevnet({ recording, port, indexEnabled: false });
  onTestFinished(() => devnet.close());
  const idOfC = async () =>
    (await stores.readRegistry())?.find(({ key, problem }) => key === "C" && !problem)?.evmChainId;
  await expect.poll(idOfC).toBeDefined();
  const said = async () => {
    const store = await stores.open(`evm/${await idOfC()}`, { mode: "read" });
    try {
      return await store.db.selectFrom("stream_status").selectAll().executeTakeFirst();
    } finally {
      await store.close();
    }
  };
  await expect
    .poll(() => said().catch(() => undefined))
    .toMatchObject({ state: "following", source: "height", error_code: null });
});
