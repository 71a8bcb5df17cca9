import { expect, test } from "vitest";
import { formatMoney } from "./money";

test.each([
  ["0", "0.00 USD"],
  ["0.004", "<0.01 USD"],
  ["0.005", "0.01 USD"],
  ["1234.5", `1,234.50 USD`],
  ["99.999999", "100.00 USD"],
  [12.3, "12.30 USD"],
])("%s is written as %s", (value, text) => {
  expect(formatMoney({ currencyCode: "usd", value })).toBe(text);
});
