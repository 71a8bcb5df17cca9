import { expect, test } from "vitest";
import { formatAddress } from "@/lib/avalanche/ids";
import { readWatchedFile, writeWatchedFile } from "./watched-file";

const KEY = formatAddress("custom", new Uint8Array(20).fill(7));
const ACCOUNT = `0x${"0f".repeat(20)}`;

test("a file that was written is read again, each address in its canonical form", () => {
  const watched = [
    { address: KEY, name: "Treasury" },
    { address: ACCOUNT, name: "" },
  ];
  const read = readWatchedFile(writeWatchedFile(watched), "custom");
  expect(read.map(({ address }) => address.toLowerCase())).toEqual([KEY, ACCOUNT]);
  expect(read.map(({ name }) => name)).toEqual(["Treasury", ""]);
});

test("a key with its chain is the same address", () => {
  const text = writeWatchedFile([{ address: `X-${KEY}`, name: "a" }]);
  expect(readWatchedFile(text, "custom")).toEqual([{ address: KEY, name: "a" }]);
});

test.each([
  ["no JSON", "the file is not JSON"],
  ["[]", "the file does not hold addresses that a Firn exported"],
  ["null", "the file does not hold addresses that a Firn exported"],
  ['{"kind":"firn-watched","addresses":{}}', "the file does not hold addresses that a Firn exported"],
  ['{"kind":"firn-watched","addresses":[null]}', "entry 1 is not an address with a name"],
  ['{"kind":"firn-watched","addresses":[{"address":"0x12","name":""}]}', "0x12 is not an address"],
  [
    `{"kind":"firn-watched","addresses":${JSON.stringify(Array(1_001).fill({ address: ACCOUNT, name: "" }))}}`,
    "the file has 1001 addresses, and at most 1000 can be watched",
  ],
])("a file like %.60s is refused in words", (text, problem) => {
  expect(() => readWatchedFile(text, "custom")).toThrow(problem);
});

test("an address of another network is refused", () => {
  const text = writeWatchedFile([{ address: formatAddress("avax", new Uint8Array(20)), name: "" }]);
  expect(() => readWatchedFile(text, "custom")).toThrow("addresses here begin with custom1, not avax1");
});
