import { expect, test } from "vitest";
import type { FirnToken } from "@/lib/contract/firn/tokens";
import { sayMissing, sayOpen } from "./open-facts";

const token = (open?: FirnToken["open"]): FirnToken => ({
  ...{
    address: "0x",
    ercType: "ERC-20",
    holders: 0,
    transfers: 0,
    balancesFrom: "transfers",
    blockNumber: "1",
  },
  ...(open && { open }),
});
const open = {
  facts: ["decimals"],
  state: "unanswered",
  attempts: 2,
  since: 0,
  nextAt: 3_600,
} satisfies FirnToken["open"];

test("that a contract has none, that nobody asked and that the node could not say are told apart", () => {
  expect(sayMissing("decimals", token())).toBe("The contract has none");
  expect(sayMissing("decimals", token({ ...open, state: "not-asked" }))).toBe("Not asked yet");
  expect(sayMissing("decimals", token(open))).toBe("The node could not say");
  expect(sayMissing("name", token(open))).toBe("The contract has none");
  expect(sayMissing("name", undefined)).toBe("Not known");
  expect(sayOpen(open)).toMatch(
    /^The node could not say since 1 Jan 1970, 00:00.*, asked again at 1 Jan 1970, 01:00/,
  );
});
