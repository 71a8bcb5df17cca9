import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AvaCloudSDK } from "@avalabs/avacloud-sdk";
import { Avalanche } from "@avalanche-sdk/chainkit";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SILENT } from "../../log";
import type { Store, Stores } from "../../store/stores";
import { startApi } from "../../testbed/api";
import { indexCChain } from "../../testbed/c-chain";
import { openPublishedShapes } from "../../testbed/published/shapes";
import { testStores } from "../../testbed/test-stores";
import { addKey } from "../access/key-file";
import { UsageRecorder } from "./recorder";

const SECRET = "s".repeat(32);
const DAY = 86_400;
/** A Thursday, 13:37 UTC. */
const NOW = Date.UTC(2026, 9, 22, 13, 37) / 1_000;
const shape = openPublishedShapes();
const keyFolder = mkdtempSync(join(tmpdir(), "firn-usage-keys-"));
const file = join(keyFolder, "keys.json");
const keys = { alice: "", bob: "" };

let folder: string;
let stores: Stores;
let now = NOW;

beforeAll(() => {
  for (const name of ["alice", "bob"] as const) keys[name] = addKey(file, { name });
});
afterAll(() => rmSync(keyFolder, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "firn-usage-"));
  stores = testStores(folder);
  now = NOW;
});
afterEach(() => rmSync(folder, { recursive: true }));

// biome-ignore lint/suspicious/noExplicitAny: answers as they are
type Json = Record<string, any>;

const open = () =>
  startApi({
    stores,
    apiKeys: { file },
    secret: SECRET,
    nowMs: () => now * 1_000,
    steadyMs: () => now * 1_000,
  });

const OWN = { "x-firn-secret": SECRET };
const by = (key: string) => ({ "x-glacier-api-key": key });

/** What is answered once all that was asked before is written. */
async function usage(query: string, headers: Record<string, string> = OWN) {
  const api = await open();
  const response = await fetch(`${api.url}/v1/apiUsageMetrics?${query}`, { headers });
  const body = (await response.json()) as Json;
  await api.close();
  return { status: response.status, body };
}

const BLOCK = { route: "/v1/chains/{chainId}/blocks/{blockId}" };
/** Requests whose status and cost are known. */
const ASKED = [
  { path: "/health", route: "/health", status: 200, credits: 1, chain: "" },
  { path: "/v1/health-check", route: "/v1/health-check", status: 200, credits: 1, chain: "" },
  { path: "/nowhere", route: "none", status: 404, credits: 1, chain: "" },
  { path: "/v1/chains/43999/blocks/1", ...BLOCK, status: 200, credits: 1, chain: "43999" },
  { path: "/v1/chains/88888/blocks/1", ...BLOCK, status: 404, credits: 1, chain: "" },
  { path: "/firn/v1/search", route: "/firn/v1/search", status: 400, credits: 5, chain: "" },
] as const;
const CALLERS = ["alice", "bob", "(none)"] as const;

const GROUPS = {
  requestPath: ({ route }: Json) => route,
  responseCode: ({ status }: Json) => status,
  chainId: ({ chain }: Json) => chain,
  apiKeyId: ({ caller }: Json) => caller,
  requestType: () => "data",
} as const;
const INTERVALS = {
  minute: (time: number) => time - (time % 60),
  hourly: (time: number) => time - (time % 3_600),
  daily: (time: number) => time - (time % DAY),
  weekly: (time: number) => {
    const date = new Date(time * 1_000);
    date.setUTCHours(0, 0, 0, 0);
    while (date.getUTCDay() !== 1) date.setUTCDate(date.getUTCDate() - 1);
    return date.getTime() / 1_000;
  },
  monthly: (time: number) => Date.parse(`${new Date(time * 1_000).toISOString().slice(0, 7)}-01`) / 1_000,
} as const;

describe("usage of the API", () => {
  it("is, by every interval, group and filter, what was asked", async () => {
    const requests = fc.sample(
      fc.record({
        wait: fc.constantFrom(0, 1, 30, 61, 3_000),
        asked: fc.constantFrom(...ASKED),
        caller: fc.constantFrom(...CALLERS),
      }),
      { numRuns: 250, seed: 7 },
    );
    const made: (Json & { at: number })[] = [];
    const indexed = await indexCChain("custom-network");
    ({ stores } = indexed);
    // Several processes, one after another and two at once.
    for (let part = 0; part < 5; part++) {
      const apis = await Promise.all([open(), open()]);
      for (const { wait, asked, caller } of requests.slice(part * 50, part * 50 + 50)) {
        now += wait;
        const api = apis[made.length % 2];
        const headers = caller === "(none)" ? {} : by(keys[caller]);
        const response = await fetch(`${api?.url}${asked.path}`, { headers });
        expect(response.status, asked.path).toBe(asked.status);
        made.push({ ...asked, caller, at: now });
      }
      // In one process two writers would wait for each other.
      for (const api of apis) await api.close();
    }
    const start = INTERVALS.daily(NOW);
    for (const [interval, startOf] of Object.entries(INTERVALS))
      for (const [group, valueOfRow] of Object.entries({ ...GROUPS, "": () => undefined }))
        for (const filter of [
          "",
          "apiKeyId=alice",
          "responseCode=404",
          "requestPath=/health",
          "chainId=43999",
        ]) {
          const query = `startTimestamp=${start}&timeInterval=${interval}${group && `&groupBy=${group}`}&${filter}`;
          const { status, body } = await usage(query);
          expect(status, query).toBe(200);
          expect(shape("UsageMetricsResponseDTO", body)).toBeUndefined();
          const wanted = new Map<number, Map<unknown, Json[]>>();
          for (const row of made) {
            const [name, value] = filter.split("=");
            const of = {
              apiKeyId: row.caller,
              responseCode: row.status,
              requestPath: row.route,
              chainId: row.chain,
            };
            if (name && String(of[name as keyof typeof of]) !== value) continue;
            const at = startOf(row.at);
            const values = wanted.get(at) ?? new Map<unknown, Json[]>();
            wanted.set(at, values);
            values.set(valueOfRow(row), [...(values.get(valueOfRow(row)) ?? []), row]);
          }
          expect(body.metrics.map(({ timestamp }: Json) => timestamp)).toEqual(
            [...wanted.keys()].sort((a, b) => a - b),
          );
          for (const { timestamp, values } of body.metrics) {
            const told = new Map<unknown, Json>(
              values.map((value: Json) => [value.groupValue, value] as const),
            );
            const groups = wanted.get(timestamp) ?? new Map<unknown, Json[]>();
            expect([...told.keys()].sort()).toEqual([...groups.keys()].sort());
            for (const [value, rows] of groups) {
              const invalid = rows.filter((row) => row.status >= 400);
              const credits = (of: Json[]) => of.reduce((sum, row) => sum + row.credits, 0);
              expect(told.get(value), query).toMatchObject({
                groupedBy: group || "None",
                totalRequests: rows.length,
                invalidRequests: invalid.length,
                apiCreditsUsed: credits(rows),
                apiCreditsWasted: credits(invalid),
                medianResponseTimeMsecs: 0.5,
              });
              const success = (100 * (rows.length - invalid.length)) / rows.length;
              expect(told.get(value)?.successRatePercent).toBeCloseTo(success, 3);
            }
          }
        }
    const { body } = await usage(`startTimestamp=${start}&timeInterval=hourly`);
    const whole = body.metrics[1];
    expect(whole.values[0].requestsPerSecond).toBeCloseTo(whole.values[0].totalRequests / 3_600, 4);
    // The published service cuts both ends to days: what was made today is before no end today.
    expect((await usage(`startTimestamp=${start}&endTimestamp=${start + DAY - 1}`)).body.metrics).toEqual([]);
    await indexed.close();
  }, 120_000);

  it("is told to each key of itself, to this Firn of all, and to nobody else", async () => {
    const api = await open();
    for (const key of [keys.alice, keys.alice, keys.bob])
      await fetch(`${api.url}/health`, { headers: by(key) });
    await fetch(`${api.url}/health`, { headers: OWN });
    await api.close();
    const totals = ({ body }: { body: Json }) =>
      body.metrics.flatMap(({ values }: Json) => values.map((value: Json) => value.totalRequests));
    expect(totals(await usage("", by(keys.bob)))).toEqual([1]);
    // That question was one more.
    expect(totals(await usage("", by(keys.bob)))).toEqual([2]);
    expect(totals(await usage("groupBy=apiKeyId"))).toEqual([3, 2]);
    expect((await usage("apiKeyId=alice", by(keys.bob))).status).toBe(403);
    const without = await usage("", {});
    expect([without.status, without.body.message]).toEqual([401, expect.stringContaining("to API keys")]);
    const api2 = await open();
    const options = { serverURL: api2.url, apiKey: keys.alice };
    for (const sdk of [new AvaCloudSDK(options), new Avalanche({ ...options, enableTelemetry: false })]) {
      const told = await sdk.data.usageMetrics.getUsage(
        { groupBy: "responseCode", timeInterval: "daily" },
        { serverURL: api2.url },
      );
      expect(told.metrics[0]?.values[0]).toMatchObject({ groupValue: 200, totalRequests: 2 });
    }
    await api2.close();
  });

  it("is not kept where nobody has a key", async () => {
    const api = await startApi({ stores, secret: SECRET });
    await fetch(`${api.url}/health`);
    const response = await fetch(`${api.url}/v1/apiUsageMetrics`, { headers: OWN });
    expect(((await response.json()) as Json).metrics).toEqual([]);
    await api.close();
    await expect(stores.open("usage", { mode: "read" })).rejects.toMatchObject({ code: "STORE_ABSENT" });
  });
});

it("is written later where its store is away for a while, and bounded however it is asked", async () => {
  let isAway = true;
  const warnings: string[] = [];
  const recorder = new UsageRecorder({
    stores: {
      open: ((id: "usage", options: Parameters<Stores["open"]>[1]) =>
        isAway ? Promise.reject(new Error("away")) : stores.open(id, options)) as Stores["open"],
    },
    nowMs: () => now * 1_000,
    log: { ...SILENT, warn: (message: string) => void warnings.push(message) },
  });
  const add = (route: string) =>
    recorder.add({ key: "alice", route, chain: undefined, status: 200, credits: 1, ms: 1 });
  for (let minute = 0; minute < 3; minute++) {
    for (let each = 0; each < 3_000; each++) add(`/${each}`);
    await recorder.flush();
    now += 60;
  }
  expect(warnings).toHaveLength(1);
  isAway = false;
  await recorder.close();
  const store: Store<Json> = (await stores.open("usage", { mode: "read" })) as never;
  const rows = await store.db.selectFrom("usage").selectAll().execute();
  await store.close();
  expect(rows).toHaveLength(3 * 2_001);
  expect(rows.reduce((sum: number, { requests }: Json) => sum + requests, 0)).toBe(9_000);
});
