import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactJson, escapeHtml, GoJsonError, scanFirstValue } from "./json";

describe("scanFirstValue", () => {
  it("finds exactly the value that JSON.parse reads, whatever follows", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom("", " ", " xyz", "\n{", "]"), (json, rest) => {
        const { start, end } = scanFirstValue(` ${json}${rest}`);
        expect([start, end]).toEqual([1, 1 + json.length]);
      }),
    );
  });

  it("accepts no text that JSON.parse refuses, and throws only its own error", () => {
    const broken = fc.tuple(fc.json(), fc.nat(), fc.string({ maxLength: 2 })).map(([json, at, text]) => {
      const cut = at % (json.length + 1);
      return json.slice(0, cut) + text + json.slice(cut + 1);
    });
    fc.assert(
      fc.property(broken, (text) => {
        try {
          const { start, end } = scanFirstValue(text);
          expect(() => JSON.parse(text.slice(start, end)), text).not.toThrow();
        } catch (error) {
          if (!(error instanceof GoJsonError)) throw error;
          expect(() => JSON.parse(text), text).toThrow(SyntaxError);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["", "EOF"],
    ["  ", "EOF"],
    ['{"a"', "unexpected EOF"],
    ["[1 2]", "invalid character '2' after array element"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
    ["nul!", "invalid character '!' in literal null (expecting 'l')"],
    ["-x", "invalid character 'x' in numeric literal"],
    ["1.e", "invalid character 'e' after decimal point in numeric literal"],
    ["1e'", "invalid character '\\'' in exponent of numeric literal"],
    ['"\\q"', "invalid character 'q' in string escape code"],
    ['"\\u00g0"', "invalid character 'g' in \\u hexadecimal character escape"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    ["}", "invalid character '}' looking for beginning of value"],
  ])("reports the same error as Go for %j", (text, message) => {
    expect(() => scanFirstValue(text)).toThrow(new GoJsonError(message));
  });
});

describe("compactJson", () => {
  it("drops spaces between tokens but not inside strings", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(compactJson(JSON.stringify(value, null, " \t"))).toBe(JSON.stringify(value));
      }),
    );
  });
});

describe("escapeHtml", () => {
  it("escapes what Go escapes", () => {
    expect(escapeHtml('"<a> & \u2028"')).toBe('"\\u003ca\\u003e \\u0026 \\u2028"');
  });
});
