import { expect, test } from "vitest";
import { ACCOUNT_LISTS } from "@/components/address/account-lists";
import type { InternalTransaction } from "@/lib/contract/data/evm";
import { nameRows } from "./row-ids";

const party = { address: `0x${"1".repeat(40)}` };
const callIn = (txHash: string): InternalTransaction => ({
  txHash,
  from: party,
  to: party,
  internalTxType: "CALL",
  value: "1",
  isReverted: false,
  gasUsed: "1",
  gasLimit: "1",
  blockNumber: "7",
  blockTimestamp: 1,
  blockHash: "0x07",
});

test("internal transactions of one transaction have different names, also across pages", () => {
  const chain = { segment: "c", symbol: "AVAX" };
  const pages = [["0xa", "0xb", "0xb"], ["0xb", "0xb", "0xc"], ["0xc"]].map((hashes) =>
    ACCOUNT_LISTS.internal.rowsOf({ transactions: hashes.map(callIn) }, chain),
  );
  const names = nameRows(pages.flat(), ({ id }) => id);
  expect(names).toEqual(["0xa", "0xb", "0xb~1", "0xb~2", "0xb~3", "0xc", "0xc~1"]);
  // A row keeps its name when pages are added after it.
  expect(nameRows(pages.slice(0, 2).flat(), ({ id }) => id)).toEqual(names.slice(0, 6));
});
