import { createHash } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import packageJson from "../../../package.json";
import { openReaders } from "../../api/readers/readers";
import { ReaderThread } from "../../api/readers/thread";
import { buildServer } from "../../cli/supervisor/build.mjs";
import { openNode } from "../../client/node";
import { type ListShape, listShapeOf } from "../../contract/list-shape";
import { ROUTES } from "../../contract/routes";
import { SILENT } from "../../log";
import { rootFolder } from "../../root-folder";
import { startApi } from "../api";
import { Catalogue, isAsked } from "../catalogue";
import { followChains } from "../followed-chains";
import { type IndexedRecording, indexRecording } from "../recording";

const script = pathToFileURL(join(rootFolder(), "dist/api-reader.mjs"));

/** Routes whose answers are about this moment, or list routes in the order of a bundle's files. */
const OF_NOW: readonly (keyof typeof ROUTES)[] = [
  ...(["getStatus", "getHealth", "getReady", "getAlerts", "getIndexes", "getUpgrades"] as const),
  "getOpenApi",
];
const COMPARED = (Object.keys(ROUTES) as (keyof typeof ROUTES)[]).filter(
  (route) => isAsked(ROUTES[route]) && !OF_NOW.includes(route),
);

describe("an API that reads in threads", () => {
  let firn: IndexedRecording;
  let chains: ReturnType<typeof followChains>;
  let threaded: { url: string; close(): Promise<void> };
  /** Reads where it accepts. */
  let whole: { url: string; close(): Promise<void> };
  let catalogue: Catalogue;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    await buildServer();
    firn = await indexRecording("local-network", { engine: "sqlite" });
    chains = followChains(firn.nodeUrl, { stores: firn.stores });
    await untilStored(firn);
    chains.rest();
    env = { ...process.env, FIRN_DATA_DIR: firn.stores.place.folder, FIRN_NODE_URL: firn.nodeUrl };
    threaded = await startThreaded();
    whole = await startApi({
      stores: firn.stores,
      node: openNode(firn.nodeUrl),
      nodeUrl: firn.nodeUrl,
      nodeUrls: [firn.nodeUrl],
      version: packageJson.version,
    });
    catalogue = new Catalogue(async (path) => ({ body: await (await fetch(firn.url + path)).json() }));
    await catalogue.fill();
  }, 240_000);
  afterAll(async () => {
    await threaded?.close();
    await whole?.close();
    await chains?.close();
    await firn?.close();
  });

  function startThreaded() {
    return startApi({
      stores: firn.stores,
      open: (registry: Registry) =>
        openReaders({
          script,
          count: 2,
          env,
          log: SILENT,
          registry,
          version: packageJson.version,
        }),
    });
  }

  it("answers every route as one that reads where it accepts", async () => {
    const different: string[] = [];
    let compared = 0;
    for (const route of COMPARED)
      for (const path of catalogue.pathsOf(ROUTES[route]).slice(0, 3)) {
        const asked = () => Promise.all([whole, threaded].map(({ url }) => ask(url, path)));
        let [here, there] = await asked();
        // Some answers name the second in which they are made: one of the two may have been made in the next.
        if (here !== there) [here, there] = await asked();
        compared += 1;
        if (here !== there) different.push(`${path}: ${here} ${there}`);
      }
    expect(different).toEqual([]);
    expect(compared).toBeGreaterThan(COMPARED.length);
  });

  it("refuses as it does", async () => {
    for (const path of [
      "/v1/nothing",
      "/v1/networks/fuji?x=%zz",
      "/v1/networks/other",
      "/firn/v1/search?query=",
    ])
      expect(await ask(threaded.url, path), path).toBe(await ask(whole.url, path));
  });

  it("sends any list whole as one CSV file: all of its pages' items, each value in its column", async () => {
    const lists = COMPARED.filter((route) => listShapeOf(ROUTES[route]) !== undefined);
    let rows = 0;
    let followed = 0;
    for (const route of lists)
      for (const path of catalogue.pathsOf(ROUTES[route]).slice(0, 1)) {
        const at = `${path}${path.includes("?") ? "&" : "?"}pageSize=8`;
        const { items, pages } = await readPages(whole.url + at, listShapeOf(ROUTES[route]) as ListShape);
        if (pages === 0) continue;
        const [here, there] = await Promise.all(
          [whole, threaded].map(async ({ url }) => (await fetch(`${url}${at}&format=csv`)).text()),
        );
        expect(there, path).toBe(here);
        const [columns = [], ...cells] = readCsv(here ?? "");
        const expected = items.map((item) => columns.map((column) => cellOf(item, column.split("."))));
        expect(cells, path).toEqual(expected);
        expect(
          items.flatMap((item) => valuesWithout(columns, item)),
          path,
        ).toEqual([]);
        rows += cells.length;
        if (pages > 1) followed += 1;
      }
    expect(lists.length).toBeGreaterThan(50);
    expect(rows).toBeGreaterThan(300);
    expect(followed).toBeGreaterThan(10);
  }, 120_000);

  it("refuses another form, a CSV of what is no list, and a list that it refuses as JSON", async () => {
    const ask = async (path: string) => {
      const response = await fetch(threaded.url + path);
      return `${response.status} ${((await response.json()) as { message: string }).message}`;
    };
    expect(await ask("/v1/networks/fuji/blockchains?format=xml")).toBe(
      "400 format must be json or csv, not xml",
    );
    expect(await ask("/health?format=csv")).toContain("400 this answer is no list");
    expect(await ask("/v1/networks/fuji/blockchains?format=csv&pageSize=x")).toContain(
      "400 pageSize must be",
    );
  });

  it("tells events, to each reader until it leaves", async () => {
    for (let i = 0; i < 3; i++) {
      const response = await fetch(`${threaded.url}/firn/v1/events`);
      expect(response.headers.get("content-type")).toContain("text/event-stream");
      const reader = response.body?.getReader();
      expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("retry:");
      await reader?.cancel();
    }
  });

  it("has the metrics of both: of requests, and of the indexer", async () => {
    const text = await (await fetch(`${threaded.url}/firn/v1/metrics`)).text();
    expect(text).toMatch(/^firn_api_waiting_requests\{queue="quick"\} 0$/m);
    expect(text).toMatch(/^firn_api_requests_total\{.*status="200"\} \d+$/m);
    expect(text).toMatch(/^firn_indexer_stored_containers\{stream="P\/block"\} \d+$/m);
    for (const thread of [0, 1])
      expect(text).toMatch(new RegExp(`^firn_api_thread_heap_used_bytes\\{thread="${thread}"\\} \\d+$`, "m"));
    expect((await fetch(`${threaded.url}/ready`)).status).toBe(200);
  });

  it("keeps no place for clients that have left, and answers others", async () => {
    const left = Array.from({ length: 300 }, (_, i) => {
      const path = `/v1/networks/fuji/blockchains/p-chain/transactions?pageSize=100&page=${i}`;
      return fetch(threaded.url + path, { signal: AbortSignal.timeout(20 + (i % 50)) }).catch(
        () => undefined,
      );
    });
    await Promise.all(left);
    expect((await fetch(`${threaded.url}/v1/networks/fuji`)).status).toBe(200);
    await vi.waitFor(
      async () => {
        const text = await (await fetch(`${threaded.url}/firn/v1/metrics`)).text();
        for (const queue of ["quick", "wide", "huge"])
          expect(text).toContain(`firn_api_waiting_requests{queue="${queue}"} 0\n`);
      },
      { timeout: 60_000, interval: 100 },
    );
  });

  it("reads for who waits, says how long that took, and reads no further for who has left", async () => {
    const thread = new ReaderThread({ script, env });
    await thread.ready;
    const ask = (query: string) =>
      thread.ask({
        method: "GET",
        url: `http://127.0.0.1/v1/networks/fuji/blockchains/p-chain/transactions?${query}`,
        headers: [],
        body: undefined,
      });
    const waited = await ask("pageSize=8").answer;
    expect(waited.response.status).toBe(200);
    expect(waited.tookMs).toBeGreaterThan(0);
    const { answer, leave } = ask("pageSize=9");
    leave();
    const { response } = await answer;
    expect(await response.json()).toMatchObject({ message: "nobody waits for this answer any more" });
    await thread.close();
  });

  it("ends streams, and answers what is being made, when it closes", async () => {
    const closing = await startThreaded();
    const events = await fetch(`${closing.url}/firn/v1/events`);
    const answers = Array.from({ length: 20 }, () => fetch(`${closing.url}/v1/networks/fuji`));
    const first = await Promise.race(answers);
    const closed = closing.close();
    expect(first.status).toBe(200);
    await events.text();
    await closed;
  });

  it("does not start with a setting that is wrong", async () => {
    await expect(
      openReaders({
        script,
        count: 1,
        version: "0.0.0",
        log: SILENT,
        registry: new Registry(),
        env: { ...env, FIRN_LABELS: "/nowhere" },
      }),
    ).rejects.toMatchObject({ code: "CONFIG_INVALID", message: expect.stringContaining("/nowhere") });
  });
});

/** Waits until every chain's blocks are stored. */
async function untilStored({ url }: IndexedRecording): Promise<void> {
  await vi.waitFor(
    async () => {
      const { streams } = (await (await fetch(`${url}/firn/v1/status`)).json()) as {
        streams: { stream: string; state: string }[];
      };
      expect(streams.map(({ stream }) => stream)).toContain("EVM 43112");
      expect(new Set(streams.map(({ state }) => state))).toEqual(new Set(["following"]));
    },
    { timeout: 120_000, interval: 100 },
  );
}

/** Status and body; tokens are the same, as both sign with the store's key. */
async function ask(url: string, path: string): Promise<string> {
  const response = await fetch(url + path);
  const body = await response.text();
  return `${response.status} ${createHash("sha256").update(body).digest("hex")} ${body.slice(0, 300)}`;
}

/** All items of a list by its JSON, and how many pages they took: none if the first is refused. */
async function readPages(url: string, { member }: ListShape): Promise<{ items: object[]; pages: number }> {
  const items: object[] = [];
  for (let [pages, token] = [0, ""]; ; pages++) {
    const response = await fetch(token === "" ? url : `${url}&pageToken=${token}`);
    if (!response.ok) return { items, pages: 0 };
    const body = (await response.json()) as Record<string, object[]> & { nextPageToken?: string };
    items.push(...(body[member] ?? []));
    if (body.nextPageToken === undefined) return { items, pages: pages + 1 };
    token = body.nextPageToken;
  }
}

/** What a value is in a file, without the apostrophe that keeps text from being a formula. */
function cellOf(item: unknown, [name = "", ...path]: string[]): string {
  const value = (item as Record<string, unknown>)[name];
  if (value === undefined || value === null) return "";
  if (path.length > 0) return cellOf(value, path);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Paths of an item's values that no column has, itself or as part of a larger value. */
function valuesWithout(columns: readonly string[], value: unknown, path = ""): string[] {
  if (columns.includes(path)) return [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([name, part]) =>
    valuesWithout(columns, part, path === "" ? name : `${path}.${name}`),
  );
}

/** Fields of a file, RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    const field = quoted?.replaceAll('""', '"') ?? plain ?? "";
    rows.at(-1)?.push(field.replace(/^'(?=\s*[=+\-@\t\r])/, ""));
    if (end !== ",") rows.push([]);
  }
  return rows.slice(0, -1);
}
