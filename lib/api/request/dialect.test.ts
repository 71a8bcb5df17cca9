import { expect, it } from "vitest";
import { DIALECTS } from "./dialect";

it("says of a validator only what the node observed; for SDKs numbers stand where nobody measured", () => {
  const { seed, sdk } = DIALECTS;
  expect(seed.observation(undefined)).toEqual({});
  expect(seed.observation({ connected: true })).toEqual({});
  expect(seed.observation({ connected: true, uptimePercent: 99.5 })).toEqual({ uptimePerformance: 99.5 });
  expect(sdk.observation(undefined)).toMatchObject({ uptimePerformance: 0, geolocation: null });
});
