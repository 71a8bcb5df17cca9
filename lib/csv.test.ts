import { expect, test } from "vitest";
import { toCsv } from "./csv";

test("fields with commas, quotes and line breaks are quoted", () => {
  expect(toCsv([["a,b", 'say "so"', "two\nlines", "plain"]])).toBe(
    '"a,b","say ""so""","two\nlines",plain\r\n',
  );
});

test("no text runs as a formula in a spreadsheet, whatever it looks like", () => {
  const texts = ["=1+1", "@x", "-cmd", "-12.5", "-1+cmd|' /C calc'!A0", " =1+1", "\u00a0+1", "\n@x", "\r=1"];
  const cells = toCsv(texts.map((text) => [text]))
    .split("\r\n")
    .slice(0, -1);
  expect(cells.filter((cell) => !/^"?'/.test(cell))).toEqual([]);
});

test("numbers stay numbers by their type, negative ones too", () => {
  expect(toCsv([[-12.5, -3n, { figure: "-0.000000001" }, "12"]])).toBe("-12.5,-3,-0.000000001,12\r\n");
});
