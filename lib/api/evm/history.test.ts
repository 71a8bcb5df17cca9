import { describe, expect, it } from "vitest";
import {
  ask,
  at,
  CHAIN,
  DAY,
  FIRST,
  HOUR,
  type Json,
  metric,
  partChainOfFile,
  START,
} from "../../testbed/evm/part-chain";

const { chain, whole, part, coin, collection, setHistory, both } = await partChainOfFile();

describe("figures of a partial history", () => {
  const points = (body: Json) => body.results as { timestamp: number; value: number }[];

  it("have only hours, days, weeks and months that are counted from their first second", async () => {
    const cut = { hour: 21 * HOUR, day: DAY } as const;
    for (const [interval, from] of Object.entries(cut)) {
      for (const name of ["txCount", "gasUsed", "activeAddresses", "activeSenders"]) {
        const { known, all } = await both(metric(`metrics/${name}?timeInterval=${interval}`));
        expect(points(all).length).toBeGreaterThan(points(known).length);
        expect(points(known), `${name} ${interval}`).toEqual(
          points(all).filter(({ timestamp }) => timestamp >= START + from),
        );
      }
    }
    const daily = ["avgTps", "maxTps", "avgGps", "maxGps", "avgGasPrice", "maxGasPrice", "feesPaid"];
    for (const name of [...daily, "contracts", "deployers"]) {
      const { known, all } = await both(metric(`metrics/${name}`));
      expect(points(known), name).toEqual(points(all).filter(({ timestamp }) => timestamp >= START + DAY));
      expect(points(known).length).toBeGreaterThan(0);
    }
    for (const interval of ["week", "month"]) {
      const { known, all } = await both(metric(`metrics/txCount?timeInterval=${interval}`));
      expect([points(all).length, points(known)]).toEqual([1, []]);
    }
    const older = await both(`/v1/avg_tps/${CHAIN}`);
    expect(points(older.known)).toEqual(
      points(older.all).filter(({ timestamp }) => timestamp >= START + DAY),
    );
  });

  it("have only the windows in which all blocks are counted", async () => {
    for (const name of ["txCount", "gasUsed", "activeAddresses", "deployers", "maxGasPrice", "avgTps"]) {
      const { known, all } = await both(metric(`rollingWindowMetrics/${name}`));
      const { lastHour, lastDay } = all.result as Json;
      expect(known.result, name).toEqual({ lastHour, lastDay });
    }
    const { known } = await both(`/v1/tx_count/${CHAIN}/rollingWindow`);
    expect(known.result).toEqual({ last_hour: 2, last_day: 3 });
    const pace = await both(`/firn/v1/chains/${CHAIN}/pace?at=${chain.head.time}`);
    expect(pace.known.spans).toEqual((pace.all.spans as Json[]).slice(0, 3));
  });

  it("are not added up from the beginning", async () => {
    for (const name of ["TxCount", "Addresses", "Contracts", "Deployers"]) {
      const path = metric(`metrics/cumulative${name}`);
      expect((await ask(whole, path)).status).toBe(200);
      const { status, body } = await ask(part, path);
      expect([status, String(body.message)], name).toEqual([
        503,
        expect.stringMatching(/^cumulative metrics are not known while Firn has only part/),
      ]);
    }
    const block = await both(at("/blocks/6"));
    const { cumulativeTransactions, ...rest } = block.all;
    expect(cumulativeTransactions).toBe("18");
    expect(block.known).toEqual(rest);
    expect((await both(at("/blocks/6"), "sdk")).known).toEqual({ ...rest, cumulativeTransactions: "" });
    const list = await both(at("/blocks"));
    expect(JSON.stringify(list.known)).not.toContain("cumulative");
  });

  it("end where the indexer has counted so far", async () => {
    await setHistory({ firstHeight: 0, older: "none", countedFrom: 0, countedTo: 7 }, whole);
    const counting = await ask(whole, metric("metrics/txCount?timeInterval=hour"));
    const days = await ask(whole, metric("metrics/avgTps"));
    const windows = await ask(whole, metric("rollingWindowMetrics/txCount"));
    const pace = await ask(whole, `/firn/v1/chains/${CHAIN}/pace?at=${chain.head.time}`);
    const holders = await ask(whole, metric(`contracts/${coin}/balances?threshold=0`));
    const missing = await ask(whole, at(`/nfts/collections/${coin}/tokens/9`));
    const unknown = await ask(whole, at(`/transactions/0x${"00".repeat(32)}`));
    await setHistory({ firstHeight: 0, older: "none", countedFrom: 0 }, whole);
    expect(counting.partial).toBe(
      `chain ${CHAIN}: lists are complete, figures count blocks 0 to 7: the rest is still being counted`,
    );
    expect(points(counting.body)[0]).toEqual({ timestamp: START + DAY + 2 * HOUR, value: 1 });
    expect(points(days.body).map(({ timestamp }) => (timestamp - START) / DAY)).toEqual([1, 0]);
    expect([windows.body.result, pace.body.spans]).toEqual([{}, []]);
    expect([holders.status, String(holders.body.message)]).toEqual([
      503,
      expect.stringMatching(/the rest is still being counted: ask again later$/),
    ]);
    expect(String(missing.body.message)).toMatch(/still being counted/);
    expect(String(unknown.body.message)).toMatch(/is indexed on chain 77777$/);
  });
});

describe("what a partial history does not have", () => {
  it("is not said to be absent from the chain", async () => {
    const older = chain.blocks[2]?.transactions[0]?.hash;
    const paths = [
      at(`/transactions/${older}`),
      at("/blocks/2"),
      at(`/blocks/${chain.blocks[2]?.hash}`),
      at(`/contracts/${coin}/transactions:getDeployment`),
      at(`/nfts/collections/${collection}/tokens/3`),
      `/firn/v1/chains/${CHAIN}/transactions/${older}`,
      `/firn/v1/chains/${CHAIN}/transactions/${older}/logs`,
      `/firn/v1/chains/${CHAIN}/transactions/${older}/calls`,
    ];
    for (const path of paths) {
      const { status, body } = await ask(part, path);
      expect([status, String(body.message)], path).toEqual([
        404,
        expect.stringMatching(/blocks before 4 are not known: the node does not have older blocks$/),
      ]);
    }
    await setHistory({ firstHeight: FIRST, older: "wanted", countedFrom: 6 });
    const { body, partial } = await ask(part, at("/blocks/2"));
    expect(String(body.message)).toMatch(/older blocks are still being read$/);
    expect(partial).toBeNull();
    const list = await ask(part, at("/blocks"));
    expect(list.partial).toMatch(/lists begin at block 4, figures count blocks from 6 on: older blocks are/);
  });

  it("is not in lists, which are otherwise those of the whole history", async () => {
    const lists = [at("/transactions"), at(`/addresses/${chain.accounts[1]}/transactions`), at("/blocks")];
    for (const path of [...lists, at(`/tokens/${coin}/transfers`)]) {
      const { known, all } = await both(path);
      const [name] = Object.keys(known).filter((key) => Array.isArray(known[key])) as [string];
      const rows = (all[name] as Json[]).filter((row) => {
        const { blockNumber } = (row.nativeTransaction ?? row) as Json;
        return Number(blockNumber) >= FIRST;
      });
      const plain = rows.map(({ cumulativeTransactions: _, ...row }) => row);
      expect(plain.length).toBeGreaterThan(0);
      expect(known[name], path).toEqual(plain);
    }
  });
});
