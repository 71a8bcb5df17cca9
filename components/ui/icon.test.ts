import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ICONS } from "./icon";

test("the sprite holds exactly the icons that have a name", () => {
  const sprite = readFileSync(new URL("../../public/icons.svg", import.meta.url), "utf8");
  const symbols = [...sprite.matchAll(/<symbol id="([a-z]+)"/g)].map((match) => match[1]);
  expect(symbols.sort()).toEqual([...ICONS].sort());
});
