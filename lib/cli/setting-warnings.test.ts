import { expect, it } from "vitest";
import { settingWarnings } from "./setting-warnings";

it("names a variable that is no setting, and the one it misspells", () => {
  expect(settingWarnings({ FIRN_NODE_ULR: "http://a", FIRN_WEB_PORT: "1", PATH: "/bin" })).toEqual([
    "FIRN_NODE_ULR is not a setting of Firn and changes nothing: did you mean FIRN_NODE_URL?",
  ]);
  expect(settingWarnings({ FIRN_EVM_CHAIN: "x" })[0]).toContain("did you mean FIRN_EVM_CHAINS?");
  expect(settingWarnings({ FIRN_COFFEE_MACHINE: "on" })).toEqual([
    "FIRN_COFFEE_MACHINE is not a setting of Firn and changes nothing",
  ]);
});
