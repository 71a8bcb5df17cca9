import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type IndexedRecording, indexRecording } from "../testbed/recording";

let indexed: IndexedRecording;
beforeAll(async () => {
  indexed = await indexRecording("local-network");
});
afterAll(() => indexed.close());

async function metrics(): Promise<Map<string, number>> {
  const answer = await fetch(`${indexed.url}/firn/v1/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await answer.text();
  const lines = text.split("\n").filter((line) => line !== "");
  for (const line of lines) {
    expect(line).toMatch(
      /^(# (HELP|TYPE) [a-z\d_]+ .+|[a-z\d_]+(\{([a-z]+="[^"]*",?)+\})? ([\d.e+-]+|Nan))$/,
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
        .match(/[a-z]+="[^"]*"/g)
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

  it("has the indexer's progress and the time of its verbs", async () => {
    await indexed.stopIndexer();
    const found = await metrics();
    expect(found.get('firn_indexer_stored_containers{stream="P/block"}')).toBe(86);
    expect(found.get('firn_indexer_node_containers{stream="P/block"}')).toBe(86);
    expect(found.get('firn_indexer_stream_state{state="following",stream="P/block"}')).toBe(1);
    for (const verb of ["read", "verify", "decode", "project", "commit"]) {
      expect(found.get(`firn_indexer_verb_duration_seconds_count{verb="${verb}"}`), verb).toBeGreaterThan(0);
    }
  });
});
