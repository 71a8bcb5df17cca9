import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as admin from "../contract/node/admin";
import * as avax from "../contract/node/avax";
import * as avm from "../contract/node/avm";
import * as evm from "../contract/node/evm";
import * as health from "../contract/node/health";
import * as index from "../contract/node/index";
import * as info from "../contract/node/info";
import * as platform from "../contract/node/platform";
import { noParams } from "../contract/node/wire";
import { stringifyLossless } from "../contract/rpc";
import { openRecording } from "./recording";
import { type Devnet, serveDevnet } from "./serve";

/** Calls every method that takes parameters with bad ones. Each call must get a JSON-RPC reply, and so must the next. */

const APIS: [path: string, contracts: object][] = [
  ["/ext/admin", admin],
  ["/ext/bc/P", platform],
  ["/ext/bc/X", avm],
  ["/ext/bc/C/avax", avax],
  ["/ext/bc/C/rpc", evm],
  ["/ext/health", health],
  ["/ext/index/P/block", index],
  ["/ext/info", info],
];

const HUGE = 2n ** 64n - 1n;
const ODD: unknown[] = [
  null,
  "",
  "x",
  "0x",
  "0xzz",
  `0x${"f".repeat(1000)}`,
  "\u0000",
  "../../etc/passwd",
  "constructor",
  -1,
  0.5,
  1e300,
  HUGE,
  HUGE + 1n,
  true,
  [],
  [null],
  [[]],
  {},
  { length: 5 },
  "P-custom1",
  "1".repeat(60),
];

/** Names of members, and positions of parameters, that get the bad values. */
const MEMBERS = [
  "addresses",
  "address",
  "alias",
  "assetID",
  "blockID",
  "blockchainID",
  "chain",
  "encoding",
  "endpoint",
  "height",
  "id",
  "index",
  "limit",
  "nodeID",
  "nodeIDs",
  "numToFetch",
  "size",
  "sourceChain",
  "startIndex",
  "subnetID",
  "subnetId",
  "tags",
  "tx",
  "txID",
  "validationID",
  "loggerName",
  "logLevel",
  "displayLevel",
];

const dataDir = mkdtempSync(join(tmpdir(), "firn-bad-input-"));
let devnet: Devnet;

beforeAll(async () => {
  const recording = await openRecording("custom-network");
  devnet = await serveDevnet({ recording, port: 0, dataDir, admin: true });
});
afterAll(async () => {
  await devnet.close();
  rmSync(dataDir, { recursive: true });
});

/** Methods that read parameters. */
function methodsOf(contracts: object): string[] {
  return Object.values(contracts).flatMap((each: { name?: unknown; params?: unknown }) =>
    typeof each?.name === "string" && each.params !== undefined && each.params !== noParams
      ? [each.name]
      : [],
  );
}

function paramsFor(path: string, odd: unknown): unknown[] {
  if (path.endsWith("/rpc"))
    return [odd, [odd], [odd, odd], [odd, odd, odd], ["0x1", odd], [{ fromBlock: odd }]];
  return [odd, [odd], Object.fromEntries(MEMBERS.map((name) => [name, odd]))];
}

it.each(APIS)("%s answers every method, whatever its parameters", async (path, contracts) => {
  const methods = methodsOf(contracts);
  expect(methods.length).toBeGreaterThan(2);
  const strange: unknown[] = [];
  for (const method of methods) {
    for (const params of ODD.flatMap((odd) => paramsFor(path, odd))) {
      const body = stringifyLossless({ jsonrpc: "2.0", id: 1, method, params });
      const headers = { "content-type": "application/json" };
      const response = await fetch(devnet.url + path, { method: "POST", headers, body });
      const text = await response.text();
      const isReply = response.status === 200 && /"(result|error)":/.test(text);
      if (!isReply)
        strange.push({ method, params: stringifyLossless(params), status: response.status, text });
    }
  }
  expect(strange).toEqual([]);
});

it.each([
  ["/ext/info", "info.getBlockchainID", "alias"],
  ["/ext/admin", "admin.aliasChain", "chain"],
  ["/ext/admin", "admin.getLoggerLevel", "loggerName"],
  ["/ext/bc/P", "platform.getBlockchainStatus", "blockchainID"],
  ["/ext/bc/P", "platform.getBlock", "blockID"],
  ["/ext/bc/P", "platform.issueTx", "tx"],
  ["/ext/bc/X", "avm.getAllBalances", "address"],
  ["/ext/index/P/block", "index.isAccepted", "id"],
])("%s %s answers a body of megabytes", async (path, method, member) => {
  for (const unit of ["a", "\\"]) {
    const params = { [member]: unit.repeat(2_000_000) };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const headers = { "content-type": "application/json" };
    const response = await fetch(devnet.url + path, { method: "POST", headers, body });
    expect(response.status).toBe(200);
    expect((await response.text()).slice(-3_000)).toMatch(/"id":1\}\n$/);
  }
});

it("reads members by name, escaped or not", async () => {
  const body = '{"jsonrpc":"2.0","id":1,"\\u006dethod":"info.getNetworkID"}';
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${devnet.url}/ext/info`, { method: "POST", headers, body });
  expect(await response.json()).toMatchObject({ result: { networkID: "54321" } });
});
