import { expect, it } from "vitest";
import { NodeError } from "../errors";
import { sayError, upperFirst } from "./sentence";

it.each([
  ["the node is away", "The node is away"],
  ["account, of which nothing is known", "Account, of which nothing is known"],
  ["local", "Local"],
  ["eth_call failed", "eth_call failed"],
  ["platform.getTx: not found", "platform.getTx: not found"],
  ["0x12 is no address", "0x12 is no address"],
  ["P-Chain block 7 is missing", "P-Chain block 7 is missing"],
])("begins %j with a capital, but for names", (text, expected) => {
  expect(upperFirst(text)).toBe(expected);
});

it("makes a sentence of an error and its hint", () => {
  const error = new NodeError("NODE_TIMEOUT", "the node did not answer", { hint: "start it" });
  expect(sayError(error)).toMatch(/^The node did not answer.*start it\.$/);
});
