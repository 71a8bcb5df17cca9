import { expect, it } from "vitest";
import { formatJson } from "./format-json";

const VALUE = {
  amount: 8_922_998_899_987_354_000n,
  memo: 'a "quoted"\nline',
  addresses: ["P-avax1", "P-avax2"],
  nested: [{ a: [] }, {}, null, true],
};

it("reads back as the same value", () => {
  const { amount, ...rest } = VALUE;
  expect(JSON.parse(formatJson(rest))).toEqual(rest);
});

it("writes every digit of amounts beyond 2^53", () => {
  expect(formatJson(VALUE)).toContain('"amount": 8922998899987354000,');
});

it("indents by two and keeps short lists on a line", () => {
  expect(formatJson({ a: [1, 2], b: [{ c: 1n }] })).toBe(
    '{\n  "a": [1, 2],\n  "b": [\n    {\n      "c": 1\n    }\n  ]\n}',
  );
});
