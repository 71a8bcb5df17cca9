import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isWhole } from "../../store/bookkeeping/history";
import { type IndexedChains, indexChains } from "../../testbed/evm/indexed";
import { serveVmNode, type VmNode } from "../../testbed/evm/node";
import {
  ask,
  at,
  CHAIN,
  DAY,
  HOUR,
  type Json,
  metric,
  partChainOfFile,
  START,
} from "../../testbed/evm/part-chain";
import { findDifferences, untilHistory } from "../../testbed/evm/partial";

const { chain, whole, coin, collection, items } = await partChainOfFile();

/** A store that begins with the newest blocks, while the node is slow with older ones. */
describe("a history that arrives", () => {
  let late: IndexedChains;
  let slow: VmNode;
  /** Blocks before 6 come once this is called. */
  let giveOlder = () => {};

  beforeAll(async () => {
    slow = await serveVmNode(chain);
    const given = new Promise<void>((resolve) => {
      giveOlder = resolve;
    });
    slow.alter = async ({ method, params }, answer) => {
      if (method.startsWith("eth_getBlock") && Number(params[0]) < 6) await given;
      return answer;
    };
    late = await indexChains();
    late.add(slow, {}, Date.now, { newest: 4, range: 1 });
    await late.reach(slow);
    await untilHistory(late.stores, CHAIN, ({ firstHeight }) => firstHeight === 6);
  });
  afterAll(async () => {
    giveOlder();
    await late?.close();
    await slow?.close();
  });

  const audit = () => findDifferences(late.stores, slow);

  it("gives lists from the first stored block on, and figures from where counting began", async () => {
    const { partial, body } = await ask(late, metric("metrics/txCount?timeInterval=hour"));
    expect(partial).toBe(
      `chain ${CHAIN}: lists begin at block 6, figures count blocks from 8 on: older blocks are still being read`,
    );
    const all = (await ask(whole, metric("metrics/txCount?timeInterval=hour"))).body;
    const hours = (of: Json) => of.results as { timestamp: number; value: number }[];
    expect(hours(body)).toEqual(hours(all).filter(({ timestamp }) => timestamp > START + 2 * DAY + HOUR));
    expect(hours(body).length).toBe(2);
    const path = at(`/tokens/${coin}/transfers`);
    const transfers = (of: Json) => of.transfers as Json[];
    expect(transfers((await ask(late, path)).body)).toEqual(
      transfers((await ask(whole, path)).body).filter(({ blockNumber }) => Number(blockNumber) >= 6),
    );
    for (const account of chain.accounts.slice(1, 4)) {
      const balances = at(`/addresses/${account}/balances:listErc20`);
      expect((await ask(late, balances)).body).toEqual((await ask(whole, balances)).body);
    }
    expect((await ask(late, metric("metrics/cumulativeTxCount"))).status).toBe(503);
    expect(await audit()).toEqual([]);
  });

  it("is answered like any other once it has arrived", async () => {
    giveOlder();
    await untilHistory(late.stores, CHAIN, isWhole);
    const token = `/firn/v1/chains/${CHAIN}/tokens/${coin}`;
    const paths = [
      token,
      `${token}/holders`,
      at("/blocks"),
      at("/transactions"),
      at(`/tokens/${coin}/transfers`),
      at(`/nfts/collections/${collection}/tokens`),
      at(`/contracts/${coin}/transactions:getDeployment`),
      metric(`contracts/${coin}/balances?threshold=50`),
      metric(`contracts/${items}/nfts:listHolders`),
      ...["TxCount", "Addresses", "Contracts", "Deployers"].map((name) =>
        metric(`metrics/cumulative${name}`),
      ),
      ...["txCount", "activeAddresses", "deployers", "avgGps"].map((name) =>
        metric(`rollingWindowMetrics/${name}`),
      ),
      ...chain.accounts.slice(0, 4).flatMap((account) => {
        const address = at(`/addresses/${account}`);
        const balances = [3, 6].map((height) => `:listErc20?blockNumber=${height}`);
        balances.push(":listErc20", ":listErc1155?blockNumber=5");
        const lists = ["", ":listInternals", ":listErc20"];
        lists.push("?sortOrder=asc&startBlock=6");
        return [
          ...[...balances, ":listCollectibles"].map((list) => `${address}/balances${list}`),
          ...lists.map((list) => `${address}/transactions${list}`),
        ];
      }),
    ];
    for (const path of paths) {
      const arrived = await ask(late, path);
      const front = await ask(whole, path);
      expect(front.status, `${path} ${JSON.stringify(front.body)}`).toBe(200);
      expect([arrived.partial, arrived.status, arrived.body], path).toEqual([null, 200, front.body]);
    }
    expect(await audit()).toEqual([]);
  });
});
