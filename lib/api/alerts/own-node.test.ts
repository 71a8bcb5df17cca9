import { afterAll, beforeAll, expect, test } from "vitest";
import { openNode } from "../../client/node";
import type { L1Change } from "../../contract/firn/l1-lists";
import type { FirnStatus } from "../../contract/firn/status";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { openPrimary } from "../snapshot/primary";
import { openNodeUptimes } from "../staking/node-uptime";
import type { WeightLoss } from "./of-node";
import { readOwnNode, readPlainly } from "./own-node";

let firn: IndexedRecording;
let primary: ReturnType<typeof openPrimary>;

beforeAll(async () => {
  firn = await indexRecording("custom-network");
  primary = openPrimary({ stores: firn.stores, servedAs: "fuji" });
});
afterAll(async () => {
  await primary.close();
  await firn.close();
});

const get = async <T>(path: string): Promise<T> => (await fetch(`${firn.url}${path}`)).json() as Promise<T>;

test("weight that an L1 took from a validator is what the list of its changes says", async () => {
  const status = await get<FirnStatus>("/firn/v1/status");
  const node = openNode(firn.nodeUrl);
  const own = {
    node,
    dataFolder: firn.stores.place.folder,
    read: readPlainly(primary, Date.now),
    service: { nodeUptimes: openNodeUptimes(node, Date.now) },
  };
  const { validators } = await get<{ validators: { validationId: string; nodeId: string }[] }>(
    "/v1/networks/fuji/l1Validators?includeInactiveL1Validators=true&pageSize=100",
  );
  let found = 0;
  for (const nodeId of new Set(validators.map((validator) => validator.nodeId))) {
    const expected: WeightLoss[] = [];
    for (const { validationId } of validators.filter((validator) => validator.nodeId === nodeId)) {
      const { changes } = await get<{ changes: L1Change[] }>(
        `/firn/v1/validations/${validationId}/changes?pageSize=100`,
      );
      const { subnetId } = await get<{ subnetId: string }>(`/firn/v1/validations/${validationId}`);
      for (const [index, { txHash = "", timestamp, weight }] of changes.entries()) {
        const weightBefore = changes[index + 1]?.weight;
        if (weightBefore !== undefined && BigInt(weight) < BigInt(weightBefore))
          expected.push({ validationId, subnetId, txHash, timestamp, weightBefore, weight });
      }
    }
    const { weightLosses } = await readOwnNode(own, { ...status, node: { ...status.node, nodeId } });
    expect(weightLosses).toHaveLength(expected.length);
    expect(weightLosses).toEqual(expect.arrayContaining(expected));
    found += expected.length;
  }
  expect(found).toBeGreaterThan(0);
});
