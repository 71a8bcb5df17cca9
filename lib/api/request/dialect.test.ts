import { expect, it } from "vitest";
import { DIALECTS } from "./dialect";

it("a validator has only what the node observed; SDKs get 0 where it observed nothing", () => {
  const { seed, sdk } = DIALECTS;
  expect(seed.observation(undefined)).toEqual({});
  expect(seed.observation({ connected: true })).toEqual({});
  expect(seed.observation({ connected: true, uptimePercent: 99.5 })).toEqual({ uptimePerformance: 99.5 });
  expect(sdk.observation(undefined)).toMatchObject({ uptimePerformance: 0, geolocation: null });
});
