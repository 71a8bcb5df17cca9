import { describe, expect, test } from "vitest";
import { isAtomicList, queryOfEvmTxs, readEvmTxListParams } from "./list-params";

const HASH = `0x${"Ab".repeat(32)}`;
const ADDRESS = `0x${"Cd".repeat(20)}`;

describe("filters of EVM transactions", () => {
  test("are read, in one spelling, and written back", () => {
    const query = {
      before: HASH,
      status: "failed",
      sender: ADDRESS,
      receiver: ADDRESS,
      method: "transfer",
      min: "0.5",
    };
    const read = readEvmTxListParams({ ...query, from: "2026-11-20", to: "2026-11-20" });
    expect(read).toMatchObject({ before: HASH.toLowerCase(), sender: ADDRESS.toLowerCase(), min: "0.5" });
    expect(queryOfEvmTxs(read ?? {})).toEqual({
      ...query,
      before: HASH.toLowerCase(),
      sender: ADDRESS.toLowerCase(),
      receiver: ADDRESS.toLowerCase(),
      from: "2026-11-20",
      to: "2026-11-20",
    });
    expect(readEvmTxListParams({ before: "12-3", method: "swap((address,uint256)[],bytes)" })).toEqual({
      before: "12-3",
      method: "swap((address,uint256)[],bytes)",
    });
  });

  test.each([
    { before: "12" },
    { before: "0xab" },
    { status: "odd" },
    { sender: "0x12" },
    { receiver: "P-avax1" },
    { method: "0x12" },
    { method: "transfer(" },
    { min: "1.2.3" },
    { min: "-1" },
    { min: "1e3" },
    { from: "yesterday" },
    { to: "2026-02-30T" },
  ])("do not exist: %o", (search) => {
    expect(readEvmTxListParams(search)).toBeUndefined();
  });

  test("a place in the chain is one of EVM transactions, an id in cb58 one of atomic ones", () => {
    expect(["12-3", HASH, "2MgDpm"].map((before) => isAtomicList({ before }))).toEqual([false, false, true]);
  });
});
