import { expect, test } from "vitest";
import type { FirnToken } from "@/lib/contract/firn/tokens";
import { formatOpen, missingReason } from "./open-facts";

const token = (open?: FirnToken["open"]): FirnToken => ({
  address: "0x",
  ercType: "ERC-20",
  holders: 0,
  transfers: 0,
  balancesFrom: "transfers",
  blockNumber: "1",
  ...(open && { open }),
});
const open = {
  facts: ["decimals"],
  state: "unanswered",
  attempts: 2,
  since: 0,
  nextAt: 3_600,
} satisfies FirnToken["open"];

test("a contract without a fact, a fact not read yet and a node without an answer differ", () => {
  expect(missingReason("decimals", token())).toBe("The contract has none");
  expect(missingReason("decimals", token({ ...open, state: "not-asked" }))).toBe("Not read yet");
  expect(missingReason("decimals", token(open))).toBe("The node gave no answer");
  expect(missingReason("name", token(open))).toBe("The contract has none");
  expect(missingReason("name", undefined)).toBe("Not known");
  expect(formatOpen(open)).toMatch(
    /^No answer from the node since 1 Jan 1970, 00:00.*, next try at 1 Jan 1970, 01:00/,
  );
});
