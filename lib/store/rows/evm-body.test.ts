import { expect, it } from "vitest";
import { decodeBody, encodeBody, joinTransactions } from "./evm-body";

it.each([[], [0], [1, 300, 0, 65]])("returns transactions of %i … bytes", (...lengths) => {
  const transactions = lengths.map((length, i) => new Uint8Array(length).fill(i + 1));
  const joined = joinTransactions(transactions, (writer, bytes) => writer.put(bytes));
  expect(decodeBody(encodeBody(joined)).map((bytes) => Uint8Array.from(bytes))).toEqual(transactions);
});
