import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fromHex } from "../../avalanche/codec/bytes";
import { listenOnLoopback } from "../../listen";
import { openPrices } from "./prices";

const TOKEN = "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E";
const token = fromHex(TOKEN.toLowerCase());
const feed = join(tmpdir(), `firn-prices-${process.pid}.json`);
const DAY = { "2024-08-30": { usd: 24 } };
let said: string[] = [];
let now = 0;
let passMinute = () => {};

beforeEach(() => {
  said = [];
  now = Date.UTC(2026, 0, 1);
});
afterEach(() => {
  rmSync(feed, { force: true });
});

const open = (source: string | undefined = feed) =>
  openPrices({
    feed: source,
    nowMs: () => now,
    sleep: (_, signal) =>
      new Promise((resolve) => {
        passMinute = resolve;
        signal.addEventListener("abort", () => resolve());
      }),
    log: { warn: (message) => said.push(message) },
  });

async function read(content: unknown) {
  writeFileSync(feed, JSON.stringify(content));
  const prices = await open();
  await prices.close();
  return prices;
}

describe("the operator's prices", () => {
  it("have a chain, a token, a currency, and a time: now or a day", async () => {
    const prices = (
      await read({
        "43114": { native: { current: { usd: "42.42" }, history: DAY }, [TOKEN]: { current: { eur: 1e-7 } } },
      })
    ).of("43114");
    expect(prices.current(undefined, "usd")).toBe("42.42");
    expect(prices.current(undefined, "eur")).toBeUndefined();
    expect(prices.current(token, "eur")).toBe("0.0000001");
    expect(prices.at(undefined, "usd", Date.UTC(2024, 7, 30, 23, 59, 59) / 1000)).toBe("24");
    expect(prices.at(undefined, "usd", Date.UTC(2024, 7, 31) / 1000)).toBeUndefined();
  });

  it.each<[unknown, string]>([
    [[], "expected record"],
    [{ "1": { native: { current: { usd: -1 } } } }, "1.native.current.usd"],
    [{ "1": { native: { current: { usd: "1e3" } } } }, "decimal number"],
    [{ "1": { native: { current: { doge: 1 } } } }, "doge"],
    [{ "1": { AVAX: {} } }, "native, or 0x"],
    [{ "1": { native: { history: { yesterday: {} } } } }, "yesterday"],
  ])("cannot be %j, which is logged in one line", async (content, fault) => {
    expect((await read(content)).of("1").current(undefined, "usd")).toBeUndefined();
    expect(said).toEqual([expect.stringContaining(fault)]);
    expect(said[0]).not.toContain("\n");
  });

  it("are read from a URL every minute; when it fails the last ones count for an hour", async () => {
    let answers = 0;
    const server = createServer((request, response) => {
      answers += 1;
      if (answers > 2) return response.writeHead(500).end();
      const allowed = request.headers.authorization === `Basic ${btoa("me:secret")}`;
      response.end(JSON.stringify({ "1": { native: { current: { usd: allowed ? answers : 0 } } } }));
    });
    const { host } = new URL(await listenOnLoopback(server));
    const prices = await open(`http://me:secret@${host}/p`);
    const current = () => prices.of("1").current(undefined, "usd");
    expect(current()).toBe("1");
    passMinute();
    await vi.waitUntil(() => current() === "2");
    passMinute();
    await vi.waitUntil(() => said.length === 1);
    passMinute();
    await vi.waitUntil(() => answers === 4);
    expect(said).toEqual([expect.stringMatching(/^FIRN_PRICES: http:\/\/127\.0\.0\.1:\d+ answered 500$/)]);
    now += 60 * 60_000 - 1;
    expect(current()).toBe("2");
    now += 1;
    expect(current()).toBeUndefined();
    await prices.close();
    server.close().closeAllConnections();
  });

  it("are absent without a feed, and a missing file is logged", async () => {
    await (await openPrices({ feed: undefined, nowMs: () => now, log: { warn: () => {} } })).close();
    await (await open(`${feed}.none`)).close();
    expect(said).toEqual([expect.stringContaining("no such file")]);
  });
});
