import { createServer } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { listenOnLoopback } from "../listen";
import { Door } from "./door";

/** A door with a clock that stands still until it is moved. */
function openDoor(allowedOrigins: string[] = []) {
  const registry = new Registry();
  const clock = { ms: 0 };
  const door = new Door(registry, () => clock.ms, allowedOrigins);
  const entered: { name: number; isLate: boolean }[] = [];
  return {
    door,
    clock,
    entered,
    /** Requests that each take this long to let in. */
    arrive: (names: number[], { tookMs = 0 } = {}) => {
      for (const name of names)
        door.arrive((isLate) => {
          entered.push({ name, isLate });
          clock.ms += tookMs;
        });
    },
    refused: async () =>
      (await registry.getSingleMetric("firn_api_turned_away_requests_total")?.get())?.values[0]?.value,
  };
}

const upTo = (count: number) => Array.from({ length: count }, (_, name) => name);

test("a request is let in at once, and many that take no time in one turn", () => {
  const { arrive, entered } = openDoor();
  arrive(upTo(1_000));
  expect(entered).toEqual(upTo(1_000).map((name) => ({ name, isLate: false })));
});

test("those that take long come in over several turns, in order", async () => {
  const { arrive, entered } = openDoor();
  arrive(upTo(12), { tookMs: 0.25 });
  expect(entered.length).toBe(4);
  arrive([12]);
  for (const count of [8, 12]) {
    await nextTurn();
    expect(entered.length).toBe(count);
  }
  await nextTurn();
  expect(entered).toEqual(upTo(13).map((name) => ({ name, isLate: false })));
  await nextTurn();
  arrive([13]);
  expect(entered.at(-1)).toEqual({ name: 13, isLate: false });
});

test("what has waited too long is late, except for the last few", async () => {
  const { arrive, entered, clock } = openDoor();
  arrive([0], { tookMs: 1 });
  arrive(upTo(20));
  clock.ms += 60;
  await nextTurn();
  expect(entered.slice(1).map(({ isLate }) => isLate)).toEqual(upTo(20).map((name) => name < 4));
});

test("a request that is refused is told when to come back, and counted", async () => {
  const { door, refused } = openDoor();
  expect(await refused()).toBe(0);
  const server = createServer((request, response) => door.turnAway(request, response, "metrics"));
  const answer = await fetch(await listenOnLoopback(server), { headers: { "x-request-id": "mine" } });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(answer.headers.get("x-request-id")).toBe("mine");
  expect(await answer.json()).toEqual({
    statusCode: 503,
    error: "Service Unavailable",
    message: [expect.stringContaining("more is asked than can be answered in time")],
  });
  expect(await refused()).toBe(1);
  server.close();
});

test.each([
  [[], "https://a.example", null],
  [["https://a.example"], "https://a.example", "https://a.example"],
  [["https://a.example"], "https://b.example", null],
  [["*"], "https://b.example", "*"],
])("a page may read a refusal where it may read answers: %j, %s", async (allowed, origin, expected) => {
  const { door } = openDoor(allowed);
  const server = createServer((request, response) => door.turnAway(request, response, "data"));
  const { headers } = await fetch(await listenOnLoopback(server), { headers: { origin } });
  expect(headers.get("access-control-allow-origin")).toBe(expected);
  expect(headers.get("access-control-expose-headers")?.includes("retry-after") ?? false).toBe(
    expected !== null,
  );
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  server.close();
});
