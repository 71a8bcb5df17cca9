import { expect, test } from "vitest";
import { nameOfUpgrade } from "./upgrade-name";

test("names of upgrades are written as words", () => {
  const names = ["etna", "apricotPhase1", "apricotPhasePre6", "apricotPhasePost6"];
  expect(names.map(nameOfUpgrade)).toEqual([
    "Etna",
    "Apricot Phase 1",
    "Apricot Phase Pre 6",
    "Apricot Phase Post 6",
  ]);
});
