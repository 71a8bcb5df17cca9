import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ICONS } from "./icon";

test("the sprite holds exactly the named icons", () => {
  const sprite = readFileSync(new URL("../../public/icons.svg", import.meta.url), "utf8");
  const symbols = [...sprite.matchAll(/<symbol id="([a-z]+)"/g)].map((match) => match[1]);
  expect(symbols.sort()).toEqual([...ICONS].sort());
});
