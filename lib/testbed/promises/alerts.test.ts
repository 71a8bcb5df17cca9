import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signatureOf } from "../../delivery/signature";
import { type Received, type Receiver, startReceiver } from "../receiver";
import { type IndexedRecording, indexRecording } from "../recording";
import { buildWebhookProcess, type WebhookProcess } from "../webhook-process";

/**
 * The operator is told: a recorded node goes away and comes back, and its health is not known for a while, while what tells is
 * killed again and again. Every beginning and every end arrives, and none of them has two ids.
 */

const KILLS = process.env.FIRN_LONG === "1" ? 20 : 8;
const SECRET = "s".repeat(20);
const folder = mkdtempSync(join(tmpdir(), "firn-alerts-"));
const file = join(folder, "alerts.json");
const startedMs = Date.now();

let firn: IndexedRecording;
let receiver: Receiver;
let telling: WebhookProcess;
/** Paths that the node hangs up on. */
let silent = /^$/;

interface Told {
  id: string;
  channel: string;
  state: "on" | "still" | "over";
  title: string;
  mend?: string;
  link?: string;
  since: number;
  alert: { kind: string };
}

/** What the webhook was told, one body for each id, in the order in which it happened. */
function told(kind: string): Told[] {
  const byId = new Map<string, string>();
  for (const { path, headers, body } of receiver.received) {
    if (path !== "/hook") continue;
    const id = String(headers["x-firn-message-id"]);
    expect(byId.get(id) ?? body, "a repetition is the same message").toBe(body);
    byId.set(id, body);
  }
  return [...byId.values()]
    .map((body) => JSON.parse(body) as Told)
    .filter(({ alert }) => alert.kind === kind)
    .sort((a, b) => a.since - b.since || Number(a.state === "over") - Number(b.state === "over"));
}

/** Messages of another channel, one for each id. */
function bodiesAt(path: string): Record<string, unknown>[] {
  const isThere = (received: Received) => received.path === path;
  const byId = new Map(
    receiver.received.filter(isThere).map(({ headers, body }) => [headers["x-firn-message-id"], body]),
  );
  return [...byId.values()].map((body) => JSON.parse(body));
}

const countOf = (kind: string) => told(kind).length;

/** Waits for what is told, while what tells is killed so many times. */
async function untilTold(kind: string, count: number, kills: number): Promise<void> {
  for (let round = 0; round < kills; round++) {
    telling.start();
    const seen = receiver.received.length;
    // Right when something was sent and nobody has noted that yet, or anywhere.
    if (round % 2 === 0)
      await Promise.race([receiver.until(() => receiver.received.length > seen), sleep(2_000)]);
    else await sleep(300 + ((211 * kills) % 900));
    await telling.kill();
  }
  telling.start();
  for (const deadline = Date.now() + 60_000; countOf(kind) < count; await sleep(20))
    if (Date.now() > deadline) throw new Error(`${kind}: only ${JSON.stringify(told(kind))}`);
  await telling.kill();
}

beforeAll(async () => {
  telling = await buildWebhookProcess("alerts", () => ({
    place: firn.stores.place,
    alerts: { nodeUrl: firn.nodeUrl, file },
    startedMs,
  }));
  receiver = await startReceiver();
  firn = await indexRecording("custom-network", { devnet: { beforeAnswer: (path) => !silent.test(path) } });
  const { url } = receiver;
  writeFileSync(
    file,
    JSON.stringify({
      web: "https://firn.example.org",
      channels: [
        { name: "hook", type: "webhook", url: `${url}/hook`, secret: SECRET, severity: "info" },
        { name: "phone", type: "ntfy", url, topic: "firn", token: "tk_hunter2", only: ["node-away"] },
        { name: "team", type: "slack", url: `${url}/slack/hunter2`, only: ["node-away"] },
        { name: "me", type: "telegram", url, token: "1:hunter2", chat: "42", only: ["node-away"] },
      ],
    }),
  );
}, 240_000);
afterAll(async () => {
  await telling?.kill();
  await firn?.close();
  await receiver?.close();
  rmSync(folder, { recursive: true });
});

describe("the operator", () => {
  it(`is told once when the node goes away, and once when it is back, across ${KILLS} kills`, async () => {
    // One in five is not taken, and one in seven is taken without that anybody hears of it.
    receiver.answer = (_, response) => {
      const at = receiver.received.length;
      if (at % 7 === 0) response.destroy();
      return at % 7 === 0 ? undefined : at % 5 === 3 ? 500 : 200;
    };
    const rounds = KILLS / 4;
    for (let round = 0; round < rounds; round++) {
      silent = /./;
      await untilTold("node-away", 2 * round + 1, 2);
      silent = /^$/;
      await untilTold("node-away", 2 * round + 2, 2);
    }
    // A node that goes away while it is looked at can answer one request and not the next, which is its health.
    const sofar = countOf("node-health-unknown");
    const before = sofar + (sofar % 2);
    await untilTold("node-health-unknown", before, 1);
    silent = /^\/ext\/health/;
    await untilTold("node-health-unknown", before + 1, 1);
    silent = /^$/;
    await untilTold("node-health-unknown", before + 2, 1);
    receiver.answer = () => 200;
    telling.start();
    const db = (await firn.stores.open("webhooks", { mode: "read" })).db;
    const waiting = () => db.selectFrom("delivery").selectAll().execute();
    for (const deadline = Date.now() + 60_000; (await waiting()).length > 0; await sleep(20))
      if (Date.now() > deadline) throw new Error(JSON.stringify(await waiting()));
    await telling.kill();

    const away = told("node-away");
    expect(away.map(({ state }) => state)).toEqual(
      Array.from({ length: rounds }, () => ["on", "over"]).flat(),
    );
    expect(new Set(away.map(({ since }) => since)).size).toBe(rounds);
    expect(away[0]).toMatchObject({
      type: "alert",
      channel: "hook",
      severity: "critical",
      title: "Your node does not answer",
      mend: expect.stringContaining("FIRN_NODE_URL"),
      link: "https://firn.example.org/status",
    });
    expect(away[1]).toMatchObject({ title: "Over: Your node does not answer" });
    expect(told("node-health-unknown").map(({ state }) => state)).toEqual(
      Array.from({ length: before / 2 + 1 }, () => ["on", "over"]).flat(),
    );
    for (const { path, headers, body } of receiver.received) {
      const secret = Buffer.from(SECRET).toString("hex");
      expect(headers["x-signature"]).toBe(path === "/hook" ? signatureOf(body, secret) : undefined);
      expect(headers.authorization).toBe(path === "/" ? "Bearer tk_hunter2" : undefined);
    }
    const [phone, team, me] = ["/", "/slack/hunter2", "/bot1:hunter2/sendMessage"].map(bodiesAt);
    expect([phone?.length, team?.length, me?.length]).toEqual([2 * rounds, 2 * rounds, 2 * rounds]);
    expect(phone).toContainEqual(
      expect.objectContaining({ topic: "firn", priority: 5, title: "Your node does not answer" }),
    );
    expect(team?.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^\*Your node does not answer\*\n.*\nTo mend it: .*\nhttps:/s),
    );
    expect(me).toContainEqual(
      expect.objectContaining({ chat_id: "42", text: expect.stringMatching(/^Over: Your node/) }),
    );
    const kept = [
      ...(await db.selectFrom("delivery_target").selectAll().execute()),
      ...(await db.selectFrom("delivery_secret").selectAll().execute()),
    ];
    expect(kept.length).toBe(4);
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`hunter2|${SECRET}`));
  }, 600_000);
});
