import { expect, test } from "vitest";
import { topUpCommand } from "./top-up";

test("the balance is AVAX in plain decimals, to the last nAVAX", () => {
  expect(topUpCommand("2QYf", 1_234_000_000_001n)).toBe(
    "platform l1 add-balance --validation-id 2QYf --balance 1234.000000001 --key-name <your key>",
  );
});
