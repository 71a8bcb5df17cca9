import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runVerify } from "../../cli/commands/run-verify";
import { ROUTES } from "../../contract/routes";
import { openRecording } from "../../devnet/recording";
import { listStreams } from "../../store/queries/stream";
import type { Stores } from "../../store/stores";
import { Catalogue, isAsked } from "../catalogue";
import { HAS_CLUSTER, openCluster } from "../cluster";
import { followChains } from "../followed-chains";
import { type IndexedRecording, indexRecording } from "../recording";
import { HAS_SERVER } from "../test-stores";

/**
 * A history gives the same answers, byte for byte, whatever keeps its stores. Takes many minutes: FIRN_LONG=1 runs it, and
 * `npm run test:cluster` with a database of several servers.
 */

const ENGINES = ["sqlite", HAS_CLUSTER ? "cluster" : "postgres"] as const;
type Engine = (typeof ENGINES)[number];

/** Routes whose answers are about this Firn and this moment, or need a transaction that the node alone knows. */
const NOT_COMPARED: readonly (keyof typeof ROUTES)[] = [
  "getStatus",
  "getHealth",
  "getReady",
  "getAlerts",
  "getIndexes",
  "findContainers",
  "getNodeTx",
];
const COMPARED = (Object.keys(ROUTES) as (keyof typeof ROUTES)[]).filter(
  (route) => isAsked(ROUTES[route]) && !NOT_COMPARED.includes(route),
);

/**
 * Members that differ between any two Firns: tokens are signed by a key of their own, and a row says when it was written.
 */
const DIFFERENT = /"(nextPageToken|storedAtMs|indexedInMs|metadataLastUpdatedTimestamp)":("[^"]*"|\d+),?/g;

/** Requests of one route under way at once. */
const AT_ONCE = 8;

describe
  .skipIf(!HAS_CLUSTER && !(HAS_SERVER && process.env.FIRN_LONG === "1"))
  .each(["local-network", "custom-network", "l1-network"] as const)("%s", (name) => {
  const firns: Partial<Record<Engine, IndexedRecording>> = {};
  const closes: (() => Promise<void>)[] = [];
  let catalogue: Catalogue;
  const firnOf = (engine: Engine): IndexedRecording => {
    const firn = firns[engine];
    if (firn === undefined) throw new Error(`no Firn on ${engine}`);
    return firn;
  };

  beforeAll(async () => {
    const recording = await openRecording(name);
    const nowMs = () => Date.parse(recording.containers["P/block"].at(-1)?.timestamp ?? "") + 10_000;
    for (const engine of ENGINES) {
      const kept = engine === "cluster" ? { stores: await openCluster() } : { engine };
      const firn = await indexRecording(name, { ...kept, nowMs, devnet: { nodeForm: "avalanchego" } });
      closes.push(() => firn.close());
      const chains = followChains(firn.nodeUrl, { stores: firn.stores, now: nowMs });
      closes.push(() => chains.close());
      firns[engine] = firn;
      await untilChainsStored(firn);
      chains.rest();
    }
    const { url } = firnOf("sqlite");
    catalogue = new Catalogue(async (path) => ({ body: await bodyOf(await fetch(url + path)) }));
    await catalogue.fill();
  });
  afterAll(async () => {
    for (const close of closes.reverse()) await close();
  });

  it.each(ENGINES)("passes firn verify on %s", async (engine) => {
    const { lines } = await runVerify(firnOf(engine));
    expect(lines.at(-1), lines.join("\n")).toContain(" 0 differences, ");
  });

  it.each(COMPARED)("answers %s alike", async (route) => {
    const paths = catalogue.pathsOf(ROUTES[route]);
    expect(paths.length).toBeGreaterThan(0);
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      await Promise.all(
        paths.slice(at, at + AT_ONCE).map(async (path) => {
          const [files, database] = await Promise.all(ENGINES.map((engine) => ask(firnOf(engine), path)));
          expect(database, path).toEqual(files);
        }),
      );
    }
  });
});

async function bodyOf(response: Response): Promise<unknown> {
  return response.headers.get("content-type")?.includes("json") ? response.json() : response.text();
}

async function ask(
  { url, nodeUrl }: IndexedRecording,
  path: string,
): Promise<{ status: number; text: string }> {
  const response = await fetch(url + path);
  const text = (await response.text()).replaceAll(DIFFERENT, "").replaceAll(nodeUrl, "http://node");
  return { status: response.status, text };
}

/** Waits until the EVM chains of a recording are stored as far as their node has them. */
async function untilChainsStored({ stores, recording }: IndexedRecording): Promise<void> {
  const chains = 1 + recording.evmChains.length;
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await sleep(50)) {
    const all = ((await stores.readRegistry()) ?? []).flatMap(({ evmChainId }) => evmChainId ?? []);
    const states = await Promise.all(all.map((id) => isStored(stores, `evm/${id}`)));
    if (states.length === chains && states.every(Boolean)) return;
  }
  throw new Error("the EVM chains were not indexed in time");
}

/** Whether a store has all that its node has. */
async function isStored(stores: Stores, id: `evm/${string}`): Promise<boolean> {
  const store = await stores.open(id, { mode: "read" }).catch(() => undefined);
  if (store === undefined) return false;
  const [stream] = await listStreams(store.db);
  await store.close();
  const head = stream?.status.node_head_index ?? undefined;
  return head !== undefined && stream?.checkpoint?.next_index === head + 1;
}
