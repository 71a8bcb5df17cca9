import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { getAlerts } from "../../contract/firn/alerts";
import { FIRN_EVENTS, type FirnEvent } from "../../contract/firn/events";
import { writeStreamStatus } from "../../store/bookkeeping/stream-status";
import { startApi } from "../../testbed/api";
import { heightsOf, readEvents } from "../../testbed/event-reader";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { parseCursor } from "./cursor";

/** Readers of the events over a network that goes on, while they and the API come and go. */

let indexed: IndexedRecording;
beforeAll(async () => {
  indexed = await indexRecording("custom-network", { acceptance: "manual" });
  await indexed.accept(10);
});
afterAll(() => indexed.close());

async function openReader(url = indexed.url, after?: string) {
  const reader = await readEvents(url, after);
  onTestFinished(() => reader.close());
  return reader;
}

/** Whether the newest event's reader has seen everything that the node has. */
function isAtHead(events: readonly FirnEvent[]): boolean {
  const last = events.at(-1);
  if (last === undefined) return false;
  const { heights } = parseCursor(last.id);
  const { P, X, C } = indexed.accepted();
  return heights["P/block"] === P && heights["X/block"] === X && heights["C/block"] === C;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe("events", () => {
  test("begin with the status, and tell each block once in the form of the contract", async () => {
    const from = indexed.accepted();
    const reader = await openReader();
    expect(reader.response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(reader.response.headers.get("cache-control")).toContain("no-transform");
    await reader.until((events) => events.some(({ event }) => event === "alerts"));
    expect(reader.events[0]?.event).toBe("status");
    await indexed.accept(6);
    await reader.until(isAtHead);
    for (const chain of ["P", "X", "C"] as const)
      expect(heightsOf(reader.events, `${chain}/block`)).toEqual(
        range(from[chain] + 1, indexed.accepted()[chain]),
      );
    for (const { event, data } of reader.events) expect(FIRN_EVENTS[event].parse(data)).toEqual(data);
    const head = reader.events.findLast(({ event }) => event === "blocks");
    expect(head?.data).toHaveProperty("head.containerId");
  });

  test("go on from any id, whichever process answers: none is lost, none comes twice", async () => {
    const from = indexed.accepted();
    const first = await openReader();
    await first.until((events) => events.length > 0);
    let seen = [...first.events];
    for (let round = 0; round < 5; round++) {
      // The reader leaves at some event, that it was sent more does not count; the next API is another one.
      const kept = seen.slice(0, Math.max(1, seen.length - (round % 3)));
      const api = await startApi({ stores: indexed.stores });
      const accepting = indexed.accept(3);
      const reader = await openReader(api.url, kept.at(-1)?.id);
      await accepting;
      await reader.until((events) => isAtHead([...kept, ...events]));
      reader.close();
      await api.close();
      seen = [...kept, ...reader.events];
    }
    for (const chain of ["P", "X", "C"] as const)
      expect(heightsOf(seen, `${chain}/block`), chain).toEqual(
        range(from[chain] + 1, indexed.accepted()[chain]),
      );
    expect(seen.some(({ event }) => event === "reset")).toBe(false);
  });

  test("a reader who has everything is told nothing again", async () => {
    const reader = await openReader();
    // On a busy machine the first event may be of a moment before the newest block.
    await reader.until(isAtHead);
    const again = await openReader(indexed.url, reader.events.at(-1)?.id);
    await indexed.accept(1);
    await again.until(isAtHead);
    expect(again.events[0]?.event).not.toBe("reset");
    const blocks = heightsOf(again.events, "P/block");
    expect(blocks).toEqual([indexed.accepted().P]);
  });

  test("alerts are what the API answers, told again to nobody who has them", async () => {
    const reader = await openReader();
    await reader.until((events) => events.some(({ event }) => event === "alerts"));
    const told = reader.events.find(({ event }) => event === "alerts");
    const answer = await (await fetch(`${indexed.url}/firn/v1/alerts`)).json();
    const unknown = { alerts: expect.arrayContaining([{ kind: "node-health-unknown" }]) };
    expect(told?.data).toEqual(unknown);
    expect(getAlerts.response.parse(answer)).toEqual(unknown);
    const again = await openReader(indexed.url, reader.events.at(-1)?.id);
    await indexed.accept(1);
    await again.until(isAtHead);
    expect(again.events.map(({ data }) => data)).not.toContainEqual(told?.data);
    // An id of a Firn that had no alerts yet.
    const { store, heights, changes, status } = parseCursor(again.events.at(-1)?.id ?? "");
    const older = Buffer.from(JSON.stringify([store, heights, changes, status])).toString("base64url");
    const upgraded = await openReader(indexed.url, older);
    await upgraded.until((events) => events.some(({ event }) => event === "alerts"));
  });

  test("an id of another store is told to read anew", async () => {
    const [store, ...rest] = ["0".repeat(32), { "P/block": 5 }, { primary: 2 }, ""] as const;
    const foreign = Buffer.from(JSON.stringify([store, ...rest])).toString("base64url");
    const reader = await openReader(indexed.url, foreign);
    await reader.until((events) => events.length > 1);
    expect(reader.events.map(({ event }) => event).slice(0, 2)).toEqual(["reset", "status"]);
    expect(heightsOf(reader.events, "P/block")).toEqual([]);
  });

  test.each(["?after=nope", "?after=bm9wZQ", "?after=a/b"])("%s is refused", async (query) => {
    const answer = await fetch(`${indexed.url}/firn/v1/events${query}`);
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toContain("id of the last event");
  });

  test("HEAD has the headers and no stream", async () => {
    const answer = await fetch(`${indexed.url}/firn/v1/events`, { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe("");
  });

  test("an API that closes ends its readers' streams at once", async () => {
    const api = await startApi({ stores: indexed.stores });
    const reader = await openReader(api.url);
    await reader.until((events) => events.length > 0);
    const start = performance.now();
    await api.close();
    expect(performance.now() - start).toBeLessThan(3_000);
  });
});

test("each change of a stream's state is told once, also when it was over before the reader came back", async () => {
  const own = await indexRecording("custom-network", { acceptance: "manual" });
  onTestFinished(() => own.close());
  await own.accept(3);
  const reader = await readEvents(own.url);
  await reader.until((events) => events.length > 0);
  reader.close();
  await own.stopIndexer();
  // What an indexer writes whose node goes away and comes back.
  const store = await own.stores.open("primary", { mode: "write", nowMs: Date.now() });
  const status = await store.db
    .selectFrom("stream_status")
    .selectAll()
    .where("stream", "=", "P/block")
    .executeTakeFirstOrThrow();
  const away = { error_code: "NODE_UNREACHABLE", error_message: "refused", error_at_ms: 5 };
  await writeStreamStatus(store.db, { ...status, ...away, state: "waiting-for-node", updated_at_ms: 5 });
  await writeStreamStatus(store.db, { ...status, updated_at_ms: 6 });
  await writeStreamStatus(store.db, { ...status, updated_at_ms: 7 });
  await store.close();
  const back = await readEvents(own.url, reader.events.at(-1)?.id);
  onTestFinished(() => back.close());
  await back.until((events) => events.filter(({ event }) => event === "stream").length >= 2);
  const changes = back.events.filter(({ event }) => event === "stream").map(({ data }) => data);
  expect(changes).toEqual([
    {
      stream: "P/block",
      state: "waiting-for-node",
      at: 5,
      error: { code: "NODE_UNREACHABLE", message: "refused" },
    },
    { stream: "P/block", state: status.state, at: 6 },
  ]);
});
