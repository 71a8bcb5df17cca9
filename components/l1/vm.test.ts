import { expect, test } from "vitest";
import { vmName } from "./vm";

test("a VM id that spells a name gives the name", () => {
  expect(vmName("srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy")).toBe("subnetevm");
  expect(vmName("jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq")).toBe("avm");
});

test("any other id gives no name", () => {
  expect(vmName("rnjiYAwaHpWnHYwXysUYz4pNmZR4DG1BvkD2o2EpZdiEhRztG")).toBe("");
});
