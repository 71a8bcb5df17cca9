import { dirname } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRecording } from "../devnet/recording";
import { serveDevnet } from "../devnet/serve";
import { freshPath } from "../testbed/engines";
import { testStores } from "../testbed/test-stores";
import { openUsedNode, readUsedNode } from "./used-node";

test("a client asks the node that the indexer uses, with its credentials", async () => {
  const serve = async (name: string) => {
    const devnet = await serveDevnet({ recording: await openRecording(name), port: 0 });
    onTestFinished(() => devnet.close());
    return devnet.url;
  };
  const first = await serve("custom-network");
  const second = await serve("local-network");
  const urls = [first, second.replace("//", "//user:secret@")] as const;
  const stores = testStores(dirname(freshPath()));
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const node = openUsedNode(urls, stores, stop.signal);
  expect(await readUsedNode(urls, stores)).toBe(first);
  expect(await node.getNetworkId()).toBe(54321);
  await stores.writeKnownNodes([
    { url: `${first}/`, isUsed: false, state: "away", reason: "no answer" },
    { url: `${second}/`, isUsed: true, state: "ready" },
  ]);
  expect(await readUsedNode(urls, stores)).toBe(urls[1]);
  await expect.poll(() => node.getNetworkId(), { timeout: 20_000 }).not.toBe(54321);
});
