import { expect, test } from "vitest";
import { freshStore } from "../../testbed/engines";
import { CHAIN } from "../rows/columns";
import { listAccruedByDay } from "./l1-fees";

const DAY = 86_400;

test("a day has what had accrued after its last block, or after the last block before it", async () => {
  const { db } = await freshStore();
  const noon = (day: number) => day * DAY + DAY / 2;
  const blocks: [time: number, accrued: bigint | null][] = [
    [noon(10), null],
    [noon(11), 5n],
    [noon(11), 5n],
    [12 * DAY - 1, 9n],
    [12 * DAY, 2n ** 63n + 1n],
    [noon(15), 2n ** 63n + 4n],
  ];
  await db
    .insertInto("block")
    .values(
      blocks.map(([time, l1_accrued_fees], index) => ({ ...BLOCK, ...idsOf(index), time, l1_accrued_fees })),
    )
    .execute();
  expect(await listAccruedByDay(db, { first: 10 * DAY, last: 15 * DAY })).toEqual([
    { timestamp: 10 * DAY, accrued: 0n },
    { timestamp: 11 * DAY, accrued: 9n },
    { timestamp: 12 * DAY, accrued: 2n ** 63n + 1n },
    { timestamp: 13 * DAY, accrued: 2n ** 63n + 1n },
    { timestamp: 14 * DAY, accrued: 2n ** 63n + 1n },
    { timestamp: 15 * DAY, accrued: 2n ** 63n + 4n },
  ]);
  expect(await listAccruedByDay(db, { first: 11 * DAY, last: 11 * DAY })).toEqual([
    { timestamp: 11 * DAY, accrued: 9n },
  ]);
});

function idsOf(index: number) {
  const id = new Uint8Array(32).fill(index + 1);
  return { height: index, block_id: id, parent_id: id, container_id: id, container_index: index };
}

const BLOCK = {
  chain: CHAIN.p,
  block_type: 32,
  size: 1,
  tx_count: 0,
  stored_at_ms: 0,
  proposer_parent_id: null,
  proposer_time: null,
  proposer_p_chain_height: null,
  proposer_node_id: null,
  accepted_at_ns: null,
  supply: null,
  active_l1_validators: null,
  evm_tx_count: null,
  gas_used: null,
  gas_limit: null,
};
