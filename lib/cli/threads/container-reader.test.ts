import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import { openRecording, type Recording } from "../../devnet/recording";
import { serveDevnet } from "../../devnet/serve";
import type { ContainerOptions } from "../../indexer/follow/containers";
import { STREAMS } from "../../indexer/follow/stream";
import { listenOnLoopback } from "../../listen";
import type { Store } from "../../store/stores";
import { freshStore } from "../../testbed/engines";
import {
  dump,
  networkOf,
  type RigOptions,
  startRig,
  untilAllStored,
  untilStatus,
  untilStored,
} from "../../testbed/indexer";
import { buildServer } from "../supervisor/build.mjs";
import { openContainerThread } from "./reader-thread";

const script = pathToFileURL(join(process.cwd(), "dist/container-reader.mjs"));
let recording: Recording;

beforeAll(async () => {
  await buildServer();
  recording = await openRecording("custom-network");
});

/** A reader in another thread for whatever is missing, and the numbers at which it began. */
function apart(url: string) {
  const begun: Record<string, number[]> = {};
  const open = openContainerThread(url, { script });
  const readInThread: ContainerOptions["readInThread"] = {
    lag: 0,
    open(start, events) {
      begun[start.name] = [...(begun[start.name] ?? []), start.index];
      return open(start, events);
    },
  };
  return { begun, readInThread };
}

async function follow(url: string, options: Partial<RigOptions> = {}) {
  return startRig({ ...networkOf(recording), url, store: await freshStore(), ...options });
}

describe.each([
  { how: "by index", indexEnabled: true },
  { how: "by height", indexEnabled: false },
])("containers read in another thread, $how", ({ indexEnabled }) => {
  it("give the store that reading in one thread gives", async () => {
    const devnet = await serveDevnet({ recording, port: 0, indexEnabled });
    onTestFinished(() => devnet.close());
    const stores: Store[] = [];
    const { begun, readInThread } = apart(devnet.url);
    for (const threads of [{ readInThread }, {}]) {
      const rig = await follow(devnet.url, threads);
      await untilAllStored(rig, devnet.accepted());
      for (const stream of indexEnabled ? (["X/tx", "X/vtx"] as const) : []) {
        const { node_head_index } = await untilStatus(rig, ({ state }) => state === "following", stream);
        await untilStored(rig, (node_head_index ?? -1) + 1, stream);
      }
      await untilStatus(rig, ({ state }) => state === "following");
      stores.push(rig.store);
      await rig.stop();
    }
    for (const chain of ["P", "X", "C"]) expect(begun[`${chain}/block`]).toEqual([0]);
    const [one, other] = await Promise.all(stores.map(dump));
    for (const table of Object.keys(other ?? {})) expect(one?.[table], table).toEqual(other?.[table]);
    expect(one?.tx?.length).toBeGreaterThan(100);
  });
});

it("begin with the first block that the node has, and go on at the head in the first thread", async () => {
  const devnet = await serveDevnet({ recording, port: 0, indexEnabled: false, acceptance: "manual" });
  onTestFinished(() => devnet.close());
  while (devnet.accepted().P < 30 && devnet.acceptNext());
  const url = await serveFrom(20, devnet.url);
  const rig = await follow(url, { ...apart(url), streams: [STREAMS["P/block"]] });
  await untilStored(rig, 30);
  while (devnet.accepted().P < 40 && devnet.acceptNext());
  await untilStored(rig, 40);
  await rig.stop();
  const other = await follow(url, { streams: [STREAMS["P/block"]] });
  await untilStored(other, 40);
  await other.stop();
  const rows = await dump(rig.store);
  expect(rows).toEqual(await dump(other.store));
  expect((rows.block as { height: number }[]).map(({ height }) => height).sort((a, b) => a - b)[0]).toBe(20);
});

it.each(["head", "pack", "done"])(
  "ends the run when the thread is killed at its first %s, and the next one ends with the same rows",
  async (message) => {
    const devnet = await serveDevnet({ recording, port: 0, indexEnabled: false });
    onTestFinished(() => devnet.close());
    const { readInThread } = apart(devnet.url);
    const dying = { lag: 0, open: openContainerThread(devnet.url, { script: dyingAt(message) }) };
    const store = await freshStore();
    const killed = await follow(devnet.url, { store, readInThread: dying });
    await expect(killed.done).rejects.toThrow("a thread that reads blocks ended before it was done");
    const rig = await follow(devnet.url, { store, readInThread });
    await untilAllStored(rig, devnet.accepted());
    await rig.stop();
    const other = await follow(devnet.url);
    await untilAllStored(other, devnet.accepted());
    await other.stop();
    expect(await dump(rig.store)).toEqual(await dump(other.store));
  },
);

it("stop the stream at a wrong signature, and keep the container, as in one thread", async () => {
  const containers = structuredClone(recording.containers);
  const broken = containers["P/block"].at(-3);
  if (!broken) throw new Error("the recording has no blocks");
  broken.bytes = `${broken.bytes.slice(0, -4)}${broken.bytes.endsWith("0000") ? "1111" : "0000"}`;
  const devnet = await serveDevnet({ recording: { ...recording, containers }, port: 0 });
  onTestFinished(() => devnet.close());
  const { begun, readInThread } = apart(devnet.url);
  const rig = await follow(devnet.url, { readInThread, streams: [STREAMS["P/block"]] });
  const status = await untilStatus(rig, ({ state }) => state === "stopped");
  await rig.stop();
  expect(status.error_code).toBe("SIGNATURE_INVALID");
  expect(begun["P/block"]).toEqual([0]);
  const rejected = await rig.store.db.selectFrom("rejection").selectAll().executeTakeFirstOrThrow();
  expect(toHex(rejected.bytes)).toBe(broken.bytes);
  expect((await dump(rig.store)).block?.length).toBe(containers["P/block"].length - 3);
});

/** The same thread, which ends in place of its first message of a kind, as if it had been killed. */
function dyingAt(message: string): URL {
  const folder = mkdtempSync(join(tmpdir(), "firn-dying-thread-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "reader.mjs");
  writeFileSync(
    file,
    `import { parentPort } from "node:worker_threads";
     const post = parentPort.postMessage.bind(parentPort);
     parentPort.postMessage = (message, ...rest) =>
       "${message}" in message ? process.exit(9) : post(message, ...rest);
     await import("${script}");`,
  );
  return pathToFileURL(file);
}

/** A node that lacks the P-Chain's blocks below a height. */
async function serveFrom(height: number, url: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method, params } = JSON.parse(body) as { method: string; params: { height?: number } };
    if (method === "platform.getBlockByHeight" && Number(params.height) < height) {
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32000, message: "not found" } }));
      return;
    }
    const headers = { "content-type": "application/json" };
    // The recorded node may be gone before whoever asks last.
    const answer = await fetch(`${url}${request.url}`, { method: "POST", headers, body }).catch(
      () => undefined,
    );
    response.statusCode = answer?.status ?? 500;
    response.end(await answer?.text());
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return listenOnLoopback(server);
}
