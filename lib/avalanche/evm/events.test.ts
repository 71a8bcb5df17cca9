import { expect, test } from "vitest";
import { openRecording } from "../../devnet/recording";
import { fromHex } from "../codec/bytes";
import { decodeEvent } from "./events";
import { transfersOf } from "./transfers";

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
    args: [
      { name: "from", type: "address", value: "0x000000000000000000000000000000000000000A" },
      { name: "to", type: "address", value: "0x000000000000000000000000000000000000000b" },
      { name: "value", type: "uint256", value: "16" },
    ],
  });
});
