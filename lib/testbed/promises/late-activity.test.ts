import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runEvmIndexer } from "../../indexer/evm/start";
import { SILENT } from "../../log";
import { readEvmFacts } from "../../store/bookkeeping/evm-facts";
import { listAlertProgress } from "../../store/queries/webhooks/alert";
import { heightOf } from "../../store/rows/columns";
import { VmChain } from "../evm/chain";
import { callData, deployment } from "../evm/contracts";
import { NO_SUCH_METHOD, serveVmNode, type VmNode } from "../evm/node";
import { type Receiver, startReceiver } from "../receiver";
import { type IndexedRecording, indexRecording } from "../recording";
import { buildWebhookProcess, type WebhookProcess } from "../webhook-process";

/** What an address gets by inner calls is told once too, although some blocks are traced only long after they were told. */

const CHAIN_ID = 99_999;
const STORE = `evm/${CHAIN_ID}` as const;
const HOUR = 3_600;
const folder = mkdtempSync(join(tmpdir(), "firn-late-activity-"));
const file = join(folder, "alerts.json");

let chain: VmChain;
let node: VmNode;
let firn: IndexedRecording;
let indexing: Promise<void>;
const stop = new AbortController();
let receiver: Receiver;
let telling: WebhookProcess;
let forwarder = "";
let watched = "";
let leapMs = 0;
let canTrace = true;

beforeAll(async () => {
  chain = await VmChain.open({ chainId: CHAIN_ID });
  watched = chain.accounts[3] ?? "";
  const made = await chain.mine([{ from: 0, data: deployment("Forwarder") }]);
  forwarder = made.transactions[0]?.contractAddress ?? "";
  node = await serveVmNode(chain);
  node.alter = ({ method }, answer) => (method.startsWith("debug_") && !canTrace ? NO_SUCH_METHOD : answer);
  receiver = await startReceiver();
  telling = await buildWebhookProcess("late-activity", () => ({
    place: firn.stores.place,
    alerts: { nodeUrl: firn.nodeUrl, file },
  }));
  const channel = { name: "hook", type: "webhook", url: `${receiver.url}/hook`, secret: "s".repeat(20) };
  writeFileSync(file, JSON.stringify({ channels: [{ ...channel, addresses: [{ address: watched }] }] }));
  firn = await indexRecording("local-network");
  indexing = runEvmIndexer({
    chain: { rpcUrl: node.url, facts: {} },
    stores: firn.stores,
    holder: node.url,
    now: () => Date.now() + leapMs,
    sleep: (ms, signal) => sleep(Math.min(ms, 50), undefined, { signal }).catch(() => {}),
    signal: stop.signal,
    log: SILENT,
  });
  await reach();
  telling.start();
  await until(async () => (await progress()) !== undefined);
}, 120_000);
afterAll(async () => {
  await telling?.kill();
  stop.abort();
  await indexing;
  await firn?.close();
  await node?.close();
  await receiver?.close();
  rmSync(folder, { recursive: true });
});

async function until(isIt: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(50))
    if (await isIt()) return;
  throw new Error("it did not come to pass");
}

/** Returns once the chain's last block is indexed. */
async function reach(): Promise<void> {
  const path = `/v1/chains/${CHAIN_ID}/blocks/`;
  await until(async () => (await fetch(`${firn.url}${path}${chain.head.height}`)).ok);
}

async function progress() {
  const store = await firn.stores.open("webhooks", { mode: "read" }).catch(() => undefined);
  const rows = store === undefined ? [] : await listAlertProgress(store.db);
  await store?.close();
  return rows.find((row) => row.chain === STORE);
}

async function untraced(): Promise<string> {
  const store = await firn.stores.open(STORE, { mode: "read" });
  const facts = await readEvmFacts(store.db);
  await store.close();
  return facts.untraced ?? "";
}

/** Transactions that were told, each as often as it was: the receiver takes everything at once. */
function told(): string[] {
  return receiver.received
    .filter(({ path }) => path === "/hook")
    .map(({ body }) => JSON.parse(body))
    .filter(({ type }) => type === "activity")
    .map(({ activity }) => activity.txHash)
    .sort();
}

/** In a block: a payment to the address, two by a contract, and one that it makes itself through the contract. */
async function mineBlock(): Promise<{ direct: string[]; inner: string[] }> {
  const forward = callData("forward(address)", [watched]);
  const { transactions } = await chain.mine(
    [
      { from: 0, to: watched, value: 5n },
      { from: 1, to: forwarder, value: 7n, data: forward },
      { from: 2, to: forwarder, value: 9n, data: forward },
      { from: 3, to: forwarder, value: 3n, data: forward },
    ],
    HOUR,
  );
  const hashes = transactions.map(({ hash }) => String(hash));
  return { direct: [hashes[0] ?? "", hashes[3] ?? ""], inner: hashes.slice(1, 3) };
}

const isTold = async (to: number) => heightOf((await progress())?.next_position ?? 0) > to;

it("is told at once where blocks are traced, later where they are traced later, and never twice", async () => {
  const direct: string[] = [];
  const traced: string[] = [];
  const late: string[] = [];
  for (const [round, isTraced] of [true, false, true, false, false].entries()) {
    canTrace = isTraced;
    // The indexer notices a debug API that comes or goes when it looks again.
    leapMs += 24 * HOUR * 1_000;
    if (isTraced) await until(async () => (await untraced()) === "" || round > 0);
    for (let block = 0; block < 3; block++) {
      const mined = await mineBlock();
      await reach();
      direct.push(...mined.direct);
      const ranges = (await untraced()).split(",").map((text) => text.split("-").map(Number));
      const height = chain.head.height;
      const isLacking = ranges.some(([from = 0, to = 0]) => height >= from && height <= to);
      (isLacking ? late : traced).push(...mined.inner);
    }
    await until(() => isTold(chain.head.height));
    if (!isTraced) expect((await progress())?.untraced).not.toBe("");
  }
  expect([traced.length, late.length].every((count) => count > 0)).toBe(true);
  const before = [...direct, ...traced];
  await expect.poll(() => told().filter((hash) => before.includes(hash))).toEqual(before.toSorted());
  // What is delivered is noted by then, so that nothing is sent again after the kill.
  await sleep(1_000);
  await telling.kill();
  telling.start();

  canTrace = true;
  leapMs += 24 * HOUR * 1_000;
  await mineBlock();
  const last = await mineBlock();
  await until(async () => (await untraced()) === "");
  await until(async () => (await progress())?.untraced === "" && (await isTold(chain.head.height)));
  await expect.poll(() => told().includes(last.direct[0] ?? "")).toBe(true);
  await expect.poll(() => told().filter((hash) => late.includes(hash))).toEqual(late.toSorted());
  // Every transaction in which the address took part, once.
  const hashes = chain.blocks
    .slice(2)
    .flatMap(({ transactions }) => transactions.map(({ hash }) => String(hash)));
  await expect.poll(() => told()).toEqual(hashes.toSorted());
}, 240_000);
