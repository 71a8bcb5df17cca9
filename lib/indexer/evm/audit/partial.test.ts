import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EvmHistory, writeHistory } from "../../../store/bookkeeping/history";
import type { EvmDb } from "../../../store/db";
import { type AuditedChain, indexAuditedChain } from "../../../testbed/evm/audited";
import { pruneBlocks } from "../../../testbed/evm/partial";

/** Where the store begins: after the contracts and two of five hours of transfers. */
const FIRST = 4;
const MISSING: EvmHistory = { firstHeight: FIRST, older: "missing", countedFrom: FIRST };

let chain: AuditedChain;
beforeAll(async () => {
  chain = await indexAuditedChain({ from: FIRST });
}, 120_000);
afterAll(() => chain?.close());

const damaged = (...statements: string[]) =>
  chain.checkDamaged(async (db: EvmDb) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  });

describe("the checks of a store that begins in the middle of its chain", () => {
  it("find no difference, and say what they cannot compare", async () => {
    const { results, differences } = await chain.check();
    expect(differences).toEqual([]);
    const left = results.flatMap(({ check, leftOut }) => (leftOut === undefined ? [] : [[check, leftOut]]));
    expect(left).toEqual([
      ["EVM 99999 hours, days", "statistics of blocks that are not counted: before 4"],
      ["EVM 99999 holdings", "they follow from transfers only once every block is counted"],
      ["EVM 99999 tokens", "they follow from transfers only once every block is counted"],
      ["EVM 99999 balances at node", "they are asked of the node until every block is counted"],
    ]);
    const compared = Object.fromEntries(results.map(({ check, compared }) => [check, compared]));
    expect(compared).toMatchObject({
      "EVM 99999 blocks": "3 blocks, 27 transactions",
      "EVM 99999 NFTs": "4 NFTs",
      "EVM 99999 blocks at node": "3 of 3 blocks",
    });
  });

  it("find what was changed in blocks, figures, lists and NFTs", async () => {
    for (const [statement, found] of [
      ["update block set tx_total = tx_total + 1 where height = 5", "block 5 tx_total"],
      ["update chain_activity set transactions = transactions + 1 where hours = 1", "chain_activity 1/"],
      ["update active_window set addresses = addresses + 1 where seconds = 3600", "active_window 3600"],
      ["update nft set owner_id = owner_id + 1 where id = 1", "nft 1 "],
      ["update epoch set epoch = 7", "epoch 7"],
      ["update history set first_height = 3", "history 1 first_height"],
      [
        "delete from address_activity where position = (select max(position) from address_activity)",
        "address_activity",
      ],
    ] as const) {
      const { differences } = await damaged(statement);
      expect(differences.join("\n"), statement).toContain(found);
    }
  });

  it("compare totals of transactions with those of the block before, whatever they begin with", async () => {
    expect((await damaged("update block set tx_total = tx_total - 1000")).differences).toEqual([]);
  });

  it("compare figures with the counted blocks only, while older ones arrive", async () => {
    const { results, differences } = await chain.checkDamaged(async (db) => {
      await writeHistory(db, { ...MISSING, older: "wanted", countedFrom: 5 });
    });
    // Figures of block 4 are in the store, and are found.
    expect(differences.every((text) => /^(chain_activity|active_|party|sender|nft)/.test(text))).toBe(true);
    expect(differences.length).toBeGreaterThan(0);
    expect(results.find(({ check }) => check.endsWith("hours, days"))?.leftOut).toMatch(/before 5$/);
  });

  it("compare nothing of NFTs and figures that are still being counted", async () => {
    const { results, differences } = await chain.checkDamaged(async (db) => {
      await writeHistory(db, { ...MISSING, countedTo: 5 });
    });
    expect(differences.every((text) => /^(chain_activity|active_|party|sender|block 6 tx)/.test(text))).toBe(
      true,
    );
    expect(results.find(({ check }) => check.endsWith("NFTs"))?.leftOut).toBe(
      "their transfers are still being counted",
    );
    expect(results.find(({ check }) => check.endsWith("hours, days"))?.leftOut).toMatch(/before 4, after 5$/);
  });
});

it("leave out blocks that the node no longer has, or has without receipts", async () => {
  const whole = await indexAuditedChain();
  try {
    pruneBlocks(whole.node, FIRST);
    const { results, differences } = await whole.check();
    expect(differences).toEqual([]);
    expect(results.filter(({ notChecked }) => notChecked !== undefined)).toEqual([]);
    expect(results.find(({ check }) => check === "EVM 99999 blocks at node")).toMatchObject({
      compared: "4 of 7 blocks",
      leftOut: "3 blocks that the node does not have, or has without receipts",
    });
  } finally {
    await whole.close();
  }
});
