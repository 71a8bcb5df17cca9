import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Amount, GasPrice } from "./amount";

const textOf = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("\u2009", " ");
const shown = (value: bigint, column: number) =>
  textOf(renderToStaticMarkup(<Amount value={value} decimals={18} column={column} />));

test("amounts of a column have the same decimals", () => {
  expect([45n * 10n ** 12n, 10n ** 18n, 21n * 10n ** 14n].map((wei) => shown(wei, 6))).toEqual([
    "0.000045",
    "1.000000",
    "0.002100",
  ]);
});

test("what is cut is neither rounded up nor to nothing", () => {
  expect(shown(21_000n, 9)).toBe("< 0.000000001");
  expect(shown(0n, 9)).toBe("0.000000000");
  expect(shown(10n ** 18n + 1n, 9)).toBe("1.000000000");
});

test("a unit that somebody wrote stays within its own text", () => {
  const markup = renderToStaticMarkup(<Amount value={1n} decimals={0} unit={"AV\u202eXA"} />);
  expect(markup).not.toContain("\u202e");
  expect(markup).toContain("<bdi");
});

test("a gas price has the unit in which it is read", () => {
  expect(textOf(renderToStaticMarkup(<GasPrice wei={1n} />))).toBe("1wei");
  expect(textOf(renderToStaticMarkup(<GasPrice wei="25300000000" gwei="gwei" />))).toBe("25.3gwei");
});
