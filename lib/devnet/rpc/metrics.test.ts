import { afterAll, describe, expect, it } from "vitest";
import { openRecording } from "../recording";
import { type Devnet, serveDevnet } from "../serve";

const opened: Devnet[] = [];
afterAll(() => Promise.all(opened.map((devnet) => devnet.close())));

async function serve(): Promise<Devnet> {
  const recording = await openRecording("custom-network");
  const devnet = await serveDevnet({ recording, port: 0, acceptance: "manual" });
  opened.push(devnet);
  return devnet;
}

/** Values by name and labels, and types by name. */
async function scrape(devnet: Devnet): Promise<{ values: Map<string, number>; types: Map<string, string> }> {
  const response = await fetch(`${devnet.url}/ext/metrics`);
  expect(response.headers.get("content-type")).toBe(
    "text/plain; version=0.0.4; charset=utf-8; escaping=underscores",
  );
  const lines = (await response.text()).trimEnd().split("\n");
  const types = lines.flatMap((line) => (line.startsWith("# TYPE ") ? [line.split(" ").slice(2)] : []));
  const samples = lines.filter((line) => !line.startsWith("#")).map((line) => line.split(/ (?=[^ ]+$)/));
  return {
    values: new Map(samples.map(([key = "", value]) => [key, Number(value)])),
    types: new Map(types.map(([name = "", type = ""]) => [name, type])),
  };
}

describe("/ext/metrics", () => {
  it("counts the calls of each API, with the current one still in progress", async () => {
    const devnet = await serve();
    const call = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    await fetch(`${devnet.url}/ext/bc/C/rpc`, call);
    await fetch(`${devnet.url}/ext/evm/rpc`, call);
    await fetch(`${devnet.url}/ext/index/P/block`, call);
    const { values, types } = await scrape(devnet);
    expect(types.get("avalanche_api_calls")).toBe("counter");
    expect(values.get('avalanche_api_calls{base="C"}')).toBe(2);
    expect(values.get('avalanche_api_calls{base="index/P"}')).toBe(1);
    expect(values.get('avalanche_api_calls{base="info"}')).toBe(0);
    expect(values.get('avalanche_api_calls_duration{base="C"}')).toBeGreaterThan(0);
    expect(values.get('avalanche_api_calls_processing{base="metrics"}')).toBe(1);
    expect((await scrape(devnet)).values.get('avalanche_api_calls{base="metrics"}')).toBe(1);
  });

  it("reports heights, and what was accepted since the start: blocks, bytes, kinds", async () => {
    const devnet = await serve();
    expect((await scrape(devnet)).values.get('avalanche_snowman_last_accepted_height{chain="P"}')).toBe(0);
    let bytes = 0;
    let step = devnet.acceptNext();
    for (; step !== undefined && devnet.accepted().P < 60; step = devnet.acceptNext()) {
      if (step.chain === "P") bytes += step.container.bytes.length / 2 - 1;
    }
    if (step?.chain === "P") bytes += step.container.bytes.length / 2 - 1;
    const { values } = await scrape(devnet);
    for (const chain of ["P", "X", "C"] as const) {
      expect(values.get(`avalanche_snowman_last_accepted_height{chain="${chain}"}`)).toBe(
        devnet.accepted()[chain],
      );
      expect(values.get(`avalanche_snowman_blks_accepted_count{chain="${chain}"}`)).toBe(
        devnet.accepted()[chain],
      );
    }
    expect(values.get('avalanche_snowman_blks_accepted_container_size_sum{chain="P"}')).toBe(bytes);
    const kinds = [...values].filter(([key]) => key.startsWith("avalanche_platformvm_blks_accepted{"));
    expect(kinds.reduce((sum, [, count]) => sum + count, 0)).toBe(60);
  });

  it("reports figures of the process", async () => {
    const { values } = await scrape(await serve());
    expect(values.get("avalanche_process_process_resident_memory_bytes")).toBeGreaterThan(1e7);
    expect(values.get("avalanche_process_process_cpu_seconds_total")).toBeGreaterThan(0);
    expect(values.get("avalanche_process_process_start_time_seconds")).toBeGreaterThan(1.7e9);
  });
});
