import {
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  parseAbi,
  parseAbiParameters,
} from "viem";
import { expect, test } from "vitest";
import { openRecording } from "../../../devnet/recording";
import { fromHex } from "../../codec/bytes";
import { transfersOf } from "../transfers";
import { AbiBook, hashSignature } from "./entries";
import { decodeCall, decodeError, decodeLog, decodeReturn } from "./read";
import { STANDARD_BOOK } from "./standards";

const STANDARD = [{ book: STANDARD_BOOK, by: "standard" as const }];
const decodeEvent = (topics: string[], data: string) => decodeLog(STANDARD, topics, data);

const word = (digits: string) => `0x${digits.padStart(64, "0")}`;

test("every token transfer of a recording is an event of a standard, with the same addresses", async () => {
  const { evm } = await openRecording("custom-network");
  const logs = evm.flatMap(({ receipts }) => receipts.flatMap((each) => each.logs)) as {
    topics: string[];
    data: string;
  }[];
  let read = 0;
  for (const { topics, data } of logs) {
    const [move] = transfersOf({ topics: topics.map(fromHex), data: fromHex(data) });
    if (move === undefined || move.form === "unlabelled") continue;
    const { args = [] } = decodeEvent(topics, data) ?? {};
    const said = ["from", "to"].map((party) => args.find(({ name }) => name === party)?.value.toLowerCase());
    expect(said.map((text) => fromHex(text ?? "0x"))).toEqual([move.from, move.to]);
    read += 1;
  }
  expect(read).toBeGreaterThan(50);
});

test("an event of no standard, or with data that do not fit, is not decoded", () => {
  const transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
  expect(decodeEvent([], "0x")).toBeUndefined();
  expect(decodeEvent([word("1")], "0x")).toBeUndefined();
  expect(decodeEvent([transfer, word("a"), word("b")], "0x12")).toBeUndefined();
  expect(decodeEvent([transfer, word("a"), word("b")], word("10"))).toEqual({
    name: "Transfer",
    signature: "Transfer(address,address,uint256)",
    by: "standard",
    args: [
      { name: "from", type: "address", value: "0x000000000000000000000000000000000000000A" },
      { name: "to", type: "address", value: "0x000000000000000000000000000000000000000b" },
      { name: "value", type: "uint256", value: "16" },
    ],
  });
});

test("arguments of every kind are decoded: texts, lists, structures and signed numbers", () => {
  const signature =
    "function fill(string note, (address to, uint256[2] ids)[] orders, int128 change, bytes rest)";
  const abi = parseAbi([signature]);
  const books = [{ book: AbiBook.of([signature]), by: "contract" as const }];
  const to = `0x${"11".repeat(20)}` as const;
  const args = ["“hi”", [{ to, ids: [1n, 2n] as const }], -5n, "0xff"] as const;
  const input = encodeFunctionData({ abi, functionName: "fill", args });
  expect(decodeCall(books, input)).toEqual({
    name: "fill",
    signature: "fill(string,(address,uint256[2])[],int128,bytes)",
    by: "contract",
    args: [
      { name: "note", type: "string", value: "“hi”" },
      { name: "orders[0].to", type: "address", value: to },
      { name: "orders[0].ids[0]", type: "uint256", value: "1" },
      { name: "orders[0].ids[1]", type: "uint256", value: "2" },
      { name: "change", type: "int128", value: "-5" },
      { name: "rest", type: "bytes", value: "0xff" },
    ],
  });
  expect(decodeCall(books, input.slice(0, 80))).toBeUndefined();
  expect(decodeCall(books, `${input.slice(0, 10)}${"ff".repeat(500)}`)).toBeUndefined();
});

test("members of a structure may have any names, or the same", () => {
  const book = new AbiBook();
  const member = { name: "x", type: "uint8" };
  book.add({
    type: "function",
    name: "f",
    outputs: [],
    stateMutability: "view",
    inputs: [{ name: "", type: "tuple", components: [member, member, { name: "__proto__", type: "bool" }] }],
  });
  const words = [1, 2, 1].map((value) => String(value).padStart(64, "0")).join("");
  const selector = hashSignature("f((uint8,uint8,bool))").slice(0, 10);
  expect(decodeCall([{ book, by: "contract" }], selector + words)?.args).toEqual([
    { name: "0.x", type: "uint8", value: "1" },
    { name: "0.x", type: "uint8", value: "2" },
    { name: "0.__proto__", type: "bool", value: "true" },
  ]);
});

test("long lists and texts are cut", () => {
  const signature = "function f(uint256[] list, string text)";
  const abi = parseAbi([signature]);
  const books = [{ book: AbiBook.of([signature]), by: "contract" as const }];
  const input = encodeFunctionData({
    abi,
    functionName: "f",
    args: [Array(4_000).fill(1n), "x".repeat(9_000)],
  });
  const { args = [] } = decodeCall(books, input) ?? {};
  expect(args).toHaveLength(101);
  expect(args.at(-1)?.value).toBe("more values");
  const error = AbiBook.of(["error E(string)"]);
  const data = encodeErrorResult({
    abi: parseAbi(["error E(string)"]),
    errorName: "E",
    args: ["x".repeat(9_000)],
  });
  expect(decodeError([{ book: error, by: "contract" }], data)?.args[0]?.value).toHaveLength(2_001);
});

test("an event's topics and data are one list of values; of a text in a topic there is only the hash", () => {
  const signature = "event E(string indexed note, uint8 a, address indexed who, (bool b, bytes c) rest)";
  const books = [{ book: AbiBook.of([signature]), by: "contract" as const }];
  const topics = [hashSignature("E(string,uint8,address,(bool,bytes))"), word("77"), word("aa")];
  const data = encodeAbiParameters(parseAbiParameters("uint8,(bool,bytes)"), [3, [true, "0x12"]]);
  expect(decodeLog(books, topics, data)?.args).toEqual([
    { name: "note", type: "hash of string", value: word("77") },
    { name: "a", type: "uint8", value: "3" },
    { name: "who", type: "address", value: "0x00000000000000000000000000000000000000AA" },
    { name: "rest.b", type: "bool", value: "true" },
    { name: "rest.c", type: "bytes", value: "0x12" },
  ]);
});

test("what a call returned is read by the function that it called", () => {
  const selector = hashSignature("decimals()").slice(0, 10);
  expect(decodeReturn(STANDARD, selector, word("12"))).toEqual([{ name: "0", type: "uint8", value: "18" }]);
  expect(decodeReturn(STANDARD, selector, "0x12")).toBeUndefined();
  expect(decodeReturn(STANDARD, "0x00000000", word("12"))).toBeUndefined();
});
