import { expect, it, onTestFinished } from "vitest";
import { openAdminClient } from "../../client/admin";
import { openNode } from "../../client/node";
import { ACTIONS } from "../../contract/operator/actions";
import { listAudit } from "../../contract/operator/audit";
import { endAllPutBacks, endPutBack, getConsole } from "../../contract/operator/console";
import { openRecording } from "../../devnet/recording";
import { type Devnet, serveDevnet } from "../../devnet/serve";
import { freshFolder, openRelay, openRig } from "../../testbed/operator";

const MINUTE = 60_000;

async function serveNode(port = 0, dataDir = freshFolder()): Promise<Devnet> {
  const recording = await openRecording("custom-network");
  const devnet = await serveDevnet({ recording, port, dataDir, admin: true });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= devnet.close();
    return closing;
  };
  onTestFinished(close);
  return { ...devnet, close };
}

async function levelOf(node: Devnet, loggerName: string) {
  return (await openAdminClient(openNode(node.url)).getLoggerLevels(loggerName))?.[loggerName];
}

it("puts a level back when it is due, not earlier, and records who did it", async () => {
  const node = await serveNode();
  const { client, clock, operator, signIn } = await openRig({ nodeUrl: node.url });
  const session = await signIn();
  const outcome = await client.ask(ACTIONS.setLoggerLevel, {
    session,
    sent: { loggerName: "C", logLevel: "DEBUG", putBackAfterMinutes: 20 },
  });
  expect(outcome).toMatchObject({ outcome: "done", method: "admin.setLoggerLevel", status: 200 });
  expect(await levelOf(node, "C")).toEqual({ logLevel: "DEBUG", displayLevel: "INFO" });

  clock.now += 20 * MINUTE - 1;
  await operator.tick();
  expect((await levelOf(node, "C"))?.logLevel).toBe("DEBUG");
  clock.now += 1;
  await operator.tick();
  expect((await levelOf(node, "C"))?.logLevel).toBe("INFO");
  const { entries } = await client.ask(listAudit, { session, query: { who: "timer" } });
  expect(entries).toMatchObject([{ method: "admin.setLoggerLevel", outcome: "done" }]);
  expect((await client.ask(getConsole, { session })).putBacks).toEqual([]);
});

it("puts a level back in time even if the clock was set back meanwhile", async () => {
  const node = await serveNode();
  const clock = { now: Date.now(), steady: 0 };
  const { client, operator, signIn } = await openRig({ nodeUrl: node.url, clock });
  const session = await signIn();
  const sent = { loggerName: "C", logLevel: "DEBUG", putBackAfterMinutes: 20 } as const;
  await client.ask(ACTIONS.setLoggerLevel, { session, sent });
  await operator.tick();
  clock.now -= 600 * MINUTE;
  clock.steady += 20 * MINUTE - 1;
  await operator.tick();
  expect((await levelOf(node, "C"))?.logLevel).toBe("DEBUG");
  clock.steady += 1;
  await operator.tick();
  expect((await levelOf(node, "C"))?.logLevel).toBe("INFO");
});

it("puts a level back later if Firn and the node were both down when it was due", async () => {
  const nodeFolder = freshFolder();
  const first = await serveNode(0, nodeFolder);
  const clock = { now: Date.now() };
  const before = await openRig({ nodeUrl: first.url, clock });
  const session = await before.signIn();
  await before.client.ask(ACTIONS.setLoggerLevel, {
    session,
    sent: { loggerName: "P", displayLevel: "VERBO", putBackAfterMinutes: 5 },
  });
  await before.operator.close();
  await first.close();
  clock.now += 6 * MINUTE;

  const { dataDir } = before;
  const after = await openRig({ nodeUrl: first.url, clock, dataDir });
  await after.operator.tick();
  const [waiting] = (await after.client.ask(getConsole, { session })).putBacks;
  expect(waiting).toMatchObject({ loggerName: "P", target: "display", goesBackTo: "INFO" });
  expect(waiting?.lastError).toMatch(/^no answer from http:\/\/127\.0\.0\.1:\d+ /);

  const again = await serveNode(first.port, nodeFolder);
  await openAdminClient(openNode(again.url)).setLoggerLevel({ loggerName: "P", displayLevel: "VERBO" });
  await after.operator.tick();
  expect((await levelOf(again, "P"))?.displayLevel).toBe("INFO");
  expect((await after.client.ask(getConsole, { session })).putBacks).toEqual([]);
});

it("puts one level back by hand, and all of them, to what they were before the first change", async () => {
  const node = await serveNode();
  const { client, signIn } = await openRig({ nodeUrl: node.url });
  const session = await signIn();
  const set = (sent: object) => client.ask(ACTIONS.setLoggerLevel, { session, sent });
  await set({ loggerName: "X", logLevel: "WARN", displayLevel: "OFF" });
  await set({ loggerName: "X", logLevel: "ERROR", putBackAfterMinutes: 5 });
  await set({ displayLevel: "FATAL" });

  const one = await client.ask(endPutBack, { session, sent: { loggerName: "X", target: "file" } });
  expect(one.outcomes).toMatchObject([{ outcome: "done" }]);
  expect(await levelOf(node, "X")).toEqual({ logLevel: "INFO", displayLevel: "FATAL" });
  await expect(
    client.ask(endPutBack, { session, sent: { loggerName: "X", target: "file" } }),
  ).rejects.toMatchObject({ code: "NOT_FOUND" });

  const { outcomes, putBacks } = await client.ask(endAllPutBacks, { session });
  expect(outcomes).toHaveLength(5);
  expect(putBacks).toEqual([]);
  for (const name of ["X", "P", "main"])
    expect(await levelOf(node, name)).toEqual({ logLevel: "INFO", displayLevel: "INFO" });
});

it("forgets a change that somebody else undid", async () => {
  const node = await serveNode();
  const { client, clock, signIn } = await openRig({ nodeUrl: node.url });
  const session = await signIn();
  await client.ask(ACTIONS.setLoggerLevel, {
    session,
    sent: { loggerName: "C", logLevel: "DEBUG", displayLevel: "WARN" },
  });
  clock.now += 2 * MINUTE;
  await openAdminClient(openNode(node.url)).setLoggerLevel({ loggerName: "C", logLevel: "INFO" });
  expect((await client.ask(getConsole, { session })).putBacks).toMatchObject([{ target: "display" }]);
});

it("stores nothing for a change that the node refused or never received", async () => {
  const node = await serveNode();
  const { client, signIn } = await openRig({ nodeUrl: node.url });
  const session = await signIn();
  const sent = { loggerName: "nope", logLevel: "INFO" as const, putBackAfterMinutes: 5 };
  const refused = await client.ask(ACTIONS.setLoggerLevel, { session, sent });
  expect(refused).toMatchObject({
    outcome: "refused",
    error: { message: 'logger with name "nope" not found' },
  });
  await node.close();
  const lost = await client.ask(ACTIONS.setLoggerLevel, { session, sent: { ...sent, loggerName: "P" } });
  expect(lost).toMatchObject({
    outcome: "not-sent",
    error: { meaning: expect.stringMatching(/Nothing has changed/) },
  });
  expect((await client.ask(getConsole, { session })).putBacks).toEqual([]);
});

it("reports an unknown outcome and the current levels when the connection breaks, and still puts the level back", async () => {
  const node = await serveNode();
  const relay = await openRelay(node.url);
  const { client, clock, operator, signIn } = await openRig({ nodeUrl: relay.url });
  const session = await signIn();
  relay.loses = (body) => body.includes("admin.setLoggerLevel");
  const outcome = await client.ask(ACTIONS.setLoggerLevel, {
    session,
    sent: { loggerName: "C", logLevel: "TRACE", putBackAfterMinutes: 1 },
  });
  expect(outcome).toMatchObject({ outcome: "unknown", readBack: "Now C writes TRACE and shows INFO." });
  expect(outcome.error?.meaning).toMatch(/may or may not have done it/);
  relay.loses = () => false;
  clock.now += MINUTE;
  await operator.tick();
  expect((await levelOf(node, "C"))?.logLevel).toBe("INFO");
  const { entries } = await client.ask(listAudit, { session, query: { outcome: "unknown" } });
  expect(entries).toMatchObject([{ method: "admin.setLoggerLevel", id: outcome.auditId }]);
});
