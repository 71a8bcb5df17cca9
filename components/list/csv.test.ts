import { expect, test } from "vitest";
import { toCsv } from "./csv";

test("fields with commas, quotes and line breaks are quoted", () => {
  expect(toCsv([["a,b", 'say "so"', "two\nlines", "plain"]])).toBe(
    '"a,b","say ""so""","two\nlines",plain\r\n',
  );
});

test("nothing a spreadsheet opens is run, and negative numbers stay numbers", () => {
  expect(toCsv([["=1+1", "@x", "-cmd", "-12.5", "\r=1"]])).toBe("'=1+1,'@x,'-cmd,-12.5,\"'\r=1\"\r\n");
});
