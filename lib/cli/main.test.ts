import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { COMMANDS } from "./main";

test("every command stands in the documentation", () => {
  const page = readFileSync(new URL("../../docs/commands.md", import.meta.url), "utf8");
  expect(Object.keys(COMMANDS).filter((name) => !page.includes(`\`npx firn ${name}`))).toEqual([]);
});
