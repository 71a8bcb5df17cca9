import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openPost } from "../client/post";
import { SILENT } from "../log";
import { commit, type DeliveryDb } from "../store/db";
import { countWaiting, findTarget } from "../store/queries/delivery";
import { startReceiver } from "../testbed/receiver";
import { testStores } from "../testbed/test-stores";
import { deliver } from "./deliver";
import { closeTarget, enqueue, hasRoom, type Message, openTarget, readSecret, rotateSecret } from "./outbox";
import { canonicalJson, signatureOf } from "./signature";

const DAY_MS = 86_400_000;

const messages = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    id: `m${from + at}`,
    body: canonicalJson({ number: from + at }),
  }));

/** An outbox with a target that a real receiver answers for, and a clock that only this test moves. */
async function openOutbox({ isPrivate = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "firn-delivery-"));
  const store = await testStores(folder).open("webhooks", { mode: "write", nowMs: 0 });
  const db = store.db as unknown as DeliveryDb;
  const receiver = await startReceiver();
  const clock = { nowMs: 1_000_000 };
  const stop = new AbortController();
  await commit(db, (trx) => openTarget(trx, { id: "t", url: `${receiver.url}/x`, signer: "s", isPrivate }));
  const add = (added: Message[], target = "t") =>
    commit(db, (trx) => enqueue(trx, { target, messages: added, nowMs: clock.nowMs }));
  let running: Promise<void> | undefined;
  onTestFinished(async () => {
    stop.abort();
    await running;
    await receiver.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const start = () => {
    running = deliver({
      db,
      commit: (work) => commit(db, work),
      post: openPost({ timeoutMs: 500 }),
      lookMs: 5,
      nowMs: () => clock.nowMs,
      random: () => 0,
      signal: stop.signal,
      log: SILENT,
    });
  };
  const target = async () => {
    const row = await findTarget(db, "t");
    if (row === undefined) throw new Error("the target is gone");
    return row;
  };
  /** Waits until the target is in a state. */
  const until = async (isIt: (row: Awaited<ReturnType<typeof target>>) => boolean) => {
    for (
      const deadline = Date.now() + 30_000;
      !isIt(await target());
      await new Promise((r) => setTimeout(r, 5))
    )
      if (Date.now() > deadline) throw new Error(JSON.stringify(await target()));
  };
  return { db, receiver, clock, add, start, target, until, waiting: () => countWaiting(db, "t") };
}

describe("delivery", () => {
  it("sends every message once, signed, and forgets those that were taken", async () => {
    const { db, receiver, add, start, target, until, waiting } = await openOutbox();
    await add(messages(1, 40));
    start();
    await add(messages(41, 50));
    await until(({ delivered }) => delivered === 50);
    expect(receiver.received.map(({ body }) => JSON.parse(body).number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 1),
    );
    const secret = await readSecret(db, "s");
    for (const { body, headers } of receiver.received) {
      expect(headers["x-signature"]).toBe(signatureOf(body, secret));
      expect(headers["x-firn-timestamp"]).toBe("1000");
      expect(headers["content-type"]).toBe("application/json");
    }
    expect(await waiting()).toEqual({ messages: 0, bytes: 0 });
    expect(await target()).toMatchObject({
      state: "open",
      failures: 0,
      dropped: 0,
      last_success_ms: 1_000_000,
    });
  });

  it("tries again after the published pauses, with the same id, and signs with the newest secret", async () => {
    const { db, receiver, clock, add, start, until } = await openOutbox();
    receiver.answer = () => 500;
    await add(messages(1, 1));
    start();
    await until(({ failures }) => failures === 1);
    clock.nowMs += 9_999;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(receiver.received.length).toBe(1);
    clock.nowMs += 1;
    await until(({ failures }) => failures === 2);
    const secret = await commit(db, (trx) => rotateSecret(trx, "s"));
    receiver.answer = () => 204;
    clock.nowMs += 60_000;
    await until(({ delivered }) => delivered === 1);
    expect(receiver.received.map(({ headers }) => headers["x-firn-message-id"])).toEqual(["m1", "m1", "m1"]);
    const [first, , last] = receiver.received;
    expect(last?.body).toBe(first?.body);
    expect(last?.headers["x-signature"]).toBe(signatureOf(last?.body ?? "", secret));
    expect(first?.headers["x-signature"]).not.toBe(last?.headers["x-signature"]);
  });

  it("does not hold other messages back for one that is never taken, and gives that up after ten attempts", async () => {
    const { receiver, clock, add, start, until, waiting } = await openOutbox();
    receiver.answer = ({ body }) => (JSON.parse(body).number === 2 ? 500 : 200);
    await add(messages(1, 5));
    start();
    await until(({ delivered }) => delivered === 4);
    for (let attempt = 2; attempt <= 10; attempt++) {
      await add(messages(10 * attempt, 10 * attempt));
      await until(({ delivered }) => delivered === 3 + attempt);
      clock.nowMs += DAY_MS;
      await receiver.until(
        () => receiver.received.filter(({ body }) => JSON.parse(body).number === 2).length === attempt,
      );
    }
    await until(({ dropped }) => dropped === 1);
    expect((await waiting()).messages).toBe(0);
  });

  it("closes a target that took nothing for two days, says why and what was lost", async () => {
    const { receiver, clock, add, start, target, until } = await openOutbox();
    receiver.answer = () => 503;
    await add(messages(1, 20));
    start();
    for (let failures = 5; (await target()).state === "open"; ) {
      await until(({ failures: now, state }) => now >= failures || state === "closed");
      failures = (await target()).failures + 1;
      clock.nowMs += DAY_MS;
    }
    expect((await target()).reason).toMatch(
      /^nothing was taken for two days: answered 503; \d+ events that waited were dropped$/,
    );
    const { dropped } = await target();
    expect(dropped).toBe(20);
    // a target that is doubted is tried by one message at a time
    expect(receiver.received.length).toBeLessThan(12);
    await add(messages(30, 31));
    expect((await target()).delivered).toBe(0);
  });

  it("counts what is slow, redirects or drips as failures, without following or reading on", async () => {
    const { receiver, add, start, until, target } = await openOutbox();
    let asked = 0;
    receiver.answer = (_, response) => {
      asked += 1;
      if (asked === 1) return undefined; // never answers
      if (asked === 2) {
        response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end();
        return undefined;
      }
      // an answer without end: the status is enough
      response.writeHead(200);
      const drip = setInterval(() => response.write("x".repeat(10_000)), 1);
      response.once("close", () => clearInterval(drip));
      return undefined;
    };
    await add(messages(1, 1));
    start();
    await until(({ last_error }) => last_error === "no answer within 0.5 s");
    await add(messages(2, 2));
    await until(({ last_error }) => last_error === "answered 302, and redirects are not followed");
    await add(messages(3, 3));
    await until(({ delivered }) => delivered === 1);
    expect(receiver.received.map(({ path }) => path)).toEqual(["/x", "/x", "/x"]);
    expect((await target()).failures).toBe(0);
  });

  it("sends nothing to an address that is not public, unless the target may have one", async () => {
    const { receiver, add, start, until } = await openOutbox({ isPrivate: false });
    await add(messages(1, 1));
    start();
    await until(({ last_error }) => last_error === "127.0.0.1 is not a public address");
    expect(receiver.received).toEqual([]);
  });

  it("says when there is no more room, and drops what waits with a target that is closed", async () => {
    const { db, add, target } = await openOutbox();
    expect(await hasRoom(db, "t")).toBe(true);
    await add(messages(1, 1_000));
    expect(await hasRoom(db, "t")).toBe(false);
    await add(messages(1, 3)); // these wait already
    await commit(db, (trx) => closeTarget(trx, "t", "not wanted"));
    expect(await target()).toMatchObject({
      state: "closed",
      dropped: 1_000,
      reason: "not wanted; 1000 events that waited were dropped",
    });
  });
});
