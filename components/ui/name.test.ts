import { expect, test } from "vitest";
import { cleanName, escapeShapeless, quoteName } from "./name";

test("a name is quoted, and isolated from the words around it", () => {
  expect(quoteName("USDC")).toBe("“\u2068USDC\u2069”");
});

test("nothing in a name turns, hides or ends what stands around it", () => {
  expect(cleanName("AV\u202eXA\u2069 \u200b\u0000pay\nme")).toBe("AV XA pay me");
  expect(cleanName("\u2066\u202d")).toBe("");
  expect(cleanName(`A${"\u0301".repeat(50)}B`)).toBe("A\u0301\u0301\u0301B");
});

test("a name of a million characters is cut, between characters", () => {
  expect(cleanName("x".repeat(1e6))).toBe(`${"x".repeat(40)}…`);
  expect(cleanName("🧊".repeat(60))).toBe(`${"🧊".repeat(40)}…`);
  expect(cleanName("🧊".repeat(5), 5)).toBe("🧊".repeat(5));
});

test("letters of every script stay as they are", () => {
  for (const name of ["Ω-токен", "トークン", "عملة", "Sérac", "🧊"]) expect(cleanName(name)).toBe(name);
});

test("in a text of several lines, characters without a shape are escapes", () => {
  expect(escapeShapeless('{\n\t"name": "AV\u202eXA\u200b\ud800"\n}')).toBe(
    '{\n\t"name": "AV\\u202eXA\\u200b\\ud800"\n}',
  );
});
