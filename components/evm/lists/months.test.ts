import { expect, test } from "vitest";
import { monthsOf } from "./months";

const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

test("days add up to their UTC month, and a month that is not counted whole is left out", () => {
  const months = monthsOf({
    addresses: [{ timestamp: at("2026-11-01"), value: 7 }],
    senders: [{ timestamp: at("2026-11-01"), value: 3 }],
    transactions: [{ timestamp: at("2026-11-01"), value: 20 }],
    contracts: [
      { timestamp: at("2026-11-30"), value: 2 },
      { timestamp: at("2026-11-01"), value: 1 },
      { timestamp: at("2026-10-31"), value: 9 },
    ],
  });
  expect(months).toEqual([{ name: "2026-11", addresses: 7, senders: 3, transactions: 20, contracts: 3 }]);
});
