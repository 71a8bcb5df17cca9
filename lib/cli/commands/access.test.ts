import { expect, it } from "vitest";
import { run as runApi } from "./api";
import { run as runWeb } from "./web";

const env = (settings: Record<string, string>): NodeJS.ProcessEnv => ({
  NODE_ENV: "test",
  FIRN_API_ACCESS: "keys",
  ...settings,
});

it("no API starts that would answer nobody", async () => {
  const message = "FIRN_API_ACCESS is keys, and FIRN_API_KEYS has none";
  await expect(runApi([], env({}))).rejects.toMatchObject({ code: "CONFIG_INVALID", message });
});

it("no web starts that the API would refuse", async () => {
  const message = "FIRN_API_ACCESS is keys, and the web has none";
  for (const settings of [{}, { FIRN_API_KEYS: "file:keys.json" }])
    await expect(runWeb([], env(settings))).rejects.toMatchObject({ code: "CONFIG_INVALID", message });
});
