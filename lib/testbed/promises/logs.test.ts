import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDataClient } from "../../client/data";
import { getNodeLogs, listLogs, type NodeLog } from "../../contract/firn/logs";
import { openRandomChain, openRecordedChain, type Searched } from "../evm/searched";
import { C, L1, L1_NETWORK_TIMEOUT_MS } from "../l1-network";

/** Logs that are searched in the store are those that the chain's own node finds. */

const RUNS = 1_000;

async function askNode(url: string, filter: object): Promise<NodeLog[]> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_getLogs", params: [filter] });
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body });
  const { result, error } = (await response.json()) as { result?: NodeLog[]; error?: { message: string } };
  if (result === undefined) throw new Error(error?.message);
  return result;
}

/** A filter by values of the chain's own logs, and others. */
function randomFilter(logs: readonly NodeLog[], head: number) {
  const strange = `0x${"ab".repeat(32)}`;
  const drawn = fc.record({
    of: fc.nat(logs.length - 1),
    address: fc.boolean(),
    topics: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    /** From this log on another one's values are looked for too. */
    also: fc.option(fc.nat(logs.length - 1), { nil: undefined }),
    adds: fc.boolean(),
    from: fc.nat(head),
    blocks: fc.oneof(fc.nat(head), fc.constant(head)),
    isWhole: fc.boolean(),
    order: fc.constantFrom("asc" as const, "desc" as const),
    pageSize: fc.integer({ min: 1, max: 40 }),
    /** Whether its list is read page by page too. */
    isWalked: fc.nat(4).map((one) => one === 0),
  });
  return drawn.map(({ of, address, topics, also, adds, from, blocks, isWhole, ...rest }) => {
    const [one, other] = [logs[of], also === undefined ? undefined : logs[also]] as [NodeLog, NodeLog?];
    const values = (mine: string | undefined, theirs: string | undefined) =>
      [mine, theirs, adds ? strange : undefined].filter((value) => value !== undefined);
    const addresses = address ? [one.address, ...(other ? [other.address] : [])] : [];
    const wanted = topics.map((has, place) => (has ? values(one.topics[place], other?.topics[place]) : []));
    const range = isWhole ? { from: 0, to: head } : { from, to: Math.min(head, from + blocks) };
    return { addresses, topics: wanted, ...range, ...rest };
  });
}

type Filter = ReturnType<typeof randomFilter> extends fc.Arbitrary<infer F> ? F : never;

function queryOf({ addresses, topics }: Filter) {
  const list = (values: readonly string[] | undefined) =>
    values === undefined || values.length === 0 ? undefined : values.join(",");
  const [topic0, topic1, topic2, topic3] = topics;
  const query = {
    address: list(addresses),
    topic0: list(topic0),
    topic1: list(topic1),
    topic2: list(topic2),
    topic3: list(topic3),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

/** Without the places after the last one that is looked for: there a node wants a topic, whatever it is. */
function nodeFilter({ addresses, topics, from, to }: Filter) {
  const last = topics.findLastIndex((any) => any.length > 0);
  return {
    fromBlock: `0x${from.toString(16)}`,
    toBlock: `0x${to.toString(16)}`,
    ...(addresses.length > 0 && { address: addresses }),
    topics: topics.slice(0, last + 1).map((any) => (any.length === 0 ? null : any)),
  };
}

const nameOf = ({ blockNumber, logIndex }: { blockNumber: string; logIndex: string | number }) =>
  `${Number(blockNumber)}-${Number(logIndex)}`;

const NETWORK: { [chainId: string]: string } = {
  [L1]: "the L1 of a recording",
  [C]: "the C-Chain of a recording",
};

function searches(name: string, open: () => Promise<Searched>, runs: number, timeoutMs: number): void {
  describe(name, () => {
    let searched: Searched;
    let everything: NodeLog[];
    beforeAll(async () => {
      searched = await open();
      everything = await askNode(searched.node, { fromBlock: "0x0", toBlock: "latest" });
    }, timeoutMs);
    afterAll(() => searched?.close());

    const client = () => openDataClient({ baseUrl: searched.firn });
    const ask = async (query: object) =>
      (await client().get(getNodeLogs, { params: { chainId: searched.chainId }, query })).result;

    it("has the logs that its node has", async () => {
      expect(everything.length).toBeGreaterThan(50);
      const last = Number(everything.at(-1)?.blockNumber);
      expect(await ask({ fromBlock: 0, toBlock: last })).toEqual(everything);
    });

    it("answers random filters as its node does, in both orders and page by page", async () => {
      const head = Number(everything.at(-1)?.blockNumber);
      let found = 0;
      const isEqual = fc.asyncProperty(randomFilter(everything, head), async (filter) => {
        const expected = await askNode(searched.node, nodeFilter(filter));
        found += Number(expected.length > 0);
        const query = queryOf(filter);
        expect(await ask({ ...query, fromBlock: filter.from, toBlock: filter.to })).toEqual(expected);
        const names = expected.map(nameOf);
        if (!filter.isWalked) return;
        expect(await walk(filter, query)).toEqual(filter.order === "asc" ? names : names.reverse());
      });
      await fc.assert(isEqual, { numRuns: runs });
      expect(found).toBeGreaterThan(runs / 4);
    }, 240_000);

    async function walk({ from, to, order, pageSize }: Filter, query: object): Promise<string[]> {
      const names: string[] = [];
      for (let next: object = {}, page = 0; ; page++) {
        const answer = await client().get(listLogs, {
          params: { chainId: searched.chainId },
          query: { ...query, startBlock: from, endBlock: to + 1, sortOrder: order, pageSize, ...next },
        });
        names.push(...answer.logs.map(nameOf));
        const { nextPageToken, nextBefore } = answer;
        if (nextPageToken === undefined || nextBefore === undefined) return names;
        next = page % 2 === 0 ? { pageToken: nextPageToken } : { before: nextBefore };
      }
    }
  });
}

searches("a chain of random programs", openRandomChain, RUNS, 120_000);
for (const chainId of [L1, C])
  searches(NETWORK[chainId] ?? chainId, () => openRecordedChain(chainId), 100, L1_NETWORK_TIMEOUT_MS);
