import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { openNode } from "../../client/node";
import { startApi } from "../../testbed/api";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

let indexed: IndexedRecording;
beforeAll(async () => {
  indexed = await indexRecording("local-network");
});
afterAll(() => indexed.close());

async function metrics(url = indexed.url): Promise<Map<string, number>> {
  const answer = await fetch(`${url}/firn/v1/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await answer.text();
  const lines = text.split("\n").filter((line) => line !== "");
  for (const line of lines) {
    expect(line).toMatch(
      /^(# (HELP|TYPE) [a-z\d_]+ .+|[a-z\d_]+(\{([a-z_]+="[^"]*",?)+\})? ([\d.e+-]+|Nan))$/,
    );
  }
  const samples = lines.filter((line) => !line.startsWith("#"));
  return new Map(
    samples.map((line) => [
      withSortedLabels(line.slice(0, line.lastIndexOf(" "))),
      Number(line.split(" ").at(-1)),
    ]),
  );
}

/** The order of labels says nothing. */
function withSortedLabels(sample: string): string {
  return sample.replace(
    /\{(.*)\}$/,
    (_, labels: string) =>
      `{${labels
        .match(/[a-z_]+="[^"]*"/g)
        ?.sort()
        .join()}}`,
  );
}

describe("/firn/v1/metrics", () => {
  it("counts answers by route and status, without ids", async () => {
    const block = "/v1/networks/fuji/blockchains/p-chain/blocks/7";
    await fetch(indexed.url + block);
    await fetch(indexed.url + block);
    await fetch(`${indexed.url}/v1/networks/fuji/blockchains/p-chain/blocks/nothing`);
    await fetch(`${indexed.url}/nowhere`);
    const found = await metrics();
    const route = [...found.keys()].find((key) => /requests_total.*blocks\/\{\w+\}.*200/.test(key)) ?? "";
    expect(found.get(route)).toBe(2);
    expect(found.get(route.replace('"200"', '"400"'))).toBe(1);
    expect(found.get('firn_api_requests_total{method="GET",route="none",status="404"}')).toBe(1);
    expect([...found.keys()].filter((key) => key.includes("blocks/7"))).toEqual([]);
    const template = /route="([^"]*)"/.exec(route)?.[1];
    const duration = (part: string) => found.get(`firn_api_request_duration_seconds_${part}`);
    expect(duration(`count{route="${template}"}`)).toBe(3);
    expect(duration(`bucket{le="+Inf",route="${template}"}`)).toBe(3);
  });

  it("has the lag of the event loop, garbage collection and the heap", async () => {
    const names = [...(await metrics()).keys()].map((sample) => sample.replace(/\{.*/, ""));
    expect(names).toEqual(
      expect.arrayContaining([
        "nodejs_eventloop_lag_p99_seconds",
        "nodejs_gc_duration_seconds_count",
        "nodejs_heap_size_used_bytes",
      ]),
    );
  });

  it("has the indexer's progress, the time of its verbs, and the bytes of its stores", async () => {
    await indexed.stopIndexer();
    const found = await metrics();
    expect(found.get('firn_indexer_stored_containers{stream="P/block"}')).toBe(86);
    expect(found.get('firn_indexer_stored_height{stream="P/block"}')).toBe(86);
    expect(found.get('firn_indexer_node_containers{stream="P/block"}')).toBe(86);
    expect(found.get('firn_indexer_behind_containers{stream="P/block"}')).toBe(0);
    expect(found.get('firn_indexer_lag_seconds{stream="P/block"}')).toBe(0);
    expect(found.get('firn_indexer_stream_state{state="following",stream="P/block"}')).toBe(1);
    expect(found.get('firn_indexer_stream_state{state="stopped",stream="P/block"}')).toBe(0);
    for (const verb of ["read", "verify", "decode", "project", "commit"]) {
      expect(found.get(`firn_indexer_verb_duration_seconds_count{verb="${verb}"}`), verb).toBeGreaterThan(0);
    }
    const status = await answerOf("/firn/v1/status");
    const sizes = [...found].flatMap(([name, bytes]) =>
      name.startsWith("firn_store_size_bytes") ? [bytes] : [],
    );
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBe(status.store.sizeBytes);
  });

  it("says what /ready says", async () => {
    const found = await metrics();
    const { ready } = await answerOf("/ready");
    expect([ready, found.get("firn_ready"), found.get('firn_not_ready{reason="node-away"}')]).toEqual([
      true,
      1,
      0,
    ]);
  });

  it("has the node as it says it is, and the own validator as the API has it", async () => {
    const api = await startApi({ stores: indexed.stores, node: openNode(indexed.nodeUrl) });
    onTestFinished(() => api.close());
    const status = await answerOf("/firn/v1/status", api.url);
    await vi.waitFor(
      async () => expect((await metrics(api.url)).get("firn_node_healthy")).toBe(Number(status.node.healthy)),
      60_000,
    );
    const found = await metrics(api.url);
    const { nodeId, version, peers } = status.node;
    expect(found.get(`firn_node_info{node_id="${nodeId}",version="${version}"}`)).toBe(1);
    expect(found.get("firn_node_peers")).toBe(peers);
    const validator = await answerOf(`/firn/v1/validators/${nodeId}`, api.url);
    const of = (name: string) => found.get(`firn_validator_${name}{node_id="${nodeId}"}`);
    expect(of("active")).toBe(1);
    expect(of("uptime_ratio")).toBe(validator.uptimePercent / 100);
    expect(of("end_timestamp_seconds")).toBe(validator.period.endTimestamp);
    expect(of("stake_avax")).toBe(Number(validator.period.weight) / 1e9);
  });

  it("asks the node no more, however often it is read", async () => {
    const asked: string[] = [];
    const node = openNode(indexed.nodeUrl);
    const counted: typeof node = Object.create(node, {
      call: {
        value: (path: string, method: { name: string }, ...rest: unknown[]) => {
          asked.push(method.name);
          return (node.call as (...all: unknown[]) => unknown)(path, method, ...rest);
        },
      },
    });
    const api = await startApi({ stores: indexed.stores, node: counted });
    onTestFinished(() => api.close());
    await metrics(api.url);
    await vi.waitFor(
      async () => expect((await metrics(api.url)).has("firn_node_disk_available_bytes")).toBe(true),
      60_000,
    );
    const before = asked.length;
    expect(before).toBeGreaterThan(0);
    for (let i = 0; i < 20; i++) await metrics(api.url);
    expect(asked.slice(before)).toEqual([]);
  });
});

// biome-ignore lint/suspicious/noExplicitAny: its members are compared with what metrics say
async function answerOf(path: string, url = indexed.url): Promise<any> {
  return (await fetch(url + path)).json();
}
