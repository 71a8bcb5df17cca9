import { groupDigits } from "@/lib/words/format";

/** An amount of money, to the hundredth: `1 234.56 usd`. What is more than nothing never becomes nothing. */
export function formatMoney({
  currencyCode,
  value,
}: {
  currencyCode: string;
  value: string | number;
}): string {
  const [whole = "0", fraction = ""] = String(value).split(".");
  const scaled = BigInt(whole + fraction.padEnd(3, "0").slice(0, 3));
  const hundredths = (scaled + 5n) / 10n;
  const unit = currencyCode.toUpperCase();
  if (hundredths === 0n && /[1-9]/.test(String(value))) return `<0.01 ${unit}`;
  return `${groupDigits(hundredths / 100n)}.${String(hundredths % 100n).padStart(2, "0")} ${unit}`;
}
