import { expect, test } from "vitest";
import { hrefTo } from "@/lib/contract/pages";
import {
  listsToQuery,
  queryOfFilter,
  readTxFilter,
  type TxFilter,
  type TypesByList,
  timesOf,
} from "./tx-filter";

const KNOWN: TypesByList = {
  p: ["BaseTx", "ImportTx"],
  x: ["BaseTx", "OperationTx"],
  c: ["ImportTx"],
  evm: ["evm"],
};
const TYPES = ["BaseTx", "ImportTx", "OperationTx", "evm"] as const;

test("a filter is read from an address and written into one again", () => {
  const query = "chain=c&types=ImportTx,evm&from=2026-11-20&to=2026-11-21";
  const filter = readTxFilter(Object.fromEntries(new URLSearchParams(query)), TYPES);
  expect(filter).toEqual({ chain: "c", types: ["ImportTx", "evm"], from: "2026-11-20", to: "2026-11-21" });
  expect(hrefTo("addressCsv", { address: "a" }, queryOfFilter(filter ?? {}))).toBe(`/address/a/csv?${query}`);
  expect(readTxFilter({}, TYPES)).toEqual({});
  expect(readTxFilter({ chain: "99999", types: ["evm", "evm"] }, TYPES)).toEqual({
    l1: "99999",
    types: ["evm"],
  });
});

test("an unknown chain, type or day is refused", () => {
  for (const search of [
    { chain: "q" },
    { types: "NopeTx" },
    { types: "BaseTx,NopeTx" },
    { from: "yesterday" },
  ])
    expect(readTxFilter(search, TYPES), JSON.stringify(search)).toBeUndefined();
  expect(readTxFilter({ to: "2026-11-20T10:00" }, TYPES)).toBeUndefined();
  expect(readTxFilter({ to: "2026-13-40" }, TYPES)).toBeUndefined();
});

test("days are whole, including the last one", () => {
  expect(timesOf({ from: "2026-11-20", to: "2026-11-20" })).toEqual({ from: 1795132800, to: 1795219200 });
  expect(timesOf({})).toEqual({});
});

test("a list is queried only for types it can hold", () => {
  expect(listsToQuery({ types: ["BaseTx"] }, KNOWN)).toEqual([
    { list: "p", types: ["BaseTx"] },
    { list: "x", types: ["BaseTx"] },
  ]);
  expect(listsToQuery({ chain: "c", types: ["BaseTx"] }, KNOWN)).toEqual([]);
  expect(listsToQuery({ chain: "c" }, KNOWN).map(({ list }) => list)).toEqual(["c", "evm"]);
  expect(listsToQuery({ l1: "99999" }, KNOWN)).toEqual([{ list: "evm", types: undefined }]);
  const onL1s = (filter: TxFilter) => listsToQuery(filter, KNOWN, ["5", "99999"]).map(({ list }) => list);
  expect(onL1s({})).toEqual(["p", "x", "c", "evm", "evm-5", "evm-99999"]);
  expect(onL1s({ types: ["evm"] })).toEqual(["evm", "evm-5", "evm-99999"]);
  expect(onL1s({ types: ["BaseTx"] })).toEqual(["p", "x"]);
  for (const filter of [{ chain: "c" }, { l1: "5" }] as const) expect(onL1s(filter)).not.toContain("evm-5");
});
