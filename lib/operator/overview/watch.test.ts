import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { listenOnLoopback } from "../../listen";
import { SILENT } from "../../log";
import { openWatch } from "./watch";

it("treats a node that answers late once as busy, and one that answers late twice as down", async () => {
  let isBusy = false;
  const server = createServer((_, response) => {
    if (!isBusy) response.end('{"jsonrpc":"2.0","id":1,"result":{"loggerLevels":{}}}');
  });
  const origin = await listenOnLoopback(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const nodeUrl = origin;
  const watch = openWatch({ nodeUrl, nowMs: () => 0, log: SILENT, timeoutMs: 2_000 });
  const check = async () => {
    await watch.check();
    return watch.state().reason?.code;
  };
  expect(await check()).toBeUndefined();
  isBusy = true;
  expect(await check()).toBeUndefined();
  expect(await check()).toBe("NODE_TIMEOUT");
  isBusy = false;
  expect(await check()).toBeUndefined();
});
