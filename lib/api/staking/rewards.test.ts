import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromHex } from "../../avalanche/codec/bytes";
import { formatId, stripChecksum } from "../../avalanche/ids";
import { decodeUtxo, utxoId } from "../../avalanche/utxo/utxo";
import {
  type HistoricalReward,
  listHistoricalPrimaryNetworkRewards,
  listPendingPrimaryNetworkRewards,
  type PendingReward,
} from "../../contract/data/primary-network-rewards";
import { parseLossless } from "../../contract/rpc";
import { openPublishedShapes } from "../../testbed/published/shapes";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

/** Paid and pending rewards compared with the recorded node's answers. */

interface NodeStaker {
  txID: string;
  nodeID: string;
  potentialReward?: string;
  delegators?: NodeStaker[] | null;
}

describe.each(["custom-network", "local-network"])("rewards in the recording %s", (name) => {
  let indexed: IndexedRecording;

  beforeAll(async () => {
    indexed = await indexRecording(name);
  });
  afterAll(() => indexed.close());

  function answersTo<Result>(method: string): { params: Record<string, unknown>; result: Result }[] {
    const head = indexed.recording.containers["P/block"].length;
    return indexed.recording.answers
      .filter((answer) => answer.method === method && (answer.height ?? head) === head)
      .map(({ params, reply }) => ({
        params: parseLossless(params) as Record<string, unknown>,
        result: (parseLossless(reply) as { result?: Result }).result as Result,
      }))
      .filter(({ result }) => result !== undefined);
  }

  async function ask(path: string, headers = {}): Promise<unknown> {
    const response = await fetch(`${indexed.url}/v1/networks/fuji${path}`, { headers });
    const body = await response.json();
    expect(response.status, `${path}: ${JSON.stringify(body)}`).toBe(200);
    return body;
  }

  /** All rows, by pages of some size. */
  async function walkPending(query: string, size = 100): Promise<PendingReward[]> {
    const rows: PendingReward[] = [];
    for (let token = ""; ; ) {
      const body = listPendingPrimaryNetworkRewards.response.parse(
        await ask(`/rewards:listPending?pageSize=${size}&${query}${token}`),
      );
      rows.push(...body.pendingRewards);
      if (body.nextPageToken === undefined) return rows;
      token = `&pageToken=${body.nextPageToken}`;
    }
  }

  async function walkPaid(query: string, size = 100): Promise<HistoricalReward[]> {
    const rows: HistoricalReward[] = [];
    for (let token = ""; ; ) {
      const body = listHistoricalPrimaryNetworkRewards.response.parse(
        await ask(`/rewards?pageSize=${size}&${query}${token}`),
      );
      rows.push(...body.historicalRewards);
      if (body.nextPageToken === undefined) return rows;
      token = `&pageToken=${body.nextPageToken}`;
    }
  }

  const everyone = () =>
    answersTo<unknown>("platform.getBalance").flatMap(({ params }) => params.addresses as string[]);

  test("getCurrentValidators: each stake's potential reward goes to its staker and its validator", async () => {
    const answers = answersTo<{ validators: NodeStaker[] }>("platform.getCurrentValidators");
    const stakers = answers
      .flatMap(({ result }) => result.validators)
      .flatMap((validator) => [validator, ...(validator.delegators ?? [])])
      .filter(({ potentialReward }) => potentialReward !== undefined);
    expect(stakers.length).toBeGreaterThan(2);
    const nodes = [...new Set(stakers.map(({ nodeID }) => nodeID))].join(",");
    const rows = await walkPending(`nodeIds=${nodes}`);
    for (const { txID, potentialReward } of stakers) {
      const own = rows.filter(({ txHash }) => txHash === txID);
      const sum = own.reduce(
        (total, { estimatedReward }) => total + BigInt(String(estimatedReward.amount)),
        0n,
      );
      expect(String(sum), txID).toBe(String(potentialReward));
    }
  });

  test("getRewardUTXOs: every paid reward, by recipient", async () => {
    const rows = await walkPaid(`addresses=${everyone().join(",")}`);
    let paid = 0;
    for (const { params, result } of answersTo<{ utxos: string[] | null }>("platform.getRewardUTXOs")) {
      const theirs = (result.utxos ?? []).map((hex) => {
        const { txId, outputIndex } = decodeUtxo(stripChecksum(fromHex(hex)));
        return formatId(utxoId(txId, outputIndex));
      });
      // Rewards of an auto-renewed validator are under the transaction that paid them.
      const mine = rows.filter(
        (row) => [row.txHash, row.rewardTxHash].includes(String(params.txID)) && theirs.includes(row.utxoId),
      );
      expect(mine.map((row) => row.utxoId).sort(), String(params.txID)).toEqual(theirs.sort());
      paid += mine.length;
    }
    expect(paid).toBeGreaterThan(0);
  });

  test("pages in either order give the whole list, and each filter narrows it", async () => {
    const addresses = everyone();
    const all = `addresses=${addresses.join(",")}`;
    for (const walk of [walkPending, walkPaid]) {
      const whole: (PendingReward | HistoricalReward)[] = await walk(all);
      expect(whole.length).toBeGreaterThan(0);
      expect(await walk(all, 1)).toEqual(whole);
      expect(await walk(`${all}&sortOrder=asc`, 2)).toEqual([...whole].reverse());
      for (const address of addresses) {
        const bare = address.replace(/^P-/, "");
        expect(await walk(`addresses=${address}`)).toEqual(
          whole.filter((row) => row.addresses.includes(bare)),
        );
      }
      const nodeId = whole[0]?.nodeId ?? "";
      expect(await walk(`${all}&nodeIds=${nodeId}`)).toEqual(whole.filter((row) => row.nodeId === nodeId));
    }
  });

  test("after any row each list continues by the row's own name", async () => {
    const all = `addresses=${everyone().join(",")}`;
    const pending = await walkPending(all);
    for (const [index, { txHash, rewardType }] of pending.entries())
      expect(await walkPending(`${all}&before=${txHash}:${rewardType}`, 1)).toEqual(pending.slice(index + 1));
    const paid = await walkPaid(all);
    for (const [index, { rewardTxHash, outputIndex }] of paid.entries())
      expect(await walkPaid(`${all}&before=${rewardTxHash}:${outputIndex}`, 2)).toEqual(
        paid.slice(index + 1),
      );
  });

  test("SDKs get the published shapes", async () => {
    const objection = openPublishedShapes();
    const all = `addresses=${everyone().join(",")}&pageSize=100`;
    const sdk = { "x-firn-dialect": "sdk" };
    expect(
      objection("ListPendingRewardsResponse", await ask(`/rewards:listPending?${all}`, sdk)),
    ).toBeUndefined();
    expect(objection("ListHistoricalRewardsResponse", await ask(`/rewards?${all}`, sdk))).toBeUndefined();
  });

  test.each([
    ["", "addresses or nodeIds must be given"],
    ["nodeIds=NodeID-x", "nodeIds must be NodeID-"],
    ["addresses=0x0000000000000000000000000000000000000000", "addresses must be bech32"],
  ])("?%s is refused", async (query, message) => {
    for (const path of ["/rewards", "/rewards:listPending"]) {
      const response = await fetch(`${indexed.url}/v1/networks/fuji${path}?${query}`);
      expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
        400,
        expect.stringContaining(message),
      ]);
    }
  });

  test("an unknown currency is refused where rewards may have prices", async () => {
    const response = await fetch(`${indexed.url}/v1/networks/fuji/rewards?addresses=x&currency=doge`);
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringContaining("currency must be one of usd"),
    ]);
  });
});
