import { expect, it } from "vitest";
import ChartsPage from "./page";

it("leads to the first chart", () => {
  expect(() => ChartsPage()).toThrow(
    expect.objectContaining({ digest: expect.stringContaining(";/charts/tps;") }),
  );
});
