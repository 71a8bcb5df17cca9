import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatId } from "../../avalanche/ids";
import { type NodeClient, openNode } from "../../client/node";
import type { NodePoint, ObservedUptimePoint } from "../../contract/firn/observed";
import { getNodeID, uptime } from "../../contract/node/info";
import { getCurrentValidators } from "../../contract/node/platform-stakers";
import { NodeError, StoreError } from "../../errors";
import { observe } from "../../indexer/observe/observe";
import { type IndexedRecording, indexRecording } from "../recording";

/** What the indexer writes down of its node every minute, as the API answers it: against what the node said each time. */

const RECORDING = "custom-network";
const MINUTE = 60;
const STEPS = { minute: MINUTE, hour: 3_600, day: 86_400 } as const;
/** Half past eleven in the evening. */
const START = 1_799_971_200 + 23 * 3_600 + 30 * MINUTE;
const ASKED = 200;

/** What the node said in one minute. */
interface Said {
  at: number;
  isUp: boolean;
  validators: Map<string, { connected: boolean; uptime: string }>;
  /** Active ones of an L1 whose chain the node runs, by validation id. */
  validations: Map<string, { connected: boolean; uptime: number | undefined }>;
  health: { healthy: boolean; failing: string[] };
  peers: number;
}

let indexed: IndexedRecording;
let clock = START;
const said: Said[] = [];
let nodeIds: string[];
/** The node itself, and its uptime as its peers see it, percent. */
let own: string;
let ofOwn: number;
const logs: string[] = [];

/** Blockchain id of an L1's chain, and ids of its validators: the first is this node. */
const L1_CHAIN = formatId(new Uint8Array(32).fill(0x11));
const VALIDATIONS = [1, 2, 3].map((byte) => formatId(new Uint8Array(32).fill(byte)));

/** A node that says something else each minute, after a pattern, and is away for some. */
function changingNode(node: NodeClient): Pick<NodeClient, "call" | "getHealth"> {
  const now = () => {
    const at = Math.floor(clock / MINUTE) * MINUTE;
    let last = said.at(-1);
    if (last?.at !== at) {
      const turn = said.length;
      const validators = nodeIds.map((id, index): [string, { connected: boolean; uptime: string }] => [
        id,
        {
          connected: (turn * (index + 3)) % 7 > 1,
          uptime: (((turn * 37 + index * 911) % 10_001) / 100).toFixed(4),
        },
      ]);
      const failing = turn % 5 === 0 ? ["C"] : turn % 11 === 0 ? ["C", "network"] : [];
      last = {
        at,
        isUp: turn % 13 < 10,
        validators: new Map(validators.filter((_, index) => turn > 20 || index !== 0)),
        validations: new Map(
          VALIDATIONS.flatMap((id, index) => {
            const uptime = index === 0 ? undefined : ((turn * 41 + index * 77) % 1_001) / 10;
            // The last one runs out of its balance, and is topped up later.
            return index === 2 && turn % 30 > 20 ? [] : [[id, { connected: turn % (index + 2) > 0, uptime }]];
          }),
        ),
        health: { healthy: failing.length === 0, failing },
        peers: Math.min(turn % 4, nodeIds.length),
      };
      said.push(last);
    }
    if (!last.isUp) throw new NodeError("NODE_UNREACHABLE", "the node is away");
    return last;
  };
  return {
    async call(path, method, params, options) {
      const { validators, validations, peers } = now();
      if (path === `/ext/bc/${L1_CHAIN}/validators`) {
        const all = VALIDATIONS.map((validationID, index) => {
          const { connected = false, uptime: percent = 100 } = validations.get(validationID) ?? {};
          const nodeID = index === 0 ? own : nodeIds.filter((id) => id !== own)[index];
          const isActive = validations.has(validationID);
          return {
            validationID,
            nodeID,
            isActive,
            isL1Validator: true,
            isConnected: connected,
            uptimePercentage: percent,
          };
        });
        // A validator of a subnet that is no L1 is told by the P-Chain.
        return { validators: [...all, { ...all[1], isL1Validator: false }] } as never;
      }
      const answer = (await node.call(path, method, params, options)) as object;
      if (method.name === "platform.getCurrentValidators" && "validators" in answer) {
        const all = (answer as { validators: { nodeID: string }[] }).validators;
        const changed = all.flatMap((one) =>
          validators.has(one.nodeID) ? [{ ...one, ...validators.get(one.nodeID) }] : [],
        );
        return { validators: changed } as never;
      }
      if (method.name === "info.peers") {
        const list = nodeIds
          .slice(0, peers)
          .map((nodeID) => ({ nodeID, version: "avalanchego/1.14.2", publicIP: "" }));
        return { numPeers: BigInt(list.length), peers: list } as never;
      }
      return answer as never;
    },
    async getHealth() {
      const { health } = now();
      const check = (error?: string) => ({ timestamp: "", ...(error && { error }) });
      return {
        healthy: health.healthy,
        checks: { P: check(), ...Object.fromEntries(health.failing.map((name) => [name, check("no")])) },
      };
    },
  };
}

beforeAll(async () => {
  indexed = await indexRecording(RECORDING, { nowMs: () => clock * 1000 });
  const node = openNode(indexed.nodeUrl);
  const { validators } = await node.call("/ext/bc/P", getCurrentValidators, {});
  nodeIds = validators.map(({ nodeID }) => nodeID);
  own = (await node.call("/ext/info", getNodeID, {})).nodeID;
  ofOwn = Number((await node.call("/ext/info", uptime, {})).weightedAveragePercentage);
  expect(nodeIds).toContain(own);
}, 120_000);
afterAll(() => indexed.close());

async function ask<T>(path: string): Promise<{ points: T[]; nextPageToken?: string }> {
  const response = await fetch(indexed.url + path);
  expect(response.status, path).toBe(200);
  return response.json() as Promise<{ points: T[]; nextPageToken?: string }>;
}

/** All points, on pages of one size. */
async function walk<T>(path: string, pageSize: number): Promise<T[]> {
  const all: T[] = [];
  let token = "";
  do {
    const page = await ask<T>(`${path}&pageSize=${pageSize}${token}`);
    all.push(...page.points);
    expect(page.points.length).toBeLessThanOrEqual(pageSize);
    token = page.nextPageToken === undefined ? "" : `&pageToken=${page.nextPageToken}`;
  } while (token !== "");
  return all;
}

it("has nothing before anything was observed", async () => {
  expect(await ask(`/firn/v1/validators/${nodeIds[0]}/uptime`)).toEqual({ points: [] });
  expect(await ask("/firn/v1/node/history?timeInterval=day")).toEqual({ points: [] });
});

describe("once it was observed over midnight, with pauses", () => {
  beforeAll(async () => {
    const stop = new AbortController();
    let asked = 0;
    let refusals = 3;
    await observe({
      // Away three times over: said once, and nothing is lost but those minutes.
      stores: {
        open: async (id, options) => {
          if (refusals-- > 0) throw new StoreError("STORE_AWAY", "the database is away");
          return indexed.stores.open(id, options);
        },
        readRegistry: async () => [
          { key: "C", blockchainId: formatId(new Uint8Array(32)), rpcUrl: "" },
          { key: L1_CHAIN, blockchainId: L1_CHAIN, rpcUrl: "" },
          // Of a chain that this node does not run, it says nothing.
          { key: "elsewhere", blockchainId: formatId(new Uint8Array(32).fill(9)), rpcUrl: "" },
        ],
      },
      node: changingNode(openNode(indexed.nodeUrl)),
      now: () => clock * 1000,
      sleep: async (ms) => {
        asked++;
        clock += ms / 1000;
        // Firn does not run for a while.
        if (asked % 60 === 59) clock += 2 * 3_600 + 17;
        if (asked === ASKED) stop.abort();
      },
      signal: stop.signal,
      log: { warn: (text) => logs.push(text) },
    });
  }, 120_000);

  it("was asked every minute while it ran, and nothing failed", () => {
    expect(said).toHaveLength(ASKED - 3);
    expect(logs).toEqual(["what the node says could not be written down: the database is away"]);
    expect(said.some(({ isUp }) => !isUp)).toBe(true);
  });

  it.each(Object.entries(STEPS))("says by the %s how each validator was seen", async (step, seconds) => {
    for (const nodeId of nodeIds) {
      const expected = stretches(seconds).map(({ at, all }): ObservedUptimePoint => {
        const seen = all.flatMap(({ isUp, validators }) => (isUp ? (validators.get(nodeId) ?? []) : []));
        const last = seen.at(-1);
        return {
          timestamp: at,
          asked: all.length,
          answered: all.filter(({ isUp }) => isUp).length,
          seen: seen.length,
          connected: seen.filter(({ connected }) => connected).length,
          // Of itself the node counts nothing; its peers do.
          ...(last && { uptimePercent: Number((nodeId === own ? ofOwn : Number(last.uptime)).toFixed(2)) }),
        };
      });
      const path = `/firn/v1/validators/${nodeId}/uptime?timeInterval=${step}`;
      for (const pageSize of [1, 3, 2_160])
        if (pageSize > 1 || expected.length < 10) expect(await walk(path, pageSize)).toEqual(expected);
      const before = expected[1]?.timestamp ?? 0;
      expect((await ask(`${path}&before=${before}&pageSize=2160`)).points).toEqual(
        expected.filter(({ timestamp }) => timestamp < before),
      );
    }
  });

  it.each(Object.entries(STEPS))(
    "says by the %s how each validator of an L1 was seen",
    async (step, seconds) => {
      for (const [index, id] of VALIDATIONS.entries()) {
        const expected = stretches(seconds).map(({ at, all }): ObservedUptimePoint => {
          const up = all.filter(({ isUp }) => isUp);
          const seen = up.flatMap(({ validations }) => validations.get(id) ?? []);
          const uptimePercent = seen.at(-1)?.uptime;
          return {
            timestamp: at,
            asked: all.length,
            answered: up.length,
            seen: seen.length,
            connected: seen.filter(({ connected }) => connected).length,
            ...(uptimePercent !== undefined && { uptimePercent }),
          };
        });
        expect(expected.some(({ uptimePercent }) => uptimePercent !== undefined)).toBe(index > 0);
        expect(await walk(`/firn/v1/validations/${id}/uptime?timeInterval=${step}`, 50)).toEqual(expected);
      }
    },
  );

  it.each(Object.entries(STEPS))("says by the %s what the node said of itself", async (step, seconds) => {
    const points = await walk<NodePoint>(`/firn/v1/node/history?timeInterval=${step}`, 7);
    const expected = stretches(seconds).map(({ at, all }) => {
      const up = all.filter(({ isUp }) => isUp);
      const mean = (of: (one: Said) => number) => up.reduce((sum, one) => sum + of(one), 0) / up.length;
      const failing = (check: string) => up.filter(({ health }) => health.failing.includes(check)).length;
      return {
        timestamp: at,
        asked: all.length,
        answered: up.length,
        healthAnswers: up.length,
        healthy: up.filter(({ health }) => health.healthy).length,
        peers: up.length === 0 ? undefined : Math.round(100 * mean(({ peers }) => peers)) / 100,
        failing: ["C", "network"]
          .map((check) => ({ check, count: failing(check) }))
          .filter(({ count }) => count > 0)
          .sort((a, b) => b.count - a.count),
      };
    });
    expect(
      points.map(({ versions: _, rewardingStakePercent: __, averageUptimePercent: ___, ...point }) => point),
    ).toEqual(expected.map(({ peers, ...point }) => ({ ...point, ...(peers !== undefined && { peers }) })));
    for (const { versions, peers } of points) {
      expect(versions.every(({ version, stakePercent = 101 }) => version !== "" && stakePercent <= 100)).toBe(
        true,
      );
      expect(versions.reduce((sum, one) => sum + one.peers, 0)).toBeCloseTo(peers ?? 0, 1);
    }
  });

  it("knows nothing of a node that never validated, and outlives a reset", async () => {
    expect(await ask("/firn/v1/validators/NodeID-111111111111111111116DBWJs/uptime")).toEqual({ points: [] });
    await indexed.stopIndexer();
    await indexed.stores.reset();
    const store = await indexed.stores.open("observed", { mode: "read" });
    const row = await store.db
      .selectFrom("observation")
      .select("at")
      .orderBy("at", "desc")
      .executeTakeFirst();
    await store.close();
    expect(row?.at).toBe(Math.floor((said.at(-1)?.at ?? 0) / MINUTE) * MINUTE);
  });
});

/** What was said in each stretch of so many seconds, the newest first. */
function stretches(seconds: number): { at: number; all: Said[] }[] {
  const found = new Map<number, Said[]>();
  for (const one of said) {
    const at = Math.floor(one.at / seconds) * seconds;
    found.set(at, [...(found.get(at) ?? []), one]);
  }
  return [...found].map(([at, all]) => ({ at, all })).sort((a, b) => b.at - a.at);
}
