import { afterAll, beforeAll, expect, test } from "vitest";
import { type IndexedRecording, indexRecording } from "./indexed-recording";

let x: IndexedRecording;
beforeAll(async () => {
  x = await indexRecording("custom-network");
});
afterAll(() => x.close());
test("x", async () => {
  const r = await fetch(x.url + "/v1/networks/fuji/blockchains/p-chain/transactions?pageSize=100");
  console.log(r.status, (await r.text()).slice(0, 3000));
  for (const p of [
    "/firn/v1/status",
    "/firn/v1/acceptance?limit=3",
    "/v1/networks/fuji/blockchains/p-chain/blocks?pageSize=2",
    "/firn/v1/containers/p/1",
    "/firn/v1/search?q=110",
  ]) {
    const s = await fetch(x.url + p);
    console.log(s.status, (await s.text()).slice(0, 1500));
  }
});
