import { expect, test } from "vitest";
import { sayVm } from "./vm";

test("a VM's id that spells its name is read", () => {
  expect(sayVm("srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy")).toBe("subnetevm");
  expect(sayVm("jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq")).toBe("avm");
});

test("any other id has no name", () => {
  expect(sayVm("rnjiYAwaHpWnHYwXysUYz4pNmZR4DG1BvkD2o2EpZdiEhRztG")).toBe("");
});
